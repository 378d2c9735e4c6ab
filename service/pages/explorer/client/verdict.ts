import { fill, formatHundreds, formatNumber, formatYears } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { writeBatteryLine } from '../../ui/battery-line.ts';
import type { OptionText, Tone, Verdict } from '../../ui/script-data.ts';
import { DEFAULT_STATE, type ExplorerState } from '../state.ts';
import type { System, Systems } from './system.ts';

type EarningWords = Words['earnings'];

/** Shares of the panels' life, and years, within which a price is earned well, or slowly. */
const SOON_YEARS = 10;
const SLOW_SHARE = 0.8;

/**
 * Writes the verdict on the chosen system, the systems to choose from, and the battery's own line: the service for the
 * page's HTML as the page for its figures.
 */
export function writeVerdict(
  state: ExplorerState,
  { paid, isSunInMeter, panels, both, chosen }: Systems,
  words: EarningWords,
): Verdict {
  const { battery } = both;
  const decided = isSunInMeter ? both : chosen;
  const option = (system: System) =>
    describeOption(system, system === decided, paid.panels !== null, state, words);
  const isBought = paid.panels !== null || decided.battery !== null;
  const [tone, word] = isBought ? judge(decided, state, words) : (['plain', ''] as const);
  return {
    tone,
    word,
    decision: describeSystem(state, decided, paid.panels !== null, words),
    options: isSunInMeter ? [] : [option(panels), option(both)],
    battery:
      (isSunInMeter ? `${words.sunInMeter} ` : '') +
      (battery
        ? writeBatteryLine(
            battery,
            battery.lifeYears,
            decided === both ? words : { ...words, batteryLate: words.batteryOut },
            state.lang,
          )
        : ''),
    assumed: describeAssumed(state, words),
  };
}

/** Judges when a price is earned, for a colour and in two or three words. */
export function judge(
  { years }: Pick<System, 'years'>,
  { lifeYears }: Pick<ExplorerState, 'lifeYears'>,
  words: EarningWords,
): readonly [Tone, string] {
  if (years === null) return ['no', words.verdictNo];
  if (years <= SOON_YEARS) return ['yes', words.verdictYes];
  return years <= SLOW_SHARE * lifeYears
    ? ['slow', words.verdictSlow]
    : ['slow', words.verdictBarely];
}

function describeSystem(
  state: ExplorerState,
  { battery, savesSek, netSek, years }: System,
  arePanelsBought: boolean,
  words: EarningWords,
): string {
  const { lifeYears, lang } = state;
  const isPaid = years !== null;
  const bought = battery
    ? [words.decisionBothNever, words.decisionBoth]
    : [words.decisionSunNever, words.decisionSun];
  const owned = battery ? words.decisionOwnedBoth : words.decisionOwned;
  const batterySek = battery?.cell.savesSek ?? 0;
  return fill(arePanelsBought ? bought[Number(isPaid)] : owned, {
    size: battery?.cell.sizeKwh ?? 0,
    net: formatHundreds(netSek, lang),
    sek: formatHundreds(arePanelsBought ? savesSek : savesSek - batterySek, lang),
    saves: formatHundreds(batterySek, lang),
    years: formatYears(years ?? 0, lang, 'sentence'),
    life: lifeYears,
  });
}

function describeOption(
  { battery, savesSek, netSek, years }: System,
  isChosen: boolean,
  arePanelsBought: boolean,
  { lifeYears, lang }: ExplorerState,
  words: EarningWords,
): OptionText {
  const paid = years === null ? words.optionNever : words.optionPaid;
  const isFree = !arePanelsBought && !battery;
  return {
    sizeKwh: battery?.cell.sizeKwh ?? 0,
    isChosen,
    paid: isFree
      ? ''
      : fill(paid, { years: formatYears(years ?? 0, lang, 'sentence'), life: lifeYears }),
    costs: fill(words.optionCosts, { net: formatHundreds(netSek, lang) }),
    saves: fill(words.optionSaves, { sek: formatHundreds(savesSek, lang) }),
  };
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
  fade: 'fadePct',
  standby: 'standbyW',
  reserve: 'reservePct',
} as const;

function describeAssumed(state: ExplorerState, words: EarningWords): string {
  const parts = listAssumed(state, words);
  return parts.length === 0 ? '' : fill(words.assumed, { parts: parts.join(', ') });
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

/** Names how many share the deduction. */
export function nameOwners(words: Words['earnings'], count: number): string {
  return { 1: words.owner1, 2: words.owner2 }[count] ?? fill(words.ownersMore, { count });
}
