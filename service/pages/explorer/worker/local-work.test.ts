import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { USUAL_BATTERY } from '#engine/battery/battery.ts';
import { generatedSpot } from '#engine/battery/test/houses.ts';
import { readComparison } from '#engine/economy/battery-choice.ts';
import type { HouseSavings } from '#engine/economy/verdict.ts';
import { houseRange } from '#engine/range/house-range.ts';
import { monthHourMeans } from '#engine/simulation/series.ts';
import batterySchema from '../../../../schemas/api/simulation-battery.schema.json' with {
  type: 'json',
};
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { IS_WHOLE } from '../../../../schemas/test/run-size.ts';
import type {
  BatteryStrategiesRequest,
  SimulationRange,
  SimulationRequest,
  SimulationResponse,
} from '../../../../schemas/types.ts';
import { testPrices, testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { post } from '../../ui/api.ts';
import { DEFAULT_STATE, type ExplorerState, followLatest } from '../state.ts';
import { askComparison, askSeries, startLocalTest } from './local.test-kit.ts';

const [byTheHour, byMonth] = await Promise.all(
  [variablePrices(), testPrices()].map((prices) => startLocalTest(prices)),
);

/** The test dataset with hours of which no two days are alike. */
function variablePrices(): PricesArtifact {
  const prices = testPricesWithHours();
  for (let area = 0; area < 4; area++) prices.spot_hours?.set(generatedSpot(area + 1), area * 8760);
  return prices;
}

/** The API rounds its figures to the öre. */
const ROUNDED_SEK = 0.0051;

const face = fc.record({
  tilt: fc.integer({ min: 0, max: 90 }),
  azimuth: fc.integer({ min: 0, max: 359 }),
  kwp: fc.integer({ min: 1, max: 30 }),
});

/** A share of each month up to one, or none. */
const percents = (max: number) =>
  fc.option(fc.array(fc.integer({ min: 0, max }), { minLength: 12, maxLength: 12 }), { freq: 3 });

const houses: fc.Arbitrary<ExplorerState> = fc
  .record({
    lat: fc.constantFrom(59.1, 59.2, 59.3),
    lng: fc.constantFrom(15.2, 15.3, 15.4),
    faces: fc.array(face, { minLength: 1, maxLength: 3 }),
    snowPct: percents(30),
    shadingPct: percents(40),
    horizonDeg: fc.option(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 8, maxLength: 8 }),
      { freq: 3 },
    ),
    useKwh: fc.integer({ min: 0, max: 40_000 }),
    evKmPerDay: fc.integer({ min: 0, max: 150 }),
    fadePct: fc.integer({ min: 0, max: 5 }),
    standbyW: fc.integer({ min: 0, max: 50 }),
    reservePct: fc.integer({ min: 0, max: 40 }),
    inverterKw: fc.constantFrom(0, 3, 8),
    gridFeeOre: fc.option(fc.integer({ min: 0, max: 150 })),
    powerChargeSek: fc.option(fc.integer({ min: 0, max: 120 })),
    isHybrid: fc.boolean(),
    isWinterReserve: fc.boolean(),
  })
  .map(stateOf);

function stateOf(part: Partial<ExplorerState>): ExplorerState {
  return { ...DEFAULT_STATE, lat: 59.2, lng: 15.3, lang: 'sv', ...part };
}

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
  return { ...request, compare: { ...request.compare, sizes_kwh: [sizeKwh] } };
}

const HOUSES = IS_WHOLE ? 200 : 20;

test(`the page and the API agree to the öre on ${HOUSES} random houses`, async () => {
  const sizes = fc.constantFrom(0, 5, 10, 20, 7.5);
  const isListed = fc.boolean();
  const one = fc.tuple(houses, sizes, fc.option(meters, { freq: 4 }), isListed);
  for (const [state, size, meter, listed] of fc.sample(one, {
    numRuns: HOUSES,
    seed: 20_261_122,
  })) {
    const { service, local } = listed ? byTheHour : byMonth;
    const { compare, series } = await local.calls({ state, meter });
    assert.equal(compare.prices?.resolution, listed ? 'hourly' : undefined);
    const body = await askSeries(service.base, series);
    if (!compare.battery?.coupling)
      assert.deepEqual(Array.from(await local.hours(state)), body.hourly_kwh);
    if (!meter?.exportKwh) assert.deepEqual(compare.pv.hourly_kwh, body.hourly_kwh);
    const request = fewCells(compare, size);
    const here = await local.compare(request);
    const there = readComparison(await askComparison(service.base, request));
    const apart = computeGapSek(here, there);
    assert.ok(apart <= ROUNDED_SEK, `${apart} SEK apart: ${JSON.stringify({ ...state, size })}`);
  }
});

