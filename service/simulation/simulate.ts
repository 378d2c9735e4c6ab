import type { BatteryStrategiesResponse, SimulationResponse } from '../../schemas/types.ts';
import { compareBatteries } from '../battery/compare-batteries.ts';
import { simulateHouse } from '../battery/simulate-house.ts';
import { comparisonResponse } from './comparison-response.ts';
import { simulationResponse } from './response.ts';
import type { ComparisonCase, SimulationCase } from './simulation-case.ts';

/** The answer to a resolved simulation request. */
export function answerSimulation(question: SimulationCase): SimulationResponse {
  return simulationResponse(question, simulateHouse(question));
}

/** The answer to a resolved battery-strategies request. */
export function answerStrategies(question: ComparisonCase): BatteryStrategiesResponse {
  return comparisonResponse(question, compareBatteries(question));
}
