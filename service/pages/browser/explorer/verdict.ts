import { isWithinWarranty } from '#engine/economy/warranty.ts';
import type { Verdict } from '../../shared/script-data.ts';
import { DEFAULT_STATE, type ExplorerState } from '../../shared/state.ts';
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
  const isBought = panels !== null || first !== null;
  return {
    sun: sunSek === null ? words.sunInMeter : describeSun(sunSek, panels, words, state.lang),
    battery: first
      ? describeBattery(first, words, state.lang)
      : fill(words.batteryNever, { life: batteries[0].lifeYears }),
    deduction: isBought
      ? describeWithoutDeduction(panels, first, words, state) + describeAssumed(state, words)
      : null,
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
  if (panels.paybackYears === null) return fill(words.sunNever, { sek, life: panels.lifeYears });
  return fill(words.sunPays, { sek, years: formatYears(panels.paybackYears, lang) });
}

function describeBattery(
  first: BatteryPayback,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
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

/** Assumptions that a reader may make of later years, in the order of the fields. */
export const ASSUMED = {
  rise: 'priceRisePct',
  interest: 'interestPct',
  life: 'lifeYears',
  inverter: 'inverterSek',
  inverterYear: 'inverterYear',
  service: 'serviceSekPerYear',
} as const;

function describeAssumed(state: ExplorerState, words: EarningWords): string {
  const parts = listAssumed(state, words);
  return parts.length === 0 ? '' : ` ${fill(words.assumed, { parts: parts.join(', ') })}`;
}

/** Lists what is assumed of later years, as far as it is not the usual. */
export function listAssumed(state: ExplorerState, words: EarningWords): string[] {
  return Object.entries(ASSUMED).flatMap(([name, key]) => {
    const word = name as keyof typeof ASSUMED;
    const isUsual =
      state[key] === DEFAULT_STATE[key] || (word === 'inverterYear' && !state.inverterSek);
    const value = formatNumber(state[key], state.lang, Number.isInteger(state[key]) ? 0 : 1);
    return isUsual ? [] : [`${beginSmall(words[word])} ${value} ${words[`${word}Unit`]}`];
  });
}

function beginSmall(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
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
