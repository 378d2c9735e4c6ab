import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type {
  BatteryStrategiesInput,
  SimulationInput,
  SimulationModel,
} from '../../schemas/types.ts';
import type { ComparisonQuestion } from '../battery/compare-batteries.ts';
import type { HouseQuestion } from '../battery/simulate-house.ts';
import { readBattery } from './battery-request.ts';
import { comparisonInput, simulationInput } from './echo.ts';
import type { ComparisonHouse, HouseRequest, SimulationHouse } from './house-request.ts';
import { type Market, marketOf, type Warranty } from './market.ts';
import { modelOf } from './model.ts';
import type { BatteryProgram } from './program-terms.ts';
import { hoursOf } from './series.ts';

/** What an answer tells beside the figures of the engine. */
interface Told<Input> {
  /** Null: the battery stays private. */
  program: BatteryProgram | null;
  input: Input;
  model: SimulationModel;
  attribution: string;
}

/** A request with all that the dataset adds to it: plain data and typed arrays, fit for a worker. */
export interface SimulationCase extends HouseQuestion, Told<SimulationInput> {
  program: BatteryProgram | null;
  warranty: Warranty;
}

export interface ComparisonCase extends ComparisonQuestion, Told<BatteryStrategiesInput> {
  program: BatteryProgram | null;
}

const COMPARE_NOTE =
  'battery.capacity_kwh and battery.strategy are not used here: compare sets both. Without battery.power_kw each size has half its capacity as power.';

const NO_BATTERY = readBattery({ capacity_kwh: 0 });

/**
 * Resolves a simulation request against the prices dataset.
 * @throws ApiError as `marketOf`
 */
export function simulationCase(
  request: SimulationHouse,
  loaded: PricesArtifact | null,
): SimulationCase {
  const { battery } = request;
  const market = marketOf(request, battery?.program ?? null, loaded);
  return {
    ...resolved(request, market),
    battery: battery ?? NO_BATTERY,
    warranty: market.warranty,
    input: simulationInput(request, market),
  };
}

/**
 * Resolves a battery-strategies request against the prices dataset.
 * @throws ApiError as `marketOf`
 */
export function comparisonCase(
  request: ComparisonHouse,
  loaded: PricesArtifact | null,
): ComparisonCase {
  const { battery, powerKw, compare } = request;
  const market = marketOf(request, battery.program, loaded);
  const house = resolved(request, market);
  const model = { ...house.model, compare_note: COMPARE_NOTE };
  return { ...house, model, battery, powerKw, compare, input: comparisonInput(request, market) };
}

function resolved({ pv, prices }: HouseRequest, market: Market) {
  return {
    house: { loadKwh: market.loadKwh, pvKwh: hoursOf(pv) },
    prices: market.prices,
    program: market.program,
    model: modelOf(prices, market),
    attribution: market.attribution,
  };
}