test("a grid company's price list gives the API's figures, with a meter too, next to the plain prices", async () => {
  const { service, local } = byTheHour;
  const [{ id }] = await local.tariffs();
  const meter = { importKwh: new Float64Array(8760).fill(1.25), exportKwh: null, notes: [] };
  for (const own of [null, meter]) {
    const house = { state: stateOf({ gridTariff: id }), meter: own };
    const { money, plain } = await local.money(house);
    const { compare } = await local.calls(house);
    assert.equal(compare.prices?.grid_tariff, id);
    const there = readComparison(await askComparison(service.base, compare));
    assert.ok(computeGapSek(money, there) <= ROUNDED_SEK);
    const { money: without } = await local.money({ ...house, state: stateOf({}) });
    assert.ok(plain && computeGapSek(plain, without) === 0);
    assert.ok(Math.abs(without.solarSek - money.solarSek) > 1);
  }
});

for (const [hours, test1] of [
  ['listed', byTheHour],
  ['none', byMonth],
] as const) {
  test(`the typical days of a house equal the API's, hours ${hours}`, () => compareDays(test1));
}

/** The API's answer on a house with one battery. */
function askCombined<Answer>(
  [origin, path]: [origin: string, path: string],
  { compare: _, ...house }: BatteryStrategiesRequest & Pick<SimulationRequest, 'detail'>,
  sizeKwh: number,
): Promise<Answer> {
  const battery = { ...house.battery, capacity_kwh: sizeKwh, strategy: 'combined' };
  return post(path, { ...house, battery }, { origin });
}

async function compareDays({ service, local }: typeof byTheHour): Promise<void> {
  const house = { state: stateOf({ powerChargeSek: 45, gridFeeOre: 31 }), meter: null };
  const combined = (sizeKwh: number) => ({ sizeKwh, strategy: 'combined' }) as const;
  const days = await local.days(house, combined(10));
  const { compare } = await local.calls(house);
  const { typical_days: apiDays, yearly } = await askCombined<SimulationResponse>(
    [service.base, '/simulation'],
    { ...compare, detail: 'typical_days' },
    10,
  );
  assert.ok(apiDays);
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
  assert.ok(Math.abs(yearly.battery.savings_sek - days.savesSek) < ROUNDED_SEK);
  assert.ok(days.possibleSek >= days.savesSek);
}

/** The API's range of a house with one battery. */
const askRange = (origin: string, compare: BatteryStrategiesRequest, sizeKwh: number) =>
  askCombined<SimulationRange>([origin, '/simulation/range'], compare, sizeKwh);

test("the range equals the API's, with and without hours, a power charge, a price list or a meter", async () => {
  const meter = {
    importKwh: Float64Array.from({ length: 8760 }, (_, t) => 1 + Math.sin(t / 3.7)),
    exportKwh: null,
    notes: [],
  };
  const [{ id }] = await byTheHour.local.tariffs();
  for (const [{ service, local }, part, sizeKwh, own] of [
    [byTheHour, {}, 10, null],
    [byMonth, {}, 5, null],
    [byTheHour, { powerChargeSek: 50 }, 10, null],
    [byTheHour, { gridTariff: id }, 10, null],
    [byTheHour, {}, 10, meter],
    [byTheHour, {}, 0, null],
  ] as const) {
    const house = { state: stateOf(part), meter: own };
    const { years } = await local.range(house, { sizeKwh, strategy: 'combined' });
    assert.ok(years);
    const here = houseRange(years, 25);
    const { compare } = await local.calls(house);
    const there = await askRange(service.base, compare, sizeKwh);
    for (const [found, wanted] of [
      [here.savingsSek, there.savings_sek],
      [here.batterySavingsSek, there.battery_savings_sek],
    ])
      for (const p of ['p90', 'p50', 'p10'] as const)
        assert.ok(Math.abs(found[p] - wanted[p]) < 1, `${p}: ${found[p]}, API ${wanted[p]}`);
  }
});

