import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { fill, formatHundreds, formatNumber, formatYears } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { writeBatteryLine } from '../../ui/battery-line.ts';
import type { OptionText, Tone, Verdict } from '../../ui/script-data.ts';
import type { ExplorerVerdict } from '../house-verdict.ts';
import { DEFAULT_STATE, type ExplorerState, mayClip, usualInverterKw } from '../state.ts';

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
  verdict: ExplorerVerdict,
  words: EarningWords,
): Verdict {
  const { isSunInMeter, panels, both, chosen, battery } = verdict;
  const option = (system: PricedSystem) => describeOption(system, verdict, state, words);
  const [tone, word] = isBought(chosen, verdict) ? judge(chosen, state, words) : PLAIN;
  return {
    tone,
    word,
    decision: describeSystem(state, verdict, words),
    options: isSunInMeter ? [] : [option(panels), option(both)],
    battery:
      (isSunInMeter ? `${words.sunInMeter} ` : '') +
      (battery
        ? writeBatteryLine(
            battery,
            battery.lifeYears,
            chosen === both ? words : { ...words, batteryLate: words.batteryOut },
            state.lang,
          )
        : ''),
    assumed: describeAssumed(state, words),
  };
}

/** Panels that are there already are not bought by themselves. */
function isBought({ batteryKwh }: PricedSystem, { arePanelsBought }: ExplorerVerdict): boolean {
  return arePanelsBought || batteryKwh > 0;
}

const PLAIN = ['plain', ''] as const;

/** Judges when a price is earned, for a colour and in two or three words. */
export function judge(
  { paybackYears: years }: Pick<PricedSystem, 'paybackYears'>,
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
  { lifeYears, lang }: ExplorerState,
  { chosen, panels, arePanelsBought }: ExplorerVerdict,
  words: EarningWords,
): string {
  const { batteryKwh, savingSek, netSek, paybackYears: years } = chosen;
  const isPaid = years !== null;
  const bought = batteryKwh
    ? [words.decisionBothNever, words.decisionBoth]
    : [words.decisionSunNever, words.decisionSun];
  const owned = batteryKwh ? words.decisionOwnedBoth : words.decisionOwned;
  return fill(arePanelsBought ? bought[Number(isPaid)] : owned, {
    size: batteryKwh,
    net: formatHundreds(netSek, lang),
    sek: formatHundreds(arePanelsBought ? savingSek : panels.savingSek, lang),
    saves: formatHundreds(savingSek - panels.savingSek, lang),
    years: formatYears(years ?? 0, lang, 'sentence'),
    life: lifeYears,
  });
}

function describeOption(
  system: PricedSystem,
  verdict: ExplorerVerdict,
  { lifeYears, lang }: ExplorerState,
  words: EarningWords,
): OptionText {
  const { batteryKwh, savingSek, netSek, paybackYears: years } = system;
  const paid = years === null ? words.optionNever : words.optionPaid;
  return {
    sizeKwh: batteryKwh,
    isChosen: system === verdict.chosen,
    paid: isBought(system, verdict)
      ? fill(paid, { years: formatYears(years ?? 0, lang, 'sentence'), life: lifeYears })
      : '',
    costs: fill(words.optionCosts, { net: formatHundreds(netSek, lang) }),
    saves: fill(words.optionSaves, { sek: formatHundreds(savingSek, lang) }),
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
  inverterKw: 'inverterKw',
} as const;

function describeAssumed(state: ExplorerState, words: EarningWords): string {
  const { meterBoughtKwh, meterSoldKwh, lang } = state;
  const parts = listAssumed(state, words);
  const kwh = (value: number | null) => formatNumber(value ?? 0, lang);
  const texts = [
    meterBoughtKwh === null
      ? ''
      : fill(words.meterOfLink, { bought: kwh(meterBoughtKwh), sold: kwh(meterSoldKwh) }),
    parts.length === 0 ? '' : fill(words.assumed, { parts: parts.join(', ') }),
  ];
  return texts.join(' ').trim();
}

/** The usual value of an assumption. The inverter's follows the panels. */
export function usualOf(
  { faces }: ExplorerState,
  key: (typeof ASSUMED)[keyof typeof ASSUMED],
): number {
  return key === 'inverterKw' ? usualInverterKw(faces) : DEFAULT_STATE[key];
}

/** Lists what is assumed, as far as it is not the usual. */
function listAssumed(state: ExplorerState, words: EarningWords): string[] {
  const hybrid = state.isHybrid && mayClip(state) ? [words.assumedHybrid] : [];
  const numbers = Object.entries(ASSUMED).flatMap(([name, key]) => {
    const word = name as keyof typeof ASSUMED;
    const isUsual =
      state[key] === usualOf(state, key) || (word === 'inverterYear' && !state.inverterSek);
    const value = formatNumber(state[key], state.lang, Number.isInteger(state[key]) ? 0 : 1);
    const sign = word === 'level' && state[key] > 0 ? '+' : '';
    const text = `${words[word]} ${sign}${value} ${words[`${word}Unit`]}`;
    return isUsual ? [] : [text.charAt(0).toLowerCase() + text.slice(1)];
  });
  return [...numbers, ...hybrid];
}

/** Formats the years until a price is earned, or says that its life is too short. */
export function formatSpan(
  years: number | null,
  life: number,
  words: EarningWords,
  lang: ExplorerState['lang'],
  place: Parameters<typeof formatYears>[2],
): string {
  return years === null
    ? fill(words.notIn, { life })
    : fill(words.years, { years: formatYears(years, lang, place) });
}
