import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import { compareHere, daysHere, type TypicalDays } from './engine.ts';
import type { MoneyAnswer } from './money-answer.ts';

/** A house, and the battery whose days are to be shown. */
export interface EngineQuestion {
  id: number;
  request: BatteryStrategiesRequest;
  market: SimulationMarket;
  /** Null: batteries are compared instead. */
  shown: { sizeKwh: number; strategy: BatteryStrategy } | null;
}

/** What the worker answers to the question of the same id. */
export type EngineAnswer = { id: number } & ({ money: MoneyAnswer } | { days: TypicalDays });

addEventListener('message', ({ data }: MessageEvent<EngineQuestion>) => {
  const { id, request, market, shown } = data;
  const answer: EngineAnswer = shown
    ? { id, days: daysHere(request, market, shown.sizeKwh, shown.strategy) }
    : { id, money: compareHere(request, market) };
  postMessage(answer);
});
