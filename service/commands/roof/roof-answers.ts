import { answerRange, answerSimulation, answerStrategies } from '#engine/simulation/compute.ts';
import {
  parseRangeRequest,
  parseSimulationRequest,
  parseStrategiesRequest,
} from '#engine/simulation/parse/request.ts';
import { comparisonCase, rangeCase, simulationCase } from '#engine/simulation/resolve/cases.ts';
import { checkCovered, type YieldDataset } from '#engine/yield/dataset.ts';
import { pvYieldJson } from '#engine/yield/response.ts';
import { seriesJson } from '#engine/yield/series.ts';
import { finestResolution, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  BatteryStrategiesResponse,
  PvYield,
  PvYieldSeries,
  SimulationRange,
  SimulationResponse,
} from '../../../schemas/types.ts';
import { parseSeries } from '../../api/yield/query.ts';
import type { RoofQuestion } from './roof-bodies.ts';

/** Answers of the API from a roof to money, call after call. */
export interface RoofAnswers {
  /** GET /api/v1/pv-yield of each face. */
  pv_yield: PvYield[];
  /** POST /api/v1/pv-yield/series. */
  series: PvYieldSeries;
  /** POST /api/v1/simulation/battery-strategies. Absent without a battery. */
  battery_strategies?: BatteryStrategiesResponse;
  /** POST /api/v1/simulation with typical days. With a battery the strategy that was asked for, else the best. */
  simulation: SimulationResponse;
  /** POST /api/v1/simulation/range of that house. Absent where the dataset does not say how years of sun differ. */
  range?: SimulationRange;
}

/**
 * Asks the functions that the service asks, with the bodies that a caller would send.
 * @throws HttpError as the service answers it
 */
export function roofAnswers(
  data: YieldDataset,
  prices: PricesArtifact,
  question: RoofQuestion,
): RoofAnswers {
  const input = parseSeries(roundTripJson({ ...question.place, faces: question.faces }));
  checkCovered(data, input);
  const series: PvYieldSeries = JSON.parse(seriesJson(data, prices, input));
  const house = {
    location: question.place,
    consumption: question.consumption,
    pv: { hourly_kwh: series.hourly_kwh },
    prices: { resolution: finestResolution(prices) },
  };
  const compared = compare(house, question, prices);
  const battery = compared && {
    capacity_kwh: question.sizeKwh,
    strategy: question.strategy ?? compared.best.by_size[0].strategy,
  };
  const simulated = parseSimulationRequest(
    roundTripJson({ ...house, battery, detail: 'typical_days' }),
  );
  return {
    pv_yield: input.faces.map((face) => JSON.parse(pvYieldJson(data, face.input))),
    series,
    ...(compared ? { battery_strategies: compared } : {}),
    simulation: answerSimulation(simulationCase(simulated, prices)),
    ...(data.planeFactors ? { range: range({ ...house, battery }, question, data, prices) } : {}),
  };
}

/** With payback where all that is bought has a price. */
function range(
  house: object,
  { roofCostSek, batteryCostSek, sizeKwh }: RoofQuestion,
  data: YieldDataset,
  prices: PricesArtifact,
): SimulationRange {
  const batterySek = sizeKwh === undefined ? 0 : batteryCostSek;
  const isPriced = roofCostSek !== undefined && typeof batterySek === 'number';
  const economy = isPriced ? { economy: { cost_sek: roofCostSek + batterySek } } : {};
  const request = parseRangeRequest(roundTripJson({ ...house, ...economy }));
  return answerRange(rangeCase(request, { prices, pvYield: data }));
}

function compare(
  house: object,
  { sizeKwh, strategy, batteryCostSek }: RoofQuestion,
  prices: PricesArtifact,
): BatteryStrategiesResponse | undefined {
  if (sizeKwh === undefined) return undefined;
  const costs =
    batteryCostSek === undefined ? {} : { cost_sek_by_size: { [String(sizeKwh)]: batteryCostSek } };
  const strategies = strategy === undefined ? {} : { strategies: [strategy] };
  const body = { ...house, compare: { sizes_kwh: [sizeKwh], ...strategies, ...costs } };
  return answerStrategies(comparisonCase(parseStrategiesRequest(roundTripJson(body)), prices));
}

/** A body as it would arrive. */
function roundTripJson(body: object): unknown {
  return JSON.parse(JSON.stringify(body));
}
