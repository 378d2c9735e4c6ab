/** The default dataset's hours of prices are as lively as the market's, and a battery earns on them what it earns there. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mean, sum } from 'd3-array';
import { summerTimeOf } from '#common/stockholm-time.ts';
import measured from '../../../fixtures/price-liveliness.json' with { type: 'json' };
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { spotHours } from '../../../schemas/codec/prices-artifact.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { roofYear } from '../../api/yield/roof-year.ts';
import { parseSeries } from '../../api/yield/series-request.ts';
import { builtDefault, PROJECT } from '../../test/default-dataset.ts';
import { batterySavings, tableHouses } from './battery-on-hours.ts';
import { hoursFigures, realHours } from './hours-figures.ts';
import { daySums, daysOf } from './house-figures.ts';

/** The market's real prices, which may not be copied into the project; see fixtures/spot/README.md. */
const REAL = join(PROJECT, '..', 'shared', 'spot', 'spot_2025_sek_per_kwh.csv');
const skip = existsSync(REAL) ? false : `no real prices in ${REAL}`;

const { folder } = await builtDefault();
const prices = await readPrices(join(folder, 'prices.bin'));
const datasets = { prices, yields: await readPvYield(join(folder, 'pv-yield.bin')) };

for (const house of tableHouses()) {
  const { area, yearlyKwh, capacityKwh, powerKw, measuredSek } = house;
  test(`${area}, ${yearlyKwh} kWh: ${capacityKwh} kWh, ${powerKw} kW earn within 5 % of the market's`, () => {
    const own = batterySavings(datasets, house, spotHours(prices, area));
    const ratio = own / measuredSek;
    assert.ok(Math.abs(ratio - 1) <= 0.05, `${own} SEK of ${measuredSek}: ${ratio}`);
    // Means by month and clock hour hide a tenth at least.
    assert.ok(batterySavings(datasets, house, null) < 0.92 * own);
  });
}

for (const area of PRICE_AREAS) {
  test(`days and hours of ${area} are as uneven as the market's`, () => {
    const own = hoursFigures(spotHours(prices, area) ?? assert.fail(area));
    const market = measured.hours[area];
    assert.ok(Math.abs(own.daily_spread / market.daily_spread - 1) < 0.1, `${own.daily_spread}`);
    assert.ok(Math.abs(own.below_zero / market.below_zero - 1) < 0.1, `${own.below_zero}`);
    assert.ok(Math.abs(own.highest / market.highest - 1) < 0.15, `${own.highest}`);
  });
}

const roof = parseSeries({ lat: 59.33, lng: 18.07, faces: [{ tilt: 35, azimuth: 180, kwp: 8 }] });
const { hourlyKwh } = roofYear(datasets.yields, roof, summerTimeOf(measured.year));

for (const area of PRICE_AREAS) {
  test(`days of ${area} are dear whether they are bright or dull, as on the market`, () => {
    const r = correlation(
      daysAboutMonth(spotHours(prices, area) ?? assert.fail(area)),
      daysAboutMonth(hourlyKwh),
    );
    // On the market's hours of 2025 it is -0.04 to 0.00.
    assert.ok(Math.abs(r) < 0.1, `${r}`);
  });
}

/** Each day less the mean of its month's days. */
function daysAboutMonth(hours: Float64Array): number[] {
  const days = Float64Array.from(daySums(hours));
  return Array.from({ length: MONTHS }, (_, month) => Array.from(daysOf(days, month))).flatMap(
    (own) => own.map((value) => value - (mean(own) ?? 0)),
  );
}

/** Correlation of two series that are about 0. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]) =>
    sum(x, (value, i) => value * y[i]);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

test("the market's figures are those of its hours", { skip }, async () => {
  const real = await realHours(REAL, measured.year);
  for (const area of PRICE_AREAS) {
    const found = hoursFigures(real.get(area) ?? assert.fail(area));
    assert.equal(found.below_zero, measured.hours[area].below_zero);
    assert.equal(found.daily_spread.toFixed(3), measured.hours[area].daily_spread.toFixed(3));
    assert.equal(found.highest.toFixed(3), measured.hours[area].highest.toFixed(3));
  }
  for (const house of tableHouses()) {
    const sek = batterySavings(datasets, house, real.get(house.area) ?? null);
    const where = `${house.area}, ${house.yearlyKwh} kWh, ${house.capacityKwh} kWh`;
    assert.ok(Math.abs(sek - house.measuredSek) < 1, `${where}: ${sek}, not ${house.measuredSek}`);
  }
});
