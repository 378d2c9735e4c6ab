/** Figures of a proposal's page, and its texts of money, years, days and systems. */

import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import type { ProposalFigures } from '#engine/economy/proposal-figures.ts';
import type { SignedState } from '../../../schemas/types.ts';
import { fill, formatLoss, formatNumber, formatYears, LOCALES } from '../messages/format.ts';
import type { Language, Words } from '../messages/messages.ts';
import type { LanguageChoice } from '../server/language-links.tsx';

interface Brand {
  title: string;
  /** A data: address. */
  logo: string | null;
  phone: string | null;
}

export interface Proposal {
  language: Language;
  languages: readonly LanguageChoice[];
  brand: Brand;
  state: SignedState;
  figures: ProposalFigures;
  /** Version of the loaded dataset. Null if it is the proposal's. */
  datasetToday: string | null;
  /** Path of the explorer with the proposal's inputs. */
  explorer: string;
  /** Path of the prices' parts. */
  prices: string;
  qr: QrCode;
}

/** A QR code of square modules, as an SVG path in a square of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

export interface PartProps {
  words: Words['proposal'];
  proposal: Proposal;
}

/** Formats whole SEK. */
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
  system: PricedSystem,
  language: Language,
): string {
  const kwh = formatShort(system.batteryKwh, language);
  return fill(words[systemKey(system)], { kwh });
}

/** Describes a system at the beginning of a sentence. */
export function describeSystem(
  words: Words['proposal'],
  system: Pick<PricedSystem, 'kind' | 'batteryKwh' | 'chargerCount'>,
  language: Language,
): string {
  const texts = {
    solar: words.theSolar,
    battery: words.theBattery,
    charger: words.theCharger,
    chargerOnly: words.theChargerOnly,
  };
  const { batteryKwh, chargerCount: count } = system;
  const points = count === 1 ? words.point : words.points;
  return fill(texts[systemKey(system)], { kwh: formatShort(batteryKwh, language), count, points });
}

/** The kind of a system, which may be a charging point without a battery. */
export function systemKey({ kind, batteryKwh }: Pick<PricedSystem, 'kind' | 'batteryKwh'>) {
  return kind === 'charger' && batteryKwh === 0 ? 'chargerOnly' : kind;
}

/** Formats a number with the decimals that it needs, at most two. */
export function formatShort(value: number, language: Language): string {
  const decimals = [0, 1].find((count) => Number(value.toFixed(count)) === value) ?? 2;
  return formatNumber(value, language, decimals);
}
