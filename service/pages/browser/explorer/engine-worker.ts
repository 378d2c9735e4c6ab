import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import { compareHere, computeDays, type HouseDays } from './engine.ts';
import type { MoneyAnswer } from './money-answer.ts';

/** A house, and the battery whose days are computed. */
export interface EngineJob {
  id: number;
  request: BatteryStrategiesRequest;
  market: SimulationMarket;
  /** Null if batteries are compared instead. */
  battery: { sizeKwh: number; strategy: BatteryStrategy } | null;
}

/** The worker's answer to the job of the same id. */
export type EngineAnswer = { id: number } & ({ money: MoneyAnswer } | { days: HouseDays });

addEventListener('message', ({ data }: MessageEvent<EngineJob>) => {
  const { id, request, market, battery } = data;
  const answer: EngineAnswer = battery
    ? { id, days: computeDays(request, market, battery.sizeKwh, battery.strategy) }
    : { id, money: compareHere(request, market) };
  postMessage(answer);
});
