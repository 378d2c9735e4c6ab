import type { RangeYears } from '#engine/range/range-years.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import { compareHere, computeDays, type HouseDays } from './engine.ts';
import type { MoneyAnswer } from './money-answer.ts';
import { computeRange, type YearEnds } from './range-engine.ts';

/** A house for the engine. */
interface House {
  request: BatteryStrategiesRequest;
  market: SimulationMarket;
}

/** One battery of it; size 0 is none. */
interface OneBattery {
  sizeKwh: number;
  strategy: BatteryStrategy;
}

/** A house whose batteries are compared, or whose days or range with one of them are computed. */
export type EngineQuestion =
  | (House & { battery: null })
  | (House & { battery: OneBattery })
  | (House & { battery: OneBattery; years: YearEnds });

export type EngineJob = EngineQuestion & { id: number };

/** The worker's answer to the job of the same id. */
export type EngineAnswer = { id: number } & (
  | { money: MoneyAnswer }
  | { days: HouseDays }
  | { range: RangeYears }
);

addEventListener('message', ({ data }: MessageEvent<EngineJob>) => postMessage(answerOf(data)));

function answerOf(job: EngineJob): EngineAnswer {
  const { id, request, market, battery } = job;
  if (!battery) return { id, money: compareHere(request, market) };
  if ('years' in job) return { id, range: computeRange(request, market, battery, job.years) };
  return { id, days: computeDays(request, market, battery.sizeKwh, battery.strategy) };
}
