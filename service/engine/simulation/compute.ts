import type {
  BatteryStrategiesResponse,
  SimulationRange,
  SimulationResponse,
  SimulationVerdict,
} from '../../../schemas/types.ts';
import { bestBatteries, compareBatteries } from '../battery/compare-batteries.ts';
import { systemMonths, withBattery } from '../battery/house-months.ts';
import { simulateHouse } from '../battery/simulate-house.ts';
import { houseSavings } from '../economy/house-savings.ts';
import { readEconomy } from '../economy/read-economy.ts';
import { computeVerdict } from '../economy/verdict.ts';
import { houseRange } from '../range/house-range.ts';
import { rangeYears } from '../range/range-years.ts';
import { comparisonBody } from './answer/comparison.ts';
import { rangeBody } from './answer/range.ts';
import { simulationBody } from './answer/simulation.ts';
import { verdictBody } from './answer/verdict.ts';
import type {
  ComparisonCase,
  PageAnswer,
  PageCase,
  RangeJobCase,
  SimulationCase,
  VerdictCase,
} from './house-case.ts';

/** Years over which savings last where no economy says so: those of a panel's guarantee. */
const USUAL_YEARS = 25;

/** Simulates a resolved request: its answer as the interface document has it, what counts first. */
export function answerSimulation(houseCase: SimulationCase): SimulationResponse {
  return simulationBody(houseCase, simulateHouse(houseCase));
}

/** Compares the batteries of a resolved request: its answer as the interface document has it, what counts first. */
export function answerStrategies(batteriesCase: ComparisonCase): BatteryStrategiesResponse {
  const { prices, battery, compare } = batteriesCase;
  const compared = compareBatteries(batteriesCase);
  const best = bestBatteries(compared.cells, prices, battery, compare);
  return comparisonBody(batteriesCase, compared, best);
}

/** Simulates the years of a resolved range: its answer, what counts first. */
export function answerRange(rangeCase: RangeJobCase): SimulationRange {
  const years = rangeCase.request.economy?.lifetime_years ?? USUAL_YEARS;
  return rangeBody(rangeCase, houseRange(rangeYears(rangeCase), years));
}

/** Compares the batteries of a resolved verdict, and computes when each system is paid back. */
export function answerVerdict(verdictCase: VerdictCase): SimulationVerdict {
  const { request, battery } = verdictCase;
  const economy = readEconomy(request.economy, battery.fadePctPerYear);
  return verdictBody(verdictCase, computeVerdict(economy, houseSavings(verdictCase)));
}

/** Computes what the explorer's page first shows of a house, as its worker does for the next ones. */
export function answerPage(pageCase: PageCase): PageAnswer {
  const { economy, years } = pageCase;
  const savings = houseSavings(pageCase);
  const { battery, chosen } = computeVerdict(economy, savings);
  const { kwh = 0, strategy = 'self_consumption' } = battery ?? {};
  const sizeKwh = chosen.batteryKwh;
  const houseCase = withBattery(pageCase, sizeKwh, sizeKwh > 0 ? strategy : 'self_consumption');
  return {
    savings,
    months: systemMonths(pageCase, { sizeKwh: kwh, strategy }),
    years: years && rangeYears({ ...houseCase, ...years }),
  };
}