/** A dataset on an exchange whose every price is so many times as high. */
function timesSpot(prices: PricesArtifact, level: number): PricesArtifact {
  const { spot_profile, spot_hours } = prices;
  const scale = <Numbers extends Float32Array | Float64Array>(all: Numbers) =>
    all.map((sek) => sek * level) as Numbers;
  return {
    ...prices,
    spot_profile: scale(spot_profile),
    ...(spot_hours ? { spot_hours: scale(spot_hours) } : {}),
  };
}

test("a spot price level gives the API's figures for a dataset of such prices", async () => {
  for (const [{ local }, prices, part, usualPct] of [
    [byTheHour, variablePrices(), {}, 35],
    [byTheHour, variablePrices(), { gridFeeOre: 60, powerChargeSek: 40 }, -50],
    [byMonth, testPrices(), {}, -50],
  ] as const) {
    for (const priceLevelPct of IS_WHOLE ? [-50, 35] : [usualPct]) {
      const scaled = await startLocalTest(timesSpot(prices, 1 + priceLevelPct / 100));
      const house = { state: stateOf({ ...part, priceLevelPct }), meter: null };
      const { compare: request } = await scaled.local.calls({ ...house, state: stateOf(part) });
      const there = readComparison(await askComparison(scaled.service.base, request));
      const { money, plain } = await local.money(house);
      assert.equal(money.batteries.length, 4);
      assert.equal(plain, null);
      assert.ok(computeGapSek(money, there) <= 0.1, `${computeGapSek(money, there)} SEK apart`);
      const battery = { sizeKwh: 10, strategy: 'combined' } as const;
      const { years } = await local.range(house, battery);
      const range = await askRange(scaled.service.base, request, 10);
      assert.ok(
        years && Math.abs(houseRange(years, 25).savingsSek.p90 - range.savings_sek.p90) < 1,
      );
    }
  }
});

test('a house at the last known prices has the price level of its area', async () => {
  const { local } = byTheHour;
  const levelAt = async (lat: number, lng: number) =>
    followLatest(stateOf({ isLatest: true }), await local.market({ lat, lng })).priceLevelPct;
  assert.notEqual(await levelAt(67.86, 20.23), await levelAt(55.6, 13));
  const { lat, lng } = stateOf({});
  const [followed, level] = await local.elsewhere(
    [{ isLatest: true }, { priceLevelPct: await levelAt(lat, lng) }].map((part) => ({
      state: stateOf(part),
      meter: null,
    })),
  );
  assert.deepEqual(followed, level);
});

test("the engine's default battery is that of the API", () => {
  const { properties } = batterySchema;
  assert.deepEqual(USUAL_BATTERY, {
    socMin: properties.soc_min.default,
    socMax: properties.soc_max.default,
    reserveShare: new Array(12).fill(properties.reserve_share.default),
    roundTripEfficiency: properties.round_trip_efficiency.default,
    standbyW: properties.standby_w.default,
    fadePctPerYear: properties.fade_pct_per_year.default,
    peakTargetKw: null,
    minSpreadSekPerKwh: properties.arbitrage_min_spread_sek_per_kwh.default,
    priority: properties.priority.default,
  });
});

/** Computes the largest difference of two answers to one question, SEK. */
function computeGapSek(one: HouseSavings, other: HouseSavings): number {
  const savings = one.batteries.map((battery) => {
    const same = other.batteries.find(
      ({ kwh, strategy }) => kwh === battery.kwh && strategy === battery.strategy,
    );
    return same ? Math.abs(same.savingSek - battery.savingSek) : Number.POSITIVE_INFINITY;
  });
  return Math.max(Math.abs(one.solarSek - other.solarSek), ...savings);
}

test("a link's sums of a meter that is not there: a house uses what it buys, and what its roof yields but does not sell", async () => {
  const { local } = byMonth;
  const useOf = async (part: Partial<ExplorerState>) => {
    const state = { ...DEFAULT_STATE, lat: 59.2, lng: 15.3, evKmPerDay: 40, ...part };
    const { compare } = await local.calls({ state, meter: null });
    const yieldKwh = compare.pv.hourly_kwh?.reduce((sum, kwh) => sum + kwh, 0) ?? 0;
    return { use: compare.consumption, yieldKwh: Math.round(yieldKwh) };
  };
  assert.deepEqual((await useOf({ meterBoughtKwh: 10_588 })).use, { yearly_kwh: 10_588 });
  const both = await useOf({ meterBoughtKwh: 10_588, meterSoldKwh: 568 });
  assert.deepEqual(both.use, { yearly_kwh: 10_588 + both.yieldKwh - 568 });
});
