import { type BatteryParameters, USUAL_BATTERY } from '#engine/battery/battery.ts';
import { type BatteriesCase, comparisonGrid } from '#engine/battery/compare-batteries.ts';
import type { House } from '#engine/battery/house.ts';
import { behindInverter } from '#engine/battery/inverter.ts';
import { reserveByMonth } from '#engine/battery/reserve.ts';
import { heatShare, type RangeCase } from '#engine/range/range-years.ts';
import { yearSpreads } from '#engine/range/year-spreads.ts';
import { gridLimitsOf, gridRequest } from '#engine/simulation/grid-limits.ts';
import type { ResolvedInputs } from '#engine/simulation/house-case.ts';
import type { HouseRequest } from '#engine/simulation/house-request.ts';
import { pricesRequest } from '#engine/simulation/parse/prices.ts';
import { marketParts, pricesAtLevel } from '#engine/simulation/resolve/prices.ts';
import { resolveInputs } from '#engine/simulation/resolve/resolve-inputs.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { BatteryStrategiesRequest, SimulationBattery } from '../../../../schemas/types.ts';

/** A request's house under the dataset's prices, as the service resolves it. */
export interface ResolvedHouse {
  batteries: BatteriesCase;
  request: HouseRequest;
  inputs: ResolvedInputs;
  /** Times today's spot price. */
  level: number;
}

/**
 * Resolves a request that the page has built itself, so that nothing in it is checked.
 * @param level by which the spot price of each hour is multiplied
 */
export function resolveHouse(
  body: BatteryStrategiesRequest,
  dataset: PricesArtifact,
  level = 1,
): ResolvedHouse {
  const { location, consumption, pv, battery, compare } = body;
  const { hourly_kwh, yearly_kwh = 0, ev_km_per_day = 0 } = consumption ?? {};
  const pvKwh = Float64Array.from(pv.hourly_kwh ?? []);
  const prices = pricesRequest(body.prices);
  const request: HouseRequest = {
    location: location ?? null,
    consumption: hourly_kwh
      ? { hourly_kwh: Float64Array.from(hourly_kwh) }
      : { yearly_kwh, ev_km_per_day },
    pv: { hourly_kwh: pvKwh },
    prices,
    ...gridRequest(body, prices),
  };
  const inputs = resolveInputs(request, undefined, dataset);
  const house: House = { loadKwh: inputs.loadKwh, pvKwh, ...gridLimitsOf(request) };
  const { inverter_kw, coupling = 'ac' } = battery ?? {};
  const batteries: BatteriesCase = {
    house: inverter_kw === undefined ? house : behindInverter(house, inverter_kw, coupling),
    prices: pricesAtLevel(request.prices, inputs, dataset, level),
    battery: batteryOf(battery),
    powerKw: battery?.power_kw ?? null,
    program: null,
    compare: comparisonGrid(compare ?? {}),
  };
  return { batteries, request, inputs, level };
}

function batteryOf(battery: SimulationBattery | undefined): BatteryParameters {
  return {
    ...USUAL_BATTERY,
    reserveShare: reserveByMonth(battery?.reserve_share ?? 0),
    standbyW: battery?.standby_w ?? USUAL_BATTERY.standbyW,
    fadePctPerYear: battery?.fade_pct_per_year ?? USUAL_BATTERY.fadePctPerYear,
  };
}

/** Adds how the market and the need of heat move from year to year. */
export function resolveYears(
  { batteries, request, inputs, level }: ResolvedHouse,
  dataset: PricesArtifact,
): Pick<RangeCase, 'market' | 'spreads' | 'heatShare'> {
  const { consumption, prices } = request;
  const yearlyKwh = 'yearly_kwh' in consumption ? consumption.yearly_kwh : undefined;
  const parts = marketParts(prices, inputs, dataset);
  return {
    market: {
      importSekPerKwh: parts.importSekPerKwh.map((sek) => sek * level),
      exportSekPerKwh: parts.exportSekPerKwh.map((sek) => sek * level),
    },
    spreads: yearSpreads(inputs.zone),
    heatShare: heatShare(dataset.header.household, batteries.house.loadKwh, yearlyKwh),
  };
}
