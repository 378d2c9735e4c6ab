/** Answers to bodies on the test dataset, without a server. */

import { validator } from '../../../../schemas/checks/validate.ts';
import type { BatteryStrategiesResponse, SimulationResponse } from '../../../../schemas/types.ts';
import { answerStrategies } from '../comparison-response.ts';
import { parseSimulationRequest, parseStrategiesRequest } from '../request.ts';
import { answerSimulation } from '../response.ts';
import { comparisonCase, simulationCase } from '../simulation-case.ts';
import { testPrices } from './prices.ts';

const checkSimulation = validator('api/simulation-response.schema.json');
const checkComparison = validator('api/battery-strategies-response.schema.json');

/** The test dataset, which no test changes. */
export const DATASET = testPrices();

type Prices = typeof DATASET | null;

/** A simulation body resolved against the dataset. */
export function caseOf(body: unknown, prices: Prices = DATASET) {
  return simulationCase(parseSimulationRequest(body), prices);
}

/** The answer to a simulation body, held against the contract. */
export function simulated(body: unknown, prices: Prices = DATASET): SimulationResponse {
  return checkSimulation(answerSimulation(caseOf(body, prices)));
}

/** The answer to a battery-strategies body, held against the contract, as a worker would give it. */
export function compared(body: unknown, prices: Prices = DATASET): BatteryStrategiesResponse {
  const batteriesCase = comparisonCase(parseStrategiesRequest(body), prices);
  return checkComparison(answerStrategies(structuredClone(batteriesCase)));
}
