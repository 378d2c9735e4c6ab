/** Plans on prices as uneven as the market's: on the committed reconstruction, and on the market's own where they are. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
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
import measured from '../../../fixtures/price-variability.json' with { type: 'json' };
import { readSpotYear, type SpotRecipe } from '../../../pipeline/prices/spot/read-spot-year.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { PROJECT } from '../../../schemas/project.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { monthHourMeans, repeatProfile } from './series.ts';

/** The market's hours may not be copied into the project. See fixtures/spot/README.md. */
const MARKET = join(PROJECT, '..', 'shared', 'spot');
const MARKET_FILE = 'spot_2025_sek_per_kwh.csv';

/** A year of prices to plan on, and how near its savings must come to those of the market's hours. */
interface Year {
  name: string;
  recipe: SpotRecipe;
  folder: string;
  skip: string | false;
  savingsWithin: number;
  spot: Record<string, Float64Array>;
}

const YEARS: Year[] = [
  {
    name: 'the reconstructed hours',
    recipe: { feed: 'elprisetjustnu', files: 'reconstructed-2025.zip', year: 2025 },
    folder: join(PROJECT, 'fixtures', 'spot'),
    skip: false,
    savingsWithin: 0.05,
    spot: {},
  },
  {
    name: "the market's hours",
    recipe: { feed: 'csv', files: MARKET_FILE, year: 2025 },
    folder: MARKET,
    skip: existsSync(join(MARKET, MARKET_FILE)) ? false : `no real prices in ${MARKET}`,
    savingsWithin: 0.002,
    spot: {},
  },
];

before(async () => {
  for (const { recipe, folder, skip, spot } of YEARS) {
    if (skip) continue;
    const { hours } = await readSpotYear(recipe, folder);
    assert.ok(hours, `${folder}: the year is not whole`);
    PRICE_AREAS.forEach((area, i) => {
      spot[area] = Float64Array.from(hours.sekPerKwh.subarray(i * HOURS, (i + 1) * HOURS));
    });
  }
});

const HOUSE = heatPumpHouse(2);
const BATTERY = testBattery(10, 5);

/** Savings of a battery's year of arbitrage, SEK. */
function arbitrageSek(spot: Float64Array, minSpreadSekPerKwh: number): number {
  const prices = retailPrices(spot);
  const options = { ...plainOptions('arbitrage'), minSpreadSekPerKwh };
  const costOf = (flows: AcFlows) => energySek(HOUSE, prices, flows, 0, HOURS);
  return costOf(idleFlows()) - costOf(dispatchYear(HOUSE, prices, BATTERY, options));
}

for (const { name, skip, savingsWithin, spot } of YEARS) {
  test(`${name}: plans reach 99.9 % of what is possible without simultaneous flows`, {
    skip,
  }, () => {
    for (const area of ['SE3', 'SE4']) {
      const prices = retailPrices(spot[area]);
      assert.ok(prices.exportSekPerKwh.some((sek) => sek < 0));
      for (const strategy of ['self_consumption', 'arbitrage', 'combined'] as const) {
        const share = windowsAgainstOptimum(HOUSE, prices, BATTERY, strategy, 2);
        assert.ok(share >= 0.999 && share <= 1 + 1e-6, `${area} ${strategy}: ${share}`);
      }
    }
  });

  test(`${name}: combined under a power charge reaches 98.5 % of the year’s linear programme`, {
    skip,
  }, () => {
    for (const area of ['SE3', 'SE4']) {
      const { share } = yearAgainstOptimum(HOUSE, retailPrices(spot[area], 60), BATTERY);
      assert.ok(share >= 0.985 && share <= 1 + 1e-6, `${area}: ${share}`);
    }
  });

  test(`${name}: arbitrage earns what it did on the market's hours, and on their means by month and clock hour`, {
    skip,
  }, () => {
    const { hurdles_sek_per_kwh: hurdles, areas } = measured.arbitrage;
    const assertNear = (sek: number, marketSek: number, within: number, what: string) =>
      // The figures are rounded to 1 SEK.
      assert.ok(Math.abs(sek - marketSek) <= 0.51 + within * marketSek, `${what}: ${sek} SEK`);
    for (const [area, known] of Object.entries(areas) as [PriceArea, typeof areas.SE1][]) {
      const means = repeatProfile(monthHourMeans(spot[area]));
      hurdles.forEach((hurdle, i) => {
        const what = `${area}, hurdle ${hurdle}`;
        assertNear(arbitrageSek(spot[area], hurdle), known.hours_sek[i], savingsWithin, what);
        assertNear(arbitrageSek(means, hurdle), known.month_hours_sek[i], 0.002, `${what}, means`);
      });
    }
  });
}
