import { strategiesCase } from '#engine/answers.ts';
import { unlessRefused } from '#engine/refusal.ts';
import { roundTo } from '#engine/round.ts';
import { comparisonCells } from '#engine/simulation/cell-weight.ts';
import type { AnswerPage, PageCase } from '#engine/simulation/house-case.ts';
import { pricesAtLevel } from '#engine/simulation/resolve/prices.ts';
import { checkCovered, type LoadedData, type YieldDataset } from '#engine/yield/dataset.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { listedPrices } from '../../data/zone-prices.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { wordsOf } from '../../messages/messages.ts';
import { applyLosses, computeRoofYield, needsHours } from '../answer/roof-yield.ts';
import { writeVerdict } from '../answer/verdict.ts';
import { computeHouseVerdict, readTerms } from '../house-verdict.ts';
import type { FirstAnswers, FirstHouse, FirstRoof } from '../page-data.ts';
import { type ExplorerState, followLatest, isSunInMeter } from '../state.ts';
import { writeState } from '../url-state.ts';
import { resolveYears } from '../worker/house-case.ts';
import { localCalls, sunEnds } from '../worker/local-work.ts';
import { placeSpot } from '../worker/place-market.ts';
import { type SunSource, sunOf } from '../worker/sun-source.ts';

/**
 * Computes the yield of a state's roof by the code of the page's script: from the planes of its place, less snow, shade
 * and horizon.
 * @returns null without a dataset, and outside of what it covers
 */
export async function computeRoof(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
): Promise<FirstRoof | null> {
  if (!pvYield || !isCovered(pvYield, state)) return null;
  const calls = callsOn(sunIn(pvYield), prices);
  const { monthly_kwh_kwp } = await calls.matrix(state);
  const roof = computeRoofYield(monthly_kwh_kwp, state.faces);
  const hours = needsHours(state) ? await calls.hours(state) : null;
  const left = applyLosses(roof, state, hours);
  return left && { roof, left };
}

/** Sets the price level of a state that follows the last known prices, as the page's script does. */
export function atLatestPrices(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
): ExplorerState {
  const isPriced = state.isLatest && pvYield && prices && isCovered(pvYield, state);
  return isPriced ? followLatest(state, placeSpot(prices, state)) : state;
}

/**
 * Computes what the page shows of a house before anything is changed, as its worker would.
 * @returns null without prices or a dataset, and outside of what they cover
 * @throws RequestError for a price list that the dataset lacks, or that takes too long, and as `answer`
 */
export async function computeHouse(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
  answer: AnswerPage,
): Promise<FirstHouse | null> {
  if (!pvYield || !prices || !isCovered(pvYield, state)) return null;
  const sun = sunIn(pvYield);
  const answerOf = async (part: Partial<ExplorerState>) =>
    answer(await pageCase({ pvYield, prices }, sun, { ...state, ...part }));
  const savingsOf = async (part: Partial<ExplorerState>) => (await answerOf(part)).savings;
  const { savings, months, years } = await answerOf({});
  return {
    spot: placeSpot(prices, state),
    money: {
      money: savings,
      plain: state.gridTariff ? await savingsOf({ gridTariff: null }) : null,
      unreserved: state.reservePct > 0 ? await savingsOf({ reservePct: 0 }) : null,
    },
    months,
    years,
    chance: (await callsOn(sun, prices).chance(state)).chance,
  };
}

/** Resolves a state's house, and its years. */
async function pageCase(
  loaded: { pvYield: YieldDataset; prices: PricesArtifact },
  sun: SunSource,
  state: ExplorerState,
): Promise<PageCase> {
  const { prices } = loaded;
  const { compare } = await callsOn(sun, prices).calls({ state, meter: null });
  const found = strategiesCase(loaded, compare);
  comparisonCells(found);
  const { request, inputs } = found;
  const level = 1 + state.priceLevelPct / 100;
  const ends = await sunEnds(sun, state);
  return {
    ...found,
    prices: pricesAtLevel(request.prices, inputs, prices, level),
    economy: readTerms(state),
    years: ends && {
      ...resolveYears({ batteries: found, request, inputs, level }, prices),
      sun: ends,
    },
  };
}

/** Joins the answers on a link's state, in as many decimals as any figure of the page has. Null without a yield. */
export function firstAnswers(
  { state, place, roof }: { state: ExplorerState; place: string | null; roof: FirstRoof | null },
  house: FirstHouse | null,
): FirstAnswers | null {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? roundTo(value, 4) : value;
  return (
    roof && JSON.parse(JSON.stringify({ query: writeState(state), place, roof, house }, round))
  );
}

/** Writes the first answers on a state in words, as the page's script does. No money where only that computes it. */
export function writeFirst(state: ExplorerState, { roof, house }: FirstAnswers) {
  const { explorer, earnings } = wordsOf(state.lang);
  const verdict = house && computeHouseVerdict(state, house.money.money, isSunInMeter(state, null));
  return {
    yields: fill(explorer.roofGives, { kwh: formatNumber(roof.left.yearKwh, state.lang) }),
    earns: verdict && writeVerdict(state, verdict, earnings),
  };
}

/** Whether the dataset covers a state's place. */
function isCovered(pvYield: YieldDataset, state: ExplorerState): boolean {
  return unlessRefused(() => checkCovered(pvYield, state)) !== null;
}

function sunIn(pvYield: YieldDataset): SunSource {
  return sunOf(async () => pvYield);
}

/** The calls that the page's worker answers from the dataset's files. */
function callsOn(sun: SunSource, prices: PricesArtifact | null) {
  return localCalls(sun, {
    async at() {
      if (!prices) throw new Error('No prices are loaded.');
      return listedPrices(prices);
    },
    tariffs: async () => [],
  });
}
