/** Pages, recipes and proposals ask for prices by the hour where the dataset has them, and say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATTERY_STANDBY_W } from '#engine/cash-flow.ts';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { seriesJson } from '#engine/yield/series.ts';
import { hoursUse, type PricesArtifact } from '../../schemas/codec/prices-artifact.ts';
import type { LinkInputs } from '../../schemas/types.ts';
import { compared } from '../api/simulation/test/answers.ts';
import { testPrices, testPricesWithHours } from '../api/simulation/test/prices.ts';
import { testArtifact } from '../test/artifact.ts';
import { startTestService, testLoaded } from '../test/service.ts';
import { computeProposal } from './proposal/compute-proposal.ts';

const DATA = yieldDataset(testArtifact());
const PLACE = { lat: 59.13, lng: 15.29 };
const FACES = [{ tilt: 27, azimuth: 100, kwp: 5 }];
const USE = { yearly_kwh: 12_000, ev_km_per_day: 30 };

const INPUTS: LinkInputs = {
  brand: 'demo',
  ref: 'A-1',
  days: 60,
  ...PLACE,
  place: '',
  faces: FACES,
  use: USE,
  system: 'battery',
  costs: { solar_sek: 120_000, charging_points: { count: 0, sek: 0 } },
  batteries: [{ kwh: 10, sek: 70_000 }],
  deduction: { paid_on: '2026-12-01', adults: 1 },
};

const DATASETS: [use: ReturnType<typeof hoursUse>, prices: PricesArtifact][] = [
  ['listed', testPricesWithHours()],
  ['computed', testPricesWithHours(false)],
  ['none', testPrices()],
];

for (const [use, prices] of DATASETS) {
  test(`hours ${use}: pages and recipes request the finest prices available`, async () => {
    assert.equal(hoursUse(prices), use);
    const { base } = await startTestService({ loaded: { ...testLoaded(), prices } });
    const page = async (path: string) => await (await fetch(base + path)).text();
    const [, file] = /"SE3":"([^"]+)"/.exec(await page('/')) ?? [];
    const { spot_hours } = JSON.parse(await page(file));
    assert.equal(spot_hours?.length, use === 'listed' ? 8760 : undefined);
    const finest = use === 'none' ? 'month_x_hour' : 'hourly';
    // A house and a meter on the first page, a house on the other, in three languages each.
    for (const [path, count] of [
      ['/docs', 6],
      ['/docs/api/postSimulation', 3],
    ] as const) {
      const mentions = (await page(path)).matchAll(
        /resolution(?:&quot;|['": ])+(hourly|month_x_hour)/g,
      );
      assert.deepEqual(
        Array.from(mentions, ([, named]) => named),
        Array(count).fill(finest),
        path,
      );
    }
  });

  test(`hours ${use}: a proposal uses the finest prices, and stores their year`, () => {
    const { result, batteries } = computeProposal(DATA, prices, INPUTS, new Date());
    assert.equal(result.hours_of, use === 'none' ? undefined : 2025);
    const { hourly_kwh } = JSON.parse(
      seriesJson(DATA, prices, parseSeries({ ...PLACE, faces: FACES })),
    );
    const { no_battery, matrix } = compared(
      {
        location: PLACE,
        consumption: USE,
        pv: { hourly_kwh },
        prices: { resolution: use === 'none' ? 'month_x_hour' : 'hourly' },
        battery: { capacity_kwh: 0, standby_w: BATTERY_STANDBY_W },
        compare: { sizes_kwh: [10], strategies: ['combined'] },
      },
      prices,
    );
    assert.equal(result.solar_saving_sek, Math.round(no_battery.savings_sek));
    assert.ok(Math.abs(batteries[0].saving_sek - matrix[0].battery_savings_sek) <= 1);
  });
}
