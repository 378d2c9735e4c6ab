/** The default dataset's hours of prices are as variable as the market's, and a battery earns on them what it earns there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { max, mean, sum } from 'd3-array';
import { meanSpread } from '#clock/daily-spread.ts';
import { series, simulation } from '#engine/answers.ts';
import measured from '../../../fixtures/price-variability.json' with { type: 'json' };
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { spotHours } from '../../../schemas/codec/prices-artifact.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { daySums, daysOf } from './house-figures.ts';

const { loaded } = await builtDefault();
const prices = loaded.prices ?? assert.fail('no prices');
const { battery, places } = measured;

for (const { area, yearly_kwh, savings_sek } of battery.houses) {
  const { lat, lng } = places[area as PriceArea];
  const roof = series(loaded, { lat, lng, faces: [battery.roof] });
  for (const [i, size] of battery.sizes.entries()) {
    test(`${area}, ${yearly_kwh} kWh: ${size.capacity_kwh} kWh earn within 5 % of the market's`, () => {
      const { yearly } = simulation(loaded, {
        location: { lat, lng },
        consumption: { yearly_kwh },
        pv: { hourly_kwh: roof.hourly_kwh },
        battery: { ...size, strategy: battery.strategy },
        prices: { resolution: 'hourly' },
      });
      const ratio = yearly.battery.savings_sek / savings_sek[i];
      assert.ok(Math.abs(ratio - 1) <= 0.05, `${ratio} of ${savings_sek[i]} SEK`);
    });
  }
}

for (const area of PRICE_AREAS) {
  test(`days and hours of ${area} are as uneven as the market's`, () => {
    const hours = spotHours(prices, area) ?? assert.fail(area);
    const market = measured.hours[area];
    const spread = meanSpread(hours);
    const belowZero = hours.filter((price) => price < 0).length;
    const highest = max(hours) ?? 0;
    assert.ok(Math.abs(spread / market.daily_spread - 1) < 0.1, `${spread}`);
    assert.ok(Math.abs(belowZero / market.below_zero - 1) < 0.1, `${belowZero}`);
    assert.ok(Math.abs(highest / market.highest - 1) < 0.15, `${highest}`);
  });
}

const faces = [{ tilt: 35, azimuth: 180, kwp: 8 }];
const { hourly_kwh = [] } = series(loaded, { lat: 59.33, lng: 18.07, faces });

for (const area of PRICE_AREAS) {
  test(`days of ${area} are expensive whether they are bright or dull, as on the market`, () => {
    const r = correlation(
      daysAboutMonth(spotHours(prices, area) ?? assert.fail(area)),
      daysAboutMonth(hourly_kwh),
    );
    // On the market's hours of 2025 it is -0.04 to 0.00.
    assert.ok(Math.abs(r) < 0.1, `${r}`);
  });
}

/** Each day less the mean of its month's days. */
function daysAboutMonth(hours: ArrayLike<number>): number[] {
  const days = Float64Array.from(daySums(Float64Array.from(hours)));
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
