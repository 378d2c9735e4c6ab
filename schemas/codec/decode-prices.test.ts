import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePrices } from '../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { testPrices, testPricesWithHours } from '../../service/api/simulation/test/prices.ts';
import type { PricesHeader } from '../types.ts';
import { decodePrices } from './decode-prices.ts';
import {
  type PricesArtifact,
  type PricesSectionName,
  pricesSections,
  spotHours,
} from './prices-artifact.ts';
import { readPrices, readPvYield } from './read-artifact.ts';

const folder = testFolder();
const PATH = join(folder, 'x.bin');

/** Writes prices as a build does, their digests right, and reads them. */
function read(
  change: (prices: PricesArtifact) => void,
  prices = testPrices(),
): Promise<PricesArtifact> {
  change(prices);
  writePrices(PATH, prices);
  return readPrices(PATH);
}

function refused(
  change: (prices: PricesArtifact) => void,
  message: string,
  prices = testPrices(),
): Promise<void> {
  return assert.rejects(read(change, prices), (error: Error) => {
    assert.ok(error.message.startsWith(`${PATH}: ${message}`), error.message);
    return true;
  });
}

test('prices whose values can be meant are read', async () => {
  assert.equal((await read(() => {})).header.dataset_version, '9.8.7');
  await assert.rejects(readPvYield(PATH), /x\.bin: holds prices, expected yields/);
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
  ['spot_hours', 0, Number.NaN, 'holds NaN at [0], expected -6 to 30'],
  ['spot_hours', 35_039, 31, 'holds 31 at [35039], expected -6 to 30'],
  ['spot_hours', 8760, -7, 'holds -7 at [8760], expected -6 to 30'],
];

for (const [section, index, value, message] of WRONG_VALUES) {
  test(`right digests and ${value} in ${section} are refused by name`, async () => {
    const change = (prices: PricesArtifact) => {
      (prices[section] ?? assert.fail(section))[index] = value;
    };
    await refused(change, `section "${section}" ${message}`, testPricesWithHours());
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
  await refused((prices) => {
    prices.header.places.names = [];
    prices.place_point = new Float64Array();
    prices.place_municipality = new Uint16Array();
  }, `${fault}"places.names"`);
  await refused(({ header }) => {
    header.coverage_mask.south = -200;
  }, 'header "coverage_mask" reaches from -200 to -186 N');
});

test('what a header says of hours is refused by name where it cannot be meant', async () => {
  const withHours = (change: (prices: PricesArtifact) => void, message: string) =>
    refused(change, message, testPricesWithHours());
  await withHours(({ header }) => {
    Object.assign(header.spot.hours ?? {}, { quarter_hour_days: 367 });
  }, 'its header is not as expected. "spot.hours.quarter_hour_days" is 367');
  await withHours(({ header }) => {
    Object.assign(header.spot.hours ?? {}, { republish: 'yes' });
  }, 'its header is not as expected. "spot.hours.republish"');
});

test('a header that announces hours needs their section, and hours that it does not announce are left aside', () => {
  const { header, ...arrays } = testPricesWithHours();
  const without: PricesArtifact = { ...arrays, header: testPrices().header };
  const decode = (head: PricesHeader, from: PricesArtifact) => {
    const names = pricesSections(from.header).map(({ name }) => name);
    const sections = new Map(names.map((name) => [name, from[name] ?? assert.fail(name)]));
    return decodePrices({ header: head, sections }, 'x.bin');
  };
  assert.throws(() => decode(header, without), /^Error: x\.bin: section "spot_hours" is missing/);
  assert.equal(spotHours(decode(without.header, { ...arrays, header }), 'SE1'), null);
  const short = { ...arrays, header, spot_hours: new Float32Array(8760) };
  assert.throws(
    () => decode(header, short),
    /section "spot_hours" has 35040 bytes, expected 140160/,
  );
});
