import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePrices } from '../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { testPrices } from '../../service/api/simulation/test/prices.ts';
import type { PricesArtifact, PricesSectionName } from './prices-artifact.ts';
import { readPrices } from './read-artifact.ts';

const folder = testFolder();
const PATH = join(folder, 'x.bin');

/** Writes prices as a build does, their digests right, and reads them. */
function read(change: (prices: PricesArtifact) => void): Promise<PricesArtifact> {
  const prices = testPrices();
  change(prices);
  writePrices(PATH, prices);
  return readPrices(PATH);
}

function refused(change: (prices: PricesArtifact) => void, message: string): Promise<void> {
  return assert.rejects(read(change), (error: Error) => {
    assert.ok(error.message.startsWith(`${PATH}: ${message}`), error.message);
    return true;
  });
}

test('prices whose values can be meant are read', async () => {
  assert.equal((await read(() => {})).header.dataset_version, '9.8.7');
});

const WRONG_VALUES: [PricesSectionName, number, number, string][] = [
  ['spot_profile', 287, Number.NaN, 'holds NaN at [287], expected -6 to 30'],
  ['spot_profile', 0, 55, 'holds 55 at [0], expected -6 to 30'],
  ['hours_used', 47, 0, 'holds 0 at [47], expected 24 to 745'],
  ['hours_missing', 3, -1, 'holds -1 at [3], expected 0 to 721'],
  ['cell_index', 3, 4, 'holds 4 at row 0, column 3, expected 3 or -1'],
  ['cell_index', 209, -1, 'numbers 209 cells, expected 210 as in the header'],
  ['temperature', 5, 601, 'holds 601 at [5], expected -900 to 600'],
  ['place_point', 2, 91, 'holds 91, 18 at [1], expected a latitude and a longitude'],
  ['place_point', 3, Number.NaN, 'holds 62, NaN at [1], expected a latitude'],
  ['place_municipality', 2, 3, 'holds 3 at [2], expected 0 to 2'],
];

for (const [section, index, value, message] of WRONG_VALUES) {
  test(`right digests and ${value} in ${section} are refused by name`, async () => {
    const change = (prices: PricesArtifact) => {
      prices[section][index] = value;
    };
    await refused(change, `section "${section}" ${message}`);
  });
}

test('a header whose fields cannot be meant is refused by name', async () => {
  const fault = 'its header is not as expected. ';
  await refused(({ header }) => {
    header.tariffs.records[0].grid_fee.value = 1e9;
  }, `${fault}"tariffs.records[0].grid_fee.value"`);
  await refused(({ header }) => {
    header.price_areas.boundaries.se2_se3.reverse();
  }, `${fault}"boundaries.se2_se3[1][0]" is 10, expected a longitude east`);
  await refused(({ header }) => {
    header.household.uses.household.type_curves.seasons.reverse();
  }, `${fault}"uses.household.type_curves.seasons[1].mean_temperature_c" is 0, expected more than 15`);
  await refused(({ header }) => {
    header.grid.first_row = 400;
  }, 'header "grid" reaches from 400 to 414 N');
  await refused(({ header }) => {
    header.spot.year = 2028;
  }, `${fault}"spot.year" is 2028, a leap year, expected one of 365 days: simulations have no 29 February. Take the prices of 2027.`);
  await refused((prices) => {
    prices.header.places.names = [];
    prices.place_point = new Float64Array();
    prices.place_municipality = new Uint16Array();
  }, `${fault}"places.names"`);
  await refused(({ header }) => {
    header.coverage_mask.south = -200;
  }, 'header "coverage_mask" reaches from -200 to -186 N');
});
