import { BATTERY_YEARS, YEARS } from '#engine/economy/cash-flow.ts';
import { isWithinWarranty } from '#engine/economy/warranty.ts';
import type { Verdict } from '../../shared/script-data.ts';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber, formatYears } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import { type BatteryPayback, findSoonest, type LifePayback, type Paid } from './payback.ts';

type EarningWords = Words['earnings'];

/**
 * Writes when the sun has paid and whether a battery does: the service for the page's HTML as the page for its figures.
 * @param sunSek savings of the sun alone in a year; null where a meter has it in its figures
 */
export function writeVerdict(
  state: ExplorerState,
  sunSek: number | null,
  { panels, batteries }: Paid,
  words: EarningWords,
): Verdict {
  const first = findSoonest(batteries);
  return {
    sun: sunSek === null ? words.sunInMeter : describeSun(sunSek, panels, words, state.lang),
    battery: describeBattery(first, words, state.lang),
    deduction: panels || first ? describeWithoutDeduction(panels, first, words, state) : null,
  };
}

function describeSun(
  sunSek: number,
  panels: LifePayback | null,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  const sek = formatNumber(sunSek, lang);
  if (!panels) return fill(words.sunSaves, { sek });
  if (panels.paybackYears === null) return fill(words.sunNever, { sek, life: YEARS });
  return fill(words.sunPays, { sek, years: formatYears(panels.paybackYears, lang) });
}

function describeBattery(
  first: BatteryPayback | null,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  if (!first) return fill(words.batteryNever, { life: BATTERY_YEARS });
  return fill(isWithinWarranty(first) ? words.batteryPays : words.batteryLate, {
    size: first.cell.sizeKwh,
    years: formatYears(first.paybackYears ?? 0, lang),
    warranty: formatNumber(first.warrantyYears, lang),
  });
}

function describeWithoutDeduction(
  panels: LifePayback | null,
  battery: LifePayback | null,
  words: EarningWords,
  { owners, lang }: ExplorerState,
): string {
  const one = (name: string, found: LifePayback | null) =>
    found
      ? [
          fill(name, {
            years: formatSpan(found.paybackYearsWithoutDeduction, found.lifeYears, words, lang),
          }),
        ]
      : [];
  const parts = [...one(words.panelsBefore, panels), ...one(words.batteryBefore, battery)];
  return fill(words.afterDeduction, {
    owners: words[owners === 1 ? 'owner1' : 'owner2'],
    parts: parts.join(', '),
  });
}

/** Formats the years until a price is earned, or says that its life is too short. */
export function formatSpan(
  years: number | null,
  life: number,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  return years === null
    ? fill(words.notIn, { life })
    : fill(words.years, { years: formatYears(years, lang) });
}
