/** Answers to bodies on the test dataset, without a server. */

import { simulationInput } from '#engine/simulation/answer/input.ts';
import { modelOf } from '#engine/simulation/answer/model.ts';
import { answerSimulation, answerStrategies } from '#engine/simulation/compute.ts';
import {
  parseSimulationRequest,
  parseStrategiesRequest,
} from '#engine/simulation/parse/request.ts';
import { resolveComparison, resolveSimulation } from '#engine/simulation/resolve/cases.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { BatteryStrategiesResponse, SimulationResponse } from '../../../../schemas/types.ts';
import { testPrices } from './prices.ts';

const checkSimulation = validator('api/simulation-response.schema.json');
const checkComparison = validator('api/battery-strategies-response.schema.json');

/** The test dataset, which no test changes. */
export const DATASET = testPrices();

export function caseOf(body: unknown, prices = DATASET) {
  const houseCase = resolveSimulation(parseSimulationRequest(body), prices);
  const { request, inputs } = houseCase;
  return {
    ...houseCase,
    model: modelOf(request.prices, inputs, 0),
    input: simulationInput(houseCase),
    attribution: inputs.attribution,
  };
}

/** The answer to a simulation body, held against the contract. */
export function simulated(body: unknown, prices = DATASET): SimulationResponse {
  return checkSimulation(answerSimulation(caseOf(body, prices)));
}

/** The answer to a battery-strategies body, held against the contract, as a worker would give it. */
export function compared(body: unknown, prices = DATASET): BatteryStrategiesResponse {
  const batteriesCase = resolveComparison(parseStrategiesRequest(body), prices);
  return checkComparison(answerStrategies(structuredClone(batteriesCase)));
}
