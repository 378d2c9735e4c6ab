import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { type BatteryParameters, type HomeBattery, USUAL_BATTERY } from '../../battery/battery.ts';
import { comparisonGrid } from '../../battery/compare-batteries.ts';
import type { House } from '../../battery/house.ts';
import { behindInverter } from '../../battery/inverter.ts';
import { reserveByMonth } from '../../battery/reserve.ts';
import { heatShare } from '../../range/range-years.ts';
import { yearSpreads } from '../../range/year-spreads.ts';
import type { YieldDataset } from '../../yield/dataset.ts';
import { sunYears } from '../../yield/sun-years.ts';
import { gridLimitsOf } from '../grid-limits.ts';
import type {
  ComparisonCase,
  RangeJobCase,
  ResolvedInputs,
  SimulationCase,
  VerdictCase,
} from '../house-case.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  HouseRequest,
  RangeHouse,
  SimulationHouse,
  VerdictHouse,
} from '../house-request.ts';
import { hoursOf } from '../series.ts';
import { type HouseDataset, requirePrices } from './house-dataset.ts';
import { assertPossible } from './possible.ts';
import { marketParts, pricesAtLevel } from './prices.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { assertListed } from './spot-preset.ts';

/**
 * Resolves a simulation request against a dataset.
 * @throws RequestError as `resolveInputs`. not_supported for a detail with hours that may not be listed
 */
export function resolveSimulation(request: SimulationHouse, dataset: HouseDataset): SimulationCase {
  const { battery, prices, detail } = request;
  const inputs = resolveInputs(request, battery?.frequency_reserve, dataset);
  if (detail === 'hourly' && prices.preset && prices.resolution === 'hourly')
    assertListed(requirePrices(dataset), 'detail');
  return {
    request,
    inputs,
    house: houseOf(request, inputs),
    prices: inputs.prices,
    battery: battery ? homeBattery(battery) : NO_BATTERY,
    program: inputs.program,
  };
}

/**
 * Resolves a battery-strategies request against a dataset.
 * @throws RequestError as `resolveInputs`
 */
export function resolveComparison(request: ComparisonHouse, dataset: HouseDataset): ComparisonCase {
  const { battery, compare } = request;
  const inputs = resolveInputs(request, battery.frequency_reserve, dataset);
  return {
    request,
    inputs,
    house: houseOf(request, inputs),
    prices: inputs.prices,
    battery: parametersOf(battery),
    powerKw: battery.power_kw ?? null,
    program: inputs.program,
    compare: comparisonGrid(compare),
  };
}

/**
 * Resolves a request for a verdict against a dataset, with the spot price at its level.
 * @throws RequestError as `resolveInputs`
 */
export function resolveVerdict(request: VerdictHouse, dataset: HouseDataset): VerdictCase {
  const found = resolveComparison(request, dataset);
  const level = 1 + request.economy.price_level_pct / 100;
  if (level === 1) return { ...found, request };
  const prices = pricesAtLevel(request.prices, found.inputs, requirePrices(dataset), level);
  return { ...found, request, prices };
}

/**
 * Resolves a request for a range against both datasets.
 * @throws RequestError as `resolveSimulation` and `sunYears`
 */
export function resolveRange(
  request: RangeHouse,
  { prices: dataset, pvYield }: { prices: PricesArtifact; pvYield: YieldDataset | null },
): RangeJobCase {
  const { inputs, ...simulated } = resolveSimulation(request, dataset);
  const sun = sunYears(pvYield, request.location);
  const { loadKwh } = simulated.house;
  const { consumption } = request;
  const yearlyKwh = 'yearly_kwh' in consumption ? consumption.yearly_kwh : undefined;
  return {
    ...simulated,
    request,
    inputs,
    spreads: yearSpreads(inputs.zone),
    market: marketParts(request.prices, inputs, dataset),
    sun: { low: sun.low, high: sun.high },
    heatShare: heatShare(dataset.header.household, loadKwh, yearlyKwh),
    sunYears: sun,
  };
}

/** @throws RequestError invalid_parameter for hours or prices that no house has */
function houseOf(
  request: HouseRequest & { battery: BatteryRequest | null },
  { loadKwh, prices }: ResolvedInputs,
): House {
  const { pv, battery } = request;
  const pvKwh = hoursOf('hourly_kwh' in pv ? pv.hourly_kwh : pv.monthly_profile);
  assertPossible(request, { loadKwh, pvKwh }, prices);
  const house = { loadKwh, pvKwh, ...gridLimitsOf(request) };
  if (!battery?.inverter_kw) return house;
  return behindInverter(house, battery.inverter_kw, battery.coupling);
}

/** A house without a battery. */
const NO_BATTERY: HomeBattery = {
  strategy: 'self_consumption',
  capacityKwh: 0,
  powerKw: 0,
  ...USUAL_BATTERY,
};

function homeBattery(battery: BatteryRequest): HomeBattery {
  return {
    ...parametersOf(battery),
    strategy: battery.strategy,
    capacityKwh: battery.capacity_kwh,
    powerKw: battery.power_kw ?? 0,
  };
}

function parametersOf(battery: BatteryRequest): BatteryParameters {
  return {
    socMin: battery.soc_min,
    socMax: battery.soc_max,
    reserveShare: reserveByMonth(battery.reserve_share),
    roundTripEfficiency: battery.round_trip_efficiency,
    standbyW: battery.standby_w,
    fadePctPerYear: battery.fade_pct_per_year,
    peakTargetKw: battery.peak_target_kw ?? null,
    minSpreadSekPerKwh: battery.arbitrage_min_spread_sek_per_kwh,
    priority: battery.priority,
  };
}
