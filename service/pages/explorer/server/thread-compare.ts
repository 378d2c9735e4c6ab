import { parseStrategiesRequest } from '../../../api/simulation/parse/request.ts';
import { comparisonCase } from '../../../api/simulation/resolve/cases.ts';
import type { Simulator } from '../../../api/simulation/simulator.ts';
import type { LoadedData } from '../../../api/yield/dataset.ts';
import { unavailable } from '../../../http/http-error.ts';
import { readApiAnswer } from '../worker/money-answer.ts';
import type { Compare } from './first-verdict.ts';

/** Compares in a thread of the API's simulations, as its own call does. */
export function threadCompare(loaded: LoadedData, simulator: Simulator): Compare {
  return async (request) => {
    if (!loaded.prices) throw unavailable('prices_unavailable');
    const houseCase = comparisonCase(parseStrategiesRequest(request), loaded.prices);
    const json = await simulator.answer({ kind: 'strategies', houseCase });
    return readApiAnswer(JSON.parse(json));
  };
}
