/**
 * Everything that the product answers. Each function takes the loaded data and a body, or the normalised parameters of
 * a lookup, and throws a RequestError where the API refuses. A `...Case` is a resolved request, to be computed in a
 * worker thread.
 */
import type {
  BatteryStrategiesResponse,
  PvYield,
  PvYieldInput,
  PvYieldSeries,
  SimulationMarket,
  SimulationMarketInput,
  SimulationRange,
  SimulationResponse,
  SimulationVerdict,
} from '../../schemas/types.ts';
import { marketBody } from './simulation/answer/market.ts';
import {
  answerRange,
  answerSimulation,
  answerStrategies,
  answerVerdict,
} from './simulation/compute.ts';
import type {
  ComparisonCase,
  RangeJobCase,
  SimulationCase,
  VerdictCase,
} from './simulation/house-case.ts';
import { houseRecords } from './simulation/house-records.ts';
import {
  parseRangeRequest,
  parseSimulationRequest,
  parseStrategiesRequest,
  parseVerdictRequest,
} from './simulation/parse/request.ts';
import {
  resolveComparison,
  resolveRange,
  resolveSimulation,
  resolveVerdict,
} from './simulation/resolve/cases.ts';
import type { HouseDataset } from './simulation/resolve/house-dataset.ts';
import { checkMarket, resolveMarket } from './simulation/resolve/market.ts';
import { commonParts } from './yield/cell-data.ts';
import { checkCovered, type LoadedData, loadedPrices, loadedYield } from './yield/dataset.ts';
import { parseSeries } from './yield/parse.ts';
import { planeAnswer } from './yield/plane-answer.ts';
import { seriesAnswer } from './yield/series-answer.ts';

/** Answers GET /api/v1/pv-yield: the yield of one plane at a point. */
export function lookup(loaded: LoadedData, input: PvYieldInput): PvYield {
  const data = loadedYield(loaded);
  checkCovered(data, input);
  return { ...planeAnswer(data, input), ...commonParts(data.artifact) };
}

/** Answers POST /api/v1/pv-yield/series: the hours or typical days of a roof. */
export function series(loaded: LoadedData, body: unknown): PvYieldSeries {
  const input = parseSeries(body);
  const data = loadedYield(loaded);
  checkCovered(data, input);
  return seriesAnswer(data, loaded.prices, input);
}

/** Answers POST /api/v1/simulation: one year of a house. */
export function simulation(data: LoadedData, body: unknown): SimulationResponse {
  return answerSimulation(simulationCase(data, body));
}

export function simulationCase(data: LoadedData, body: unknown): SimulationCase {
  return resolveSimulation(parseSimulationRequest(body), loadedRecords(data));
}

/** Answers POST /api/v1/simulation/battery-strategies: sizes by strategies. */
export function strategies(data: LoadedData, body: unknown): BatteryStrategiesResponse {
  return answerStrategies(strategiesCase(data, body));
}

export function strategiesCase(data: LoadedData, body: unknown): ComparisonCase {
  return resolveComparison(parseStrategiesRequest(body), loadedRecords(data));
}

/** Answers POST /api/v1/simulation/range: P90, P50 and P10 of the savings. */
export function range(data: LoadedData, body: unknown): SimulationRange {
  return answerRange(rangeCase(data, body));
}

export function rangeCase(data: LoadedData, body: unknown): RangeJobCase {
  const request = parseRangeRequest(body);
  return resolveRange(request, { prices: loadedPrices(data), pvYield: data.pvYield });
}

/** Answers POST /api/v1/simulation/verdict: price, deduction and payback of each system, and which to suggest. */
export function verdict(data: LoadedData, body: unknown): SimulationVerdict {
  return answerVerdict(verdictCase(data, body));
}

export function verdictCase(data: LoadedData, body: unknown): VerdictCase {
  return resolveVerdict(parseVerdictRequest(body), loadedRecords(data));
}

/** Answers GET /api/v1/simulation/market: prices, taxes and load of a place. */
export function market(data: LoadedData, input: SimulationMarketInput): SimulationMarket {
  const dataset = loadedPrices(data);
  checkMarket(dataset, input);
  return marketBody(resolveMarket(dataset, input));
}

/** The prices, or what houses with prices of their own need without them. */
function loadedRecords(data: LoadedData): HouseDataset {
  return data.prices ?? (data.pvYield && houseRecords(data.pvYield)) ?? loadedPrices(data);
}
