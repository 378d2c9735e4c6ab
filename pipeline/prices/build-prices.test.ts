/** The default recipe's prices, built and read back. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { publishedProfile } from '../../fixtures/spot/spot-archive.ts';
import { MONTH_DAYS, MONTH_START } from '../../schemas/codec/axes.ts';
import { emptyMask, setBit } from '../../schemas/codec/coverage-mask.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import { type PricesArtifact, spotHours } from '../../schemas/codec/prices-artifact.ts';
import { readPrices } from '../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { RecipePrices } from '../../schemas/types.ts';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { placeOf, placeOrder } from '../dataset/summary.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadRecipe } from '../files/recipe.ts';
import { assertClose } from '../test/assert-close.ts';
import { buildPrices, type PriceInputs, pricesPaths, readPriceInputs } from './build-prices.ts';
import { hoursText } from './prices-text.ts';
import { readSpotYear } from './spot/read-spot-year.ts';

const folder = testFolder();

const loaded = loadRecipe(join(PROJECT, 'fixtures', 'recipe.json'));
const given = loaded.recipe.prices ?? assert.fail('no prices');
const mask = emptyMask({
  west: 15,
  south: 59,
  lngStepDeg: 0.01,
  latStepDeg: 0.005,
  cols: 10,
  rows: 10,
});
setBit(mask, 3, 4);

/** Six cells, each colder than the previous one. */
const CELLS = {
  ...smallArtifact(),
  temperature: Int16Array.from({ length: 6 * 12 }, (_, at) => 100 - at),
};

let bytes: Buffer;
let prices: PricesArtifact;
let summary: string;
let inputs: PriceInputs;
before(async () => {
  inputs = await readPriceInputs(given, loaded.folder);
  bytes = await build('prices.bin');
  prices = await readPrices(join(folder, 'prices.bin'));
});

async function build(name: string): Promise<Buffer> {
  await buildAs(name, given);
  return readFileSync(join(folder, name));
}

async function buildAs(name: string, recipe: RecipePrices): Promise<PricesArtifact> {
  const path = join(folder, name);
  ({ summary } = buildPrices(loaded.recipe, recipe, inputs, { ...CELLS, mask }, path));
  return readPrices(path);
}

test('the default day files give the published means back to 1e-4 SEK/kWh', () => {
  const expected = publishedProfile();
  assert.equal(prices.spot_profile.length, expected.length);
  expected.forEach((value, i) => {
    assertClose(prices.spot_profile[i], value, 1e-4, `[${i}]`);
  });
});

test('the hours of the year are there, with the means of their month and clock hour', () => {
  assert.deepEqual(prices.header.spot.hours, {
    quarter_hour_days: 92,
    republish: true,
    licence: 'CC BY 4.0',
  });
  PRICE_AREAS.forEach((area, a) => {
    const hours = spotHours(prices, area) ?? assert.fail(area);
    const sums = new Float64Array(288);
    hours.forEach((sek, t) => {
      const month = MONTH_START.findLastIndex((start) => start <= t);
      sums[24 * month + (t % 24)] += sek;
    });
    sums.forEach((sum, at) => {
      const [month, hour] = [Math.floor(at / 24), at % 24];
      // The hours of the clock's changes: one in March is made of its neighbours, two in October are one.
      if (hour === 2 && (month === 2 || month === 9)) return;
      const mean = sum / MONTH_DAYS[month];
      const expected = prices.spot_profile[288 * a + at];
      assert.ok(Math.abs(mean - expected) < 1e-6, `${area} [${at}]: ${mean}, not ${expected}`);
    });
  });
});

test('hours that the recipe does not license are there to compute with, and not to republish', async () => {
  const { republish, ...unlicensed } = given;
  assert.ok(republish);
  const { header, spot_hours } = await buildAs('unlicensed.bin', unlicensed);
  assert.deepEqual(header.spot.hours, { quarter_hour_days: 92, republish: false });
  assert.deepEqual(spot_hours, prices.spot_hours);
});

