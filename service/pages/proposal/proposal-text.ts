/** The texts of money, years, days and systems in a proposal. */

import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import type { SignedState } from '../../../schemas/types.ts';
import { fill, formatLoss, formatNumber, formatYears, LOCALES } from '../messages/format.ts';
import type { Language, Words } from '../messages/messages.ts';
import type { Proposal } from './proposal-contract.ts';

export interface PartProps {
  words: Words['proposal'];
  proposal: Proposal;
}

export function formatSek(words: Words['proposal'], sek: number, language: Language): string {
  return fill(words.sek, { value: formatNumber(Math.round(sek) + 0, language) });
}

/** Formats for a table when a price is earned, if that is in the years that count. */
export function formatPayback(
  words: Words['proposal'],
  years: number | null,
  life: number,
  language: Language,
): string {
  if (years === null) return fill(words.longer, { life });
  return fill(words.years, { value: formatYears(years, language, 'table') });
}

/** Assumptions about a battery's years, for the texts: how long it lasts, and its loss of capacity a year, %. */
export function describeAgeing({ fade_pct_per_year = 0 }: SignedState, language: Language) {
  return { battery: BATTERY_YEARS, fade: formatLoss(fade_pct_per_year / 100, language) };
}

/** Formats a day as it is written in a language, by Swedish time. */
export function formatDay(date: Date, language: Language): string {
  return date.toLocaleDateString(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Stockholm',
  });
}

/** Names a system in a table. */
export function nameSystem(
  words: Words['proposal'],
  { kind, batteryKwh }: PricedSystem,
  language: Language,
): string {
  const hasNone = kind === 'charger' && batteryKwh === 0;
  return fill(words[hasNone ? 'chargerOnly' : kind], {
    kwh: formatNumber(batteryKwh, language, countDecimals(batteryKwh)),
  });
}

/** Describes a system at the beginning of a sentence. */
export function describeSystem(
  words: Words['proposal'],
  { kind, batteryKwh, chargerCount }: Pick<PricedSystem, 'kind' | 'batteryKwh' | 'chargerCount'>,
  language: Language,
): string {
  const texts = { solar: words.theSolar, battery: words.theBattery, charger: words.theCharger };
  const hasNone = kind === 'charger' && batteryKwh === 0;
  return fill(hasNone ? words.theChargerOnly : texts[kind], {
    kwh: formatNumber(batteryKwh, language, countDecimals(batteryKwh)),
    count: chargerCount,
    points: chargerCount === 1 ? words.point : words.points,
  });
}

/** Counts the decimals that a value needs, at most two. */
export function countDecimals(value: number): number {
  return [0, 1].find((count) => Number(value.toFixed(count)) === value) ?? 2;
}
