import type { RangeSums } from '../../../schemas/types.ts';
import { cashFlow, type Outlook, paybackYears, type YearSavings } from '../cash-flow.ts';
import type { HouseRange } from './house-range.ts';

/** When a price is earned, and what is left of it in the end. */
export interface PaybackRange {
  /** Null if not in the years that count. */
  years: Record<keyof RangeSums, number | null>;
  /** Worth today of all that the years bring, less the price, SEK. */
  netPresentSek: RangeSums;
}

/**
 * Computes the payback of the whole system by the same rules as that of an offer, for savings that last.
 * @param incomeSek of a battery program, the same in all years
 */
export function paybackRange(
  range: HouseRange,
  incomeSek: number,
  costSek: number,
  outlook: Outlook,
): PaybackRange {
  const { p90, p50, p10 } = range.longRunMeanSek;
  const firstYears = [p90, p50, p10].map((sek) => firstYearOf(range, incomeSek, sek));
  const [low, middle, high] = firstYears.map((year) => paybackYears(costSek, year, outlook));
  const [min, usual, max] = firstYears.map(
    (year) => cashFlow(costSek, year, outlook)[outlook.years],
  );
  return {
    years: { p90: low, p50: middle, p10: high },
    netPresentSek: { p90: min, p50: usual, p10: max },
  };
}

/** Shares savings out as the middle year's. The program's income is the battery's. */
function firstYearOf({ middle }: HouseRange, incomeSek: number, savedSek: number): YearSavings {
  const sumSek = middle.solarSek + middle.batterySek;
  const batterySek = sumSek > 0 ? (savedSek * middle.batterySek) / sumSek : 0;
  return { solarSek: savedSek - batterySek, batterySek: batterySek + incomeSek };
}