test('a year that lacks an hour has no hours, and the text about hours says so', async () => {
  const { records } = inputs;
  const files = unzipSync(readFileSync(join(PROJECT, 'fixtures', given.files)));
  const day = '07-14_SE3.json';
  const entries: unknown[] = JSON.parse(Buffer.from(files[day]).toString());
  files[day] = Buffer.from(JSON.stringify(entries.slice(1)));
  writeFileSync(join(folder, 'gap.zip'), zipSync(files, { level: 0 }));
  const spotYear = await readSpotYear({ ...given, files: 'gap.zip' }, folder);
  assert.match(spotYear.gaps[0], /SE3: 1 of the 744 hours of 2025-07 are missing/);
  assert.match(hoursText(given, spotYear.hours), /^Hours of 2025: an hour has no price/);
  const path = join(folder, 'gap.bin');
  buildPrices(loaded.recipe, given, { spotYear, records }, { ...CELLS, mask }, path);
  const built = await readPrices(path);
  assert.deepEqual([built.header.spot.hours, spotHours(built, 'SE1')], [undefined, null]);
});

test('the text about hours states how they were made and how far days spread', () => {
  assert.match(
    hoursText(given, inputs.spotYear.hours),
    /^Hours of 2025: whole, means of quarter hours on 92 days, may be republished \(CC BY 4\.0\)\. Mean spread of a day, SEK\/kWh: SE1 0\.3\d\d, SE2 0\.3\d\d, SE3 /,
  );
});

test('the cells of the yields are there with their temperatures', () => {
  const { header, grid, cell_index, temperature } = prices;
  assert.deepEqual([header.cells, grid, cell_index], [6, CELLS.grid, CELLS.cell_index]);
  assert.deepEqual(temperature, CELLS.temperature);
  assert.deepEqual(prices.mask, mask);
});

test('every place is there with its point and municipality', () => {
  const { header, place_point, place_municipality } = prices;
  const { names, municipalities } = header.places;
  const place = names.indexOf('Östersund');
  assert.ok(names.length > 800 && place >= 0);
  assert.deepEqual([...place_point.subarray(2 * place, 2 * place + 2)], [63.1792, 14.63566]);
  assert.equal(municipalities[place_municipality[place]].code, '2380');
  assert.equal(place_municipality.length, names.length);
});

test('reading and building again gives the same bytes', async () => {
  inputs = await readPriceInputs(given, loaded.folder);
  assert.ok((await build('again.bin')).equals(bytes));
});

test('every file that it was built from is listed', async () => {
  const [archive, ...records] = await pricesPaths(given, loaded.folder);
  assert.equal(basename(archive), 'reconstructed-2025.zip');
  const names = records.map((path) => basename(path, '.json'));
  const expected = 'tariffs grid-tariffs household battery-programs price-areas places';
  assert.equal(names.join(' '), expected);
});

test('the summary has a line of 24 prices and one of its hours for each area and month, and every figure of the records', () => {
  const lines = summary.trimEnd().split('\n');
  const months = lines.filter((line) => /^SE[1-4] \d\d,/.test(line));
  assert.equal(months.length, 48);
  assert.ok(months.every((line) => line.split(',').length === 25));
  const hours = lines.filter((line) => /^SE[1-4] \d\d hours,-?\d/.test(line));
  assert.equal(hours.length, 48);
  const [, spread, lowest, highest, step] = hours[24].split(',').map(Number);
  const january = (spotHours(prices, 'SE3') ?? assert.fail('no hours')).subarray(0, 744);
  assert.equal(lowest, +Math.min(...january).toFixed(4));
  assert.equal(highest, +Math.max(...january).toFixed(4));
  assert.ok(0 < step && step < spread && spread < highest - lowest);
  const value = (place: string) => lines.find((line) => line.startsWith(`${place},`))?.split(',');
  const [tariff] = prices.header.tariffs.records;
  assert.equal(
    Number(value('tariffs.records.0.supplier_markup.value')?.[1]),
    tariff.supplier_markup.value,
  );
  assert.equal(value('grid_tariffs.ellevio-2025.power.0.factor_hours.0.factor')?.[1], '0.5');
  assert.ok(lines.includes('grid_tariffs.ellevio-2025.power.0.statistic.distinct_days,1'));
  assert.ok(lines.includes('grid_tariffs.skovde-2025.clock cet,1'));
  assert.ok(lines.includes('grid_tariffs.nacka-2025.holidays.maundy_thursday,1'));
  const { type_curves } = prices.header.household.uses.household;
  assert.equal(
    Number(value('household.uses.household.type_curves.seasons.0.weekday.18')?.[1]),
    type_curves.seasons[0].weekday[18],
  );
  const places = lines.map(placeOf);
  assert.deepEqual(places, places.toSorted(placeOrder));
  assert.equal(new Set(places).size, places.length);
});
