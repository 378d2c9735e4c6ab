import { lookup, range, series, simulation, strategies } from '#engine/answers.ts';
import type { LoadedData, YieldDataset } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { finestResolution, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  BatteryStrategiesResponse,
  PvYield,
  PvYieldSeries,
  SimulationRange,
  SimulationResponse,
} from '../../../schemas/types.ts';
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
 * @throws RequestError as the service answers it
 */
export function roofAnswers(
  data: YieldDataset,
  prices: PricesArtifact,
  question: RoofQuestion,
): RoofAnswers {
  const loaded = { pvYield: data, prices };
  const roof = roundTripJson({ ...question.place, faces: question.faces });
  const year = series(loaded, roof);
  const house = {
    location: question.place,
    consumption: question.consumption,
    pv: { hourly_kwh: year.hourly_kwh },
    prices: { resolution: finestResolution(prices) },
  };
  const compared = compare(loaded, house, question);
  const battery = compared && {
    capacity_kwh: question.sizeKwh,
    strategy: question.strategy ?? compared.best.by_size[0].strategy,
  };
  const simulated = roundTripJson({ ...house, battery, detail: 'typical_days' });
  return {
    pv_yield: parseSeries(roof).faces.map(({ input }) => lookup(loaded, input)),
    series: year,
    ...(compared ? { battery_strategies: compared } : {}),
    simulation: simulation(loaded, simulated),
    ...(data.spread ? { range: rangeOf(loaded, { ...house, battery }, question) } : {}),
  };
}

/** The range of a roof, with payback where all that is bought has a price. */
function rangeOf(
  data: LoadedData,
  house: object,
  { roofCostSek, batteryCostSek, sizeKwh }: RoofQuestion,
): SimulationRange {
  const batterySek = sizeKwh === undefined ? 0 : batteryCostSek;
  const isPriced = roofCostSek !== undefined && typeof batterySek === 'number';
  const economy = isPriced ? { economy: { cost_sek: roofCostSek + batterySek } } : {};
  return range(data, roundTripJson({ ...house, ...economy }));
}

function compare(
  data: LoadedData,
  house: object,
  { sizeKwh, strategy, batteryCostSek }: RoofQuestion,
): BatteryStrategiesResponse | undefined {
  if (sizeKwh === undefined) return undefined;
  const costs =
    batteryCostSek === undefined ? {} : { cost_sek_by_size: { [String(sizeKwh)]: batteryCostSek } };
  const chosen = strategy === undefined ? {} : { strategies: [strategy] };
  const body = { ...house, compare: { sizes_kwh: [sizeKwh], ...chosen, ...costs } };
  return strategies(data, roundTripJson(body));
}

/** A body as it would arrive. */
function roundTripJson(body: object): unknown {
  return JSON.parse(JSON.stringify(body));
}
