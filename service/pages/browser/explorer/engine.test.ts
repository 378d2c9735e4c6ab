import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generatedSpot } from '#engine/battery/test/houses.ts';
import batterySchema from '../../../../schemas/api/simulation-battery.schema.json' with {
  type: 'json',
};
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { BatteryStrategiesRequest } from '../../../../schemas/types.ts';
import { monthHourMeans } from '../../../api/simulation/series.ts';
import { testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { DEFAULT_STATE, type ExplorerState } from '../../shared/state.ts';
import { createApi } from '../api.ts';
import { compareHere, computeDays, USUAL_BATTERY } from './engine.ts';
import { computeGapSek, readApiAnswer } from './money-answer.ts';
import { buildComparisonRequest, buildSeriesRequest } from './requests.ts';

const service = await startTestService({ loaded: { ...testLoaded(), prices: livelyPrices() } });
const api = createApi(service.base);

/** The test dataset with hours of which no two days are alike. */
function livelyPrices(): PricesArtifact {
  const prices = testPricesWithHours();
  for (let area = 0; area < 4; area++) prices.spot_hours?.set(generatedSpot(area + 1), area * 8760);
  return prices;
}

/** How far the page's figure may be from the API's, SEK. */
const NEAR_SEK = 1;

const face = fc.record({
  tilt: fc.integer({ min: 0, max: 90 }),
  azimuth: fc.integer({ min: 0, max: 359 }),
  kwp: fc.integer({ min: 1, max: 30 }),
});

const houses: fc.Arbitrary<ExplorerState> = fc.record({
  lat: fc.constantFrom(59.1, 59.2, 59.3),
  lng: fc.constantFrom(15.2, 15.3, 15.4),
  faces: fc.array(face, { minLength: 1, maxLength: 3 }),
  systemLossPct: fc.constant(null),
  snowPct: fc.constant(null),
  shadingPct: fc.constant(null),
  horizonDeg: fc.constant(null),
  useKwh: fc.integer({ min: 0, max: 40_000 }),
  evKmPerDay: fc.integer({ min: 0, max: 150 }),
  panelSekPerKwp: fc.constant(14_000),
  batteryFixedSek: fc.constant(15_000),
  owners: fc.constant(1),
  batterySekPerKwh: fc.constant(6000),
  gridFeeOre: fc.option(fc.integer({ min: 0, max: 150 })),
  powerChargeSek: fc.option(fc.integer({ min: 0, max: 120 })),
  gridTariff: fc.constant(null),
  fuseA: fc.constant(20),
  lang: fc.constant('sv' as const),
});

/** Hours of a meter that no model made: 10 Wh to 6 kWh. */
const meters = fc.integer({ min: 1, max: 1e6 }).map((seed) => {
  let value = seed;
  const next = () => {
    value = (value * 48_271) % 2_147_483_647;
    return value / 2_147_483_647;
  };
  return {
    importKwh: Float64Array.from({ length: 8760 }, () => 0.01 + 6 * next() ** 3),
    exportKwh: next() < 0.5 ? Float64Array.from({ length: 8760 }, () => 3 * next() ** 4) : null,
    notes: [],
  };
});

/** Fewer cells than the page asks for, so that 200 houses are soon asked for. */
function fewCells(request: BatteryStrategiesRequest, sizeKwh: number): BatteryStrategiesRequest {
  const { strategies = [] } = request.compare ?? {};
  return { ...request, compare: { strategies: strategies.slice(-2), sizes_kwh: [sizeKwh] } };
}

test('the page and the API agree within 1 SEK on 200 random houses', async () => {
  let most = 0;
  const sizes = fc.constantFrom(0, 5, 10, 20, 7.5);
  const isListed = fc.boolean();
  const one = fc.tuple(houses, sizes, fc.option(meters, { freq: 4 }), isListed);
  for (const [state, size, meter, listed] of fc.sample(one, { numRuns: 200, seed: 20_261_122 })) {
    const [{ body: series }, { body: market }] = await Promise.all([
      api.series(buildSeriesRequest(state)),
      api.market(state.lat, state.lng, listed),
    ]);
    const pvKwh = series.hourly_kwh ?? [];
    const hours = listed ? 'listed' : 'none';
    const asked = buildComparisonRequest(state, { pvKwh, market, meter, hours });
    assert.equal(asked.prices?.resolution, listed ? 'hourly' : undefined);
    const request = fewCells(asked, size);
    const here = compareHere(request, market);
    const there = readApiAnswer((await api.compare(request)).body);
    const apart = computeGapSek(here, there);
    assert.ok(apart <= NEAR_SEK, `${apart} SEK apart: ${JSON.stringify({ ...state, size })}`);
    assert.deepEqual(
      here.cells.map(({ isBestOfSize }) => isBestOfSize),
      there.cells.map(({ isBestOfSize }) => isBestOfSize),
    );
    most = Math.max(most, apart);
  }
  assert.ok(most > 0);
});

for (const hours of ['listed', 'none'] as const) {
  test(`the whole comparison and its days are those of the API, hours ${hours}`, () =>
    compareDays(hours));
}

async function compareDays(hours: 'listed' | 'none'): Promise<void> {
  const state: ExplorerState = {
    ...DEFAULT_STATE,
    lat: 59.2,
    lng: 15.3,
    powerChargeSek: 45,
    gridFeeOre: 31,
    lang: 'sv',
  };
  const { body: market } = await api.market(state.lat, state.lng, hours === 'listed');
  const { body: series } = await api.series(buildSeriesRequest(state));
  const pvKwh = series.hourly_kwh ?? [];
  const request = buildComparisonRequest(state, { pvKwh, market, meter: null, hours });
  const here = compareHere(request, market);
  assert.ok(computeGapSek(here, readApiAnswer((await api.compare(request)).body)) < 0.05);
  assert.equal(here.cells.length, 16);
  const days = computeDays(request, market, 10, 'combined');
  const { compare: _, ...house } = request;
  const answer = await service.call('/api/v1/simulation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...house,
      battery: { capacity_kwh: 10, strategy: 'combined' },
      detail: 'typical_days',
    }),
  });
  const { typical_days: apiDays, yearly } = JSON.parse(answer.text);
  for (const [name, series] of [
    ['pv_kwh', days.pvKwh],
    ['load_kwh', days.loadKwh],
    ['charge_kwh', days.chargeKwh],
    ['discharge_kwh', days.dischargeKwh],
    ['import_price_sek_per_kwh', days.importSekPerKwh],
  ] as const) {
    const table: number[] = apiDays[name].flat();
    const means = monthHourMeans(series);
    assert.ok(
      table.every((value, at) => Math.abs(value - means[at]) < 2e-4),
      name,
    );
  }
  assert.ok(Math.abs(yearly.battery.savings_sek - days.savesSek) < 0.05);
  assert.ok(days.possibleSek >= days.savesSek);
  // The power charge is a month's, and no day's.
  const { peak_charge_sek_per_kw_month: _charge, ...energyAlone } = request.prices ?? {};
  const uncharged = { ...request, prices: { ...energyAlone, peak_charge_sek_per_kw_month: 0 } };
  const ofDays = computeDays(uncharged, market, 10, 'combined');
  const sum = ofDays.daySek?.reduce((total, sek) => total + sek, 0) ?? Number.NaN;
  assert.ok(Math.abs(sum - ofDays.savesSek) < 1e-6);
  assert.equal(computeDays(request, market, 0, 'combined').daySek, null);
}

