import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type {
  BatteryStrategiesInput,
  SimulationInput,
  SimulationModel,
} from '../../schemas/types.ts';
import type { ComparisonQuestion } from '../battery/compare-batteries.ts';
import type { HouseQuestion } from '../battery/simulate-house.ts';
import { attributionOf, datasetOf } from './attribution.ts';
import { readBattery } from './battery-request.ts';
import { comparisonInput, simulationInput } from './echo.ts';
import { hourlyPrices } from './hourly-prices.ts';
import type {
  ComparisonHouse,
  ConsumptionRequest,
  HouseRequest,
  ProgramRequest,
  SimulationHouse,
} from './house-request.ts';
import { householdLoad } from './household-load.ts';
import { loadedPrices } from './loaded-prices.ts';
import { defaultZone, type Zone, zoneOf } from './location.ts';
import { modelOf } from './model.ts';
import { type BatteryProgram, describedProgram, namedProgram } from './program-terms.ts';
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

/** Usual warranty of a home battery: it ends with the years or the cycles. */
export interface Warranty {
  years: number;
  cycles: number;
  source: string;
}

/** Stands in where the prices dataset, which has its own record, has no part in the answer. */
const USUAL_WARRANTY: Warranty = {
  years: 10,
  cycles: 6000,
  source: 'Usual terms of home batteries',
};

const COMPARE_NOTE =
  'battery.capacity_kwh and battery.strategy are not used here: compare sets both. Without battery.power_kw each size has half its capacity as power.';

const NO_BATTERY = readBattery({ capacity_kwh: 0 });

/**
 * Resolves a simulation request against the prices dataset. Null, not loaded, does not matter to a
 * request that brings its own load and prices and neither location nor named program: its answer is
 * the same with and without.
 * @throws ApiError prices_unavailable, outside_coverage
 */
export function simulationCase(
  request: SimulationHouse,
  loaded: PricesArtifact | null,
): SimulationCase {
  const program = request.battery?.program ?? null;
  const artifact = datasetOf(request, program, loaded);
  const zone = zoneFor(request, artifact);
  const house = resolve(request, program, zone, artifact);
  return {
    ...house,
    battery: request.battery ?? NO_BATTERY,
    warranty: artifact?.header.battery_programs.warranty ?? USUAL_WARRANTY,
    input: simulationInput(request, zone, house.prices),
  };
}

/**
 * Resolves a battery-strategies request like `simulationCase`.
 * @throws ApiError prices_unavailable, outside_coverage
 */
export function comparisonCase(
  request: ComparisonHouse,
  loaded: PricesArtifact | null,
): ComparisonCase {
  const { battery, powerKw, compare } = request;
  const artifact = datasetOf(request, battery.program, loaded);
  const zone = zoneFor(request, artifact);
  const house = resolve(request, battery.program, zone, artifact);
  const input = comparisonInput(request, zone, house.prices);
  const model = { ...house.model, compare_note: COMPARE_NOTE };
  return { ...house, model, battery, powerKw, compare, input };
}

function zoneFor({ location }: HouseRequest, artifact: PricesArtifact | null): Zone {
  return location ? zoneOf(location, loadedPrices(artifact)) : defaultZone();
}

function resolve(
  request: HouseRequest,
  program: ProgramRequest | null,
  zone: Zone,
  artifact: PricesArtifact | null,
): Pick<SimulationCase, 'house' | 'prices' | 'program' | 'model' | 'attribution'> {
  const prices = hourlyPrices(request, zone.zone, artifact);
  return {
    house: { loadKwh: loadOf(request.consumption, zone, artifact), pvKwh: hoursOf(request.pv) },
    prices,
    program: program && programOf(program, artifact),
    model: modelOf(request, zone, prices, artifact),
    attribution: attributionOf(request, program, artifact),
  };
}

function loadOf(
  consumption: ConsumptionRequest,
  { zone }: Zone,
  artifact: PricesArtifact | null,
): Float64Array {
  if (consumption.form === 'hourly') return consumption.hourlyKwh;
  const { yearlyKwh, evKmPerDay } = consumption;
  return householdLoad(loadedPrices(artifact), zone, yearlyKwh, evKmPerDay);
}

function programOf(program: ProgramRequest, artifact: PricesArtifact | null): BatteryProgram {
  if (program.form === 'described') return describedProgram(program);
  return namedProgram(program.name, loadedPrices(artifact));
}
