import { isWithinWarranty } from '#engine/economy/suggestion.ts';
import { fill, formatNumber, formatYears } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { Verdict } from '../../ui/script-data.ts';
import { DEFAULT_STATE, type ExplorerState } from '../state.ts';
import type { MoneyAnswer } from '../worker/money-answer.ts';
import { type BatteryPayback, findSoonest, type LifePayback, type Paid } from './payback.ts';
import { chooseSystem, type System } from './system.ts';

type EarningWords = Words['earnings'];

/**
 * Writes in a sentence what there is to decide on, and about its parts: the service for the page's HTML as the page for
 * its figures.
 * @param isSunInMeter whether a meter has the sun in its figures, and the battery alone is bought
 */
export function writeVerdict(
  state: ExplorerState,
  money: MoneyAnswer,
  { panels, batteries }: Paid,
  isSunInMeter: boolean,
  words: EarningWords,
): Verdict {
  const first = findSoonest(batteries);
  const system = chooseSystem(state, money, { panels, batteries });
  const battery = first
    ? describeBattery(first, words, state.lang)
    : fill(words.batteryNever, { life: batteries[0].lifeYears });
  const isBought = panels !== null || first !== null;
  const alone =
    panels && system.battery ? [describeSun(money.sunSek, panels, words, state.lang)] : [];
  return {
    decision: isSunInMeter ? battery : describeSystem(state, system, panels !== null, words),
    parts: isSunInMeter ? [words.sunInMeter] : [...alone, battery],
    deduction: isBought
      ? describeWithoutDeduction(panels, first, words, state) + describeAssumed(state, words)
      : null,
  };
}

function describeSystem(
  { lifeYears, lang }: ExplorerState,
  { battery, savesSek, years }: System,
  arePanelsBought: boolean,
  words: EarningWords,
): string {
  const isPaid = years !== null;
  const both = isPaid ? words.decisionBoth : words.decisionBothNever;
  const sun = isPaid ? words.decisionSun : words.decisionSunNever;
  const bought = battery ? both : sun;
  const owned = battery ? words.decisionOwnedBoth : words.decisionOwned;
  const ownedSek = savesSek - (battery?.cell.savesSek ?? 0);
  return fill(arePanelsBought ? bought : owned, {
    size: battery?.cell.sizeKwh ?? 0,
    sek: formatNumber(arePanelsBought ? savesSek : ownedSek, lang),
    years: formatYears(years ?? 0, lang),
    life: lifeYears,
  });
}

function describeSun(
  sunSek: number,
  { paybackYears, lifeYears }: LifePayback,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  return fill(paybackYears === null ? words.sunNever : words.sunPays, {
    sek: formatNumber(sunSek, lang),
    years: formatYears(paybackYears ?? 0, lang),
    life: lifeYears,
  });
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

/** Assumptions that a reader may make of prices and later years, in the order of the fields. */
export const ASSUMED = {
  level: 'priceLevelPct',
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

/** Lists what is assumed, as far as it is not the usual. */
function listAssumed(state: ExplorerState, words: EarningWords): string[] {
  return Object.entries(ASSUMED).flatMap(([name, key]) => {
    const word = name as keyof typeof ASSUMED;
    const isUsual =
      state[key] === DEFAULT_STATE[key] || (word === 'inverterYear' && !state.inverterSek);
    const value = formatNumber(state[key], state.lang, Number.isInteger(state[key]) ? 0 : 1);
    const sign = word === 'level' && state[key] > 0 ? '+' : '';
    return isUsual ? [] : [`${beginSmall(words[word])} ${sign}${value} ${words[`${word}Unit`]}`];
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