test('hours that the API alone may use: it computes, but for a meter and a fee of one’s own', async () => {
  const { body: market } = await api.market(59.2, 15.3, false);
  const state: ExplorerState = { ...DEFAULT_STATE, lat: 59.2, lng: 15.3, lang: 'sv' };
  const house = { pvKwh: [], market, meter: null, hours: 'computed' as const };
  const resolution = (changes: Partial<ExplorerState>, own = {}) =>
    buildComparisonRequest({ ...state, ...changes }, { ...house, ...own }).prices?.resolution;
  const meter = { importKwh: new Float64Array(8760), exportKwh: null, notes: [] };
  assert.equal(resolution({}), 'hourly');
  assert.equal(resolution({ powerChargeSek: 40 }), 'hourly');
  assert.equal(resolution({ gridFeeOre: 31 }), undefined);
  assert.equal(resolution({}, { meter }), undefined);
});

test('the engine’s usual battery is the default of the contract', () => {
  const { properties } = batterySchema;
  assert.deepEqual(USUAL_BATTERY, {
    socMin: properties.soc_min.default,
    socMax: properties.soc_max.default,
    roundTripEfficiency: properties.round_trip_efficiency.default,
    peakTargetKw: null,
    minSpreadSekPerKwh: properties.arbitrage_min_spread_sek_per_kwh.default,
    priority: properties.priority.default,
  });
});
