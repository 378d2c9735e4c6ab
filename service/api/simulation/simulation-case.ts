import type { BatteriesCase, ComparisonGrid } from '#engine/battery/compare-batteries.ts';
import type { BatteryTraits } from '#engine/battery/home-battery.ts';
import type { HouseCase } from '#engine/battery/simulate-house.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  BatteryStrategiesInput,
  CostBySize,
  SimulationDetail,
  SimulationInput,
  SimulationModel,
} from '../../../schemas/types.ts';
import { comparisonInput, simulationInput } from './echo.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  ComparisonRequest,
  HouseRequest,
  SimulationHouse,
} from './house-request.ts';
import { type Market, marketOf, type Warranty } from './market.ts';
import { modelOf } from './model.ts';
import type { ResolvedProgram } from './program-terms.ts';
import { readBattery } from './request.ts';
import { hoursOf } from './series.ts';
import { assertListed } from './spot-hours.ts';

/** The parts of an answer next to the engine's figures. */
interface AnswerParts<Input> {
  /** Null if the battery stays private. */
  program: ResolvedProgram | null;
  input: Input;
  model: SimulationModel;
  attribution: string;
}

/** A request with all that the dataset adds to it: plain data and typed arrays, fit for a worker. */
export interface SimulationCase extends HouseCase, AnswerParts<SimulationInput> {
  program: ResolvedProgram | null;
  warranty: Warranty;
  /** Detail of the hours in the answer; null if it has none. */
  detail: SimulationDetail | null;
}

export interface ComparisonCase extends BatteriesCase, AnswerParts<BatteryStrategiesInput> {
  program: ResolvedProgram | null;
}

const COMPARE_NOTE =
  'battery.capacity_kwh and battery.strategy are not used here: compare sets both. Without battery.power_kw each size has half its capacity as power.';

const NO_BATTERY = readBattery({ capacity_kwh: 0 });

/**
 * Resolves a simulation request against the prices dataset.
 * @throws HttpError as `marketOf`; not_supported for a detail with hours that may not be listed
 */
export function simulationCase(
  request: SimulationHouse,
  loaded: PricesArtifact | null,
): SimulationCase {
  const battery = request.battery ?? NO_BATTERY;
  const market = marketOf(request, battery.frequency_reserve, loaded);
  const { preset, resolution } = request.prices;
  const showsHours = request.detail === 'hourly' && preset && resolution === 'hourly';
  if (loaded && showsHours) assertListed(loaded, 'detail');
  return {
    ...resolveHouse(request, market),
    battery: {
      ...traitsOf(battery),
      strategy: battery.strategy,
      capacityKwh: battery.capacity_kwh,
      powerKw: battery.power_kw ?? 0,
    },
    warranty: market.warranty,
    detail: request.detail ?? null,
    input: simulationInput(request, market),
  };
}

/**
 * Resolves a battery-strategies request against the prices dataset.
 * @throws HttpError as `marketOf`
 */
export function comparisonCase(
  request: ComparisonHouse,
  loaded: PricesArtifact | null,
): ComparisonCase {
  const { battery, compare } = request;
  const market = marketOf(request, battery.frequency_reserve, loaded);
  const house = resolveHouse(request, market);
  const model = { ...house.model, compare_note: COMPARE_NOTE };
  return {
    ...house,
    model,
    battery: traitsOf(battery),
    powerKw: battery.power_kw ?? null,
    compare: comparisonOf(compare),
    input: comparisonInput(request, market),
  };
}

function resolveHouse({ pv, prices }: HouseRequest, market: Market) {
  return {
    house: {
      loadKwh: market.loadKwh,
      pvKwh: hoursOf('hourly_kwh' in pv ? pv.hourly_kwh : pv.monthly_profile),
    },
    prices: market.prices,
    program: market.program,
    model: modelOf(prices, market),
    attribution: market.attribution,
  };
}

function traitsOf(battery: BatteryRequest): BatteryTraits {
  return {
    socMin: battery.soc_min,
    socMax: battery.soc_max,
    roundTripEfficiency: battery.round_trip_efficiency,
    peakTargetKw: battery.peak_target_kw ?? null,
    minSpreadSekPerKwh: battery.arbitrage_min_spread_sek_per_kwh,
    priority: battery.priority,
  };
}

function comparisonOf({
  strategies,
  sizes_kwh,
  cost_sek_by_size,
}: ComparisonRequest): ComparisonGrid {
  const costOf = (costs: CostBySize) => sizes_kwh.map((size) => costs[String(size)] ?? Number.NaN);
  return {
    strategies,
    sizesKwh: sizes_kwh,
    costSekBySize: cost_sek_by_size ? costOf(cost_sek_by_size) : null,
  };
}
