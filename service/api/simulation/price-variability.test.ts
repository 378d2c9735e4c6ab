/** Plans on prices as uneven as the market's. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { dispatchYear } from '#engine/battery/dispatch.ts';
import { type AcFlows, idleFlows } from '#engine/battery/house.ts';
import {
  energySek,
  heatPumpHouse,
  plainOptions,
  retailPrices,
  testBattery,
} from '#engine/battery/test/houses.ts';
import { windowsAgainstOptimum, yearAgainstOptimum } from '#engine/battery/test/optimum.ts';
import { monthHourMeans, repeatProfile } from '#engine/simulation/series.ts';
import measured from '../../../fixtures/price-variability.json' with { type: 'json' };
import { readSpotYear, type SpotRecipe } from '../../../pipeline/prices/spot/read-spot-year.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { PROJECT } from '../../../schemas/project.ts';
import type { PriceArea } from '../../../schemas/types.ts';

const RECIPE: SpotRecipe = { feed: 'elprisetjustnu', files: 'reconstructed-2025.zip', year: 2025 };
/** How near savings on the reconstructed hours come to those on the market's. */
const SAVINGS_WITHIN = 0.05;

const { hours } = await readSpotYear(RECIPE, join(PROJECT, 'fixtures', 'spot'));
assert.ok(hours, 'the year is not whole');
/** The hours of an area, SEK/kWh. */
const spotIn = (area: PriceArea) => {
  const first = PRICE_AREAS.indexOf(area) * HOURS;
  return Float64Array.from(hours.sekPerKwh.subarray(first, first + HOURS));
};

const HOUSE = heatPumpHouse(2);
const BATTERY = testBattery(10, 5);

/** Savings of a battery's year of arbitrage, SEK. */
function arbitrageSek(spot: Float64Array, minSpreadSekPerKwh: number): number {
  const prices = retailPrices(spot);
  const options = { ...plainOptions('arbitrage'), minSpreadSekPerKwh };
  const costOf = (flows: AcFlows) => energySek(HOUSE, prices, flows, 0, HOURS);
  return costOf(idleFlows()) - costOf(dispatchYear(HOUSE, prices, BATTERY, options));
}

test('plans reach 99.9 % of what is possible without simultaneous flows', () => {
  for (const area of ['SE3', 'SE4'] as const) {
    const prices = retailPrices(spotIn(area));
    assert.ok(prices.exportSekPerKwh.some((sek) => sek < 0));
    for (const strategy of ['self_consumption', 'arbitrage', 'combined'] as const) {
      const share = windowsAgainstOptimum(HOUSE, prices, BATTERY, strategy, 2);
      assert.ok(share >= 0.999 && share <= 1 + 1e-6, `${area} ${strategy}: ${share}`);
    }
  }
});

test('combined under a power charge reaches 98.5 % of the year’s linear programme', () => {
  for (const area of ['SE3', 'SE4'] as const) {
    const { share } = yearAgainstOptimum(HOUSE, retailPrices(spotIn(area), 60), BATTERY);
    assert.ok(share >= 0.985 && share <= 1 + 1e-6, `${area}: ${share}`);
  }
});

test("arbitrage earns what it did on the market's hours, and on their means by month and clock hour", () => {
  const { hurdles_sek_per_kwh: hurdles, areas } = measured.arbitrage;
  const assertNear = (sek: number, marketSek: number, within: number, what: string) =>
    // The figures are rounded to 1 SEK.
    assert.ok(Math.abs(sek - marketSek) <= 0.51 + within * marketSek, `${what}: ${sek} SEK`);
  for (const [area, known] of Object.entries(areas) as [PriceArea, typeof areas.SE1][]) {
    const spot = spotIn(area);
    const means = repeatProfile(monthHourMeans(spot));
    hurdles.forEach((hurdle, i) => {
      const what = `${area}, hurdle ${hurdle}`;
      assertNear(arbitrageSek(spot, hurdle), known.hours_sek[i], SAVINGS_WITHIN, what);
      assertNear(arbitrageSek(means, hurdle), known.month_hours_sek[i], 0.002, `${what}, means`);
    });
  }
});
