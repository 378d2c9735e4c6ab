import { paybackYears } from '#engine/economy/cash-flow.ts';
import { isWithinWarranty } from '#engine/economy/suggestion.ts';
import { houseRange } from '#engine/range/house-range.ts';
import { paybackRange } from '#engine/range/payback-range.ts';
import type { RangeYears } from '#engine/range/range-years.ts';
import { fill, formatNumber, formatYears } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { ExplorerState } from '../state.ts';
import type { MoneyAnswer } from '../worker/money-answer.ts';
import { type BatteryPayback, findSoonest, type Paid, readOutlook } from './payback.ts';

/** The system to decide on: the panels, with the battery that pays back first if its warranty lasts so long. */
export interface System {
  battery: BatteryPayback | null;
  savesSek: number;
  /** Price of what is bought after the deduction, SEK. */
  netSek: number;
  /** Null if it is not paid back in its life, or nothing is bought. */
  years: number | null;
}

/** Chooses the system, and computes when it has paid itself back as a whole. */
export function chooseSystem(
  state: ExplorerState,
  { sunSek }: MoneyAnswer,
  { panels, batteries }: Paid,
): System {
  const first = findSoonest(batteries);
  const battery = first && isWithinWarranty(first) ? first : null;
  const batterySek = battery?.cell.savesSek ?? 0;
  const netSek = (panels?.netSek ?? 0) + (battery?.netSek ?? 0);
  const firstYear = { solarSek: panels ? sunSek : 0, batterySek };
  const years = panels || battery ? paybackYears(netSek, firstYear, readOutlook(state)) : null;
  return { battery, savesSek: sunSek + batterySek, netSek, years };
}

/**
 * Writes the range of what a year of the system saves in eight years of ten, and of when that has paid it back.
 * @param hasCost whether the panels are bought, too
 * @returns a sentence each
 */
export function describeBand(
  state: ExplorerState,
  { battery, netSek }: System,
  years: RangeYears,
  hasCost: boolean,
  words: Words['earnings'],
): string[] {
  const { lifeYears, lang } = state;
  const range = houseRange(years, lifeYears);
  const saves = fill(battery ? words.bandBoth : words.bandSun, {
    low: formatNumber(range.savingsSek.p90, lang),
    high: formatNumber(range.savingsSek.p10, lang),
    size: battery?.cell.sizeKwh ?? 0,
  });
  if (!hasCost) return [saves];
  const { p90: late, p10: soon } = paybackRange(range, 0, netSek, readOutlook(state)).years;
  const paid = soon === null ? words.bandNever : late === null ? words.bandLate : words.bandPaid;
  const values = {
    soon: formatYears(soon ?? 0, lang),
    late: formatYears(late ?? 0, lang),
    life: lifeYears,
  };
  return [saves, fill(paid, values)];
}
