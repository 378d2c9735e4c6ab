import { strategiesCase } from '#engine/answers.ts';
import { readComparison } from '#engine/economy/battery-choice.ts';
import type { HouseSavings } from '#engine/economy/verdict.ts';
import { unlessRefused } from '#engine/refusal.ts';
import { comparisonCells } from '#engine/simulation/cell-weight.ts';
import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import { pricesAtLevel } from '#engine/simulation/resolve/price-level.ts';
import { checkCovered, type LoadedData, type YieldDataset } from '#engine/yield/dataset.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { listedPrices } from '../../data/zone-prices.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { wordsOf } from '../../messages/messages.ts';
import type { FirstVerdict } from '../../ui/script-data.ts';
import { applyLosses, computeRoofYield, needsHours } from '../client/roof-yield.ts';
import { writeVerdict } from '../client/verdict.ts';
import { computeHouseVerdict } from '../house-verdict.ts';
import { type ExplorerState, followLatest, isSunInMeter } from '../state.ts';
import { writeState } from '../url-state.ts';
import { localCalls } from '../worker/local-work.ts';
import { placeMarket } from '../worker/place-market.ts';
import { sunOf } from '../worker/sun-source.ts';

/**
 * Computes the yield of a state's roof in a year, kWh, by the code of the page's script: from the planes of its place,
 * less snow, shade and horizon.
 * @returns null without a dataset, and outside of what it covers
 */
export async function computeYearKwh(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
): Promise<number | null> {
  return pvYield && isCovered(pvYield, state) ? leftKwh(pvYield, prices, state) : null;
}

/** Sets the price level of a state that follows the last known prices, as the page's script does. */
export function atLatestPrices(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
): ExplorerState {
  const isPriced = state.isLatest && pvYield && prices && isCovered(pvYield, state);
  return isPriced ? followLatest(state, placeMarket(prices, state)) : state;
}

/**
 * Computes what sun and batteries earn in a year.
 * @returns null without prices or a dataset, and outside of what they cover
 * @throws RequestError for a price list that the dataset lacks, or that takes too long, and as `compare`
 */
export async function computeMoney(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
  compare: CompareBatteries,
): Promise<HouseSavings | null> {
  if (!pvYield || !prices || !isCovered(pvYield, state)) return null;
  const { compare: compareRequest } = await callsOn(pvYield, prices).calls({ state, meter: null });
  const found = strategiesCase({ pvYield, prices }, compareRequest);
  comparisonCells(found);
  const level = 1 + state.priceLevelPct / 100;
  const moved = pricesAtLevel(found.request.prices, found.inputs, prices, level);
  return readComparison(await compare({ ...found, prices: moved }));
}

/**
 * Writes the figures of a state as its page's script does. Null without a yield.
 * @param money null where only the script computes it
 */
export function writeFirst(
  state: ExplorerState,
  kwh: number | null,
  money: HouseSavings | null,
): FirstVerdict | null {
  if (kwh === null) return null;
  const { explorer, earnings } = wordsOf(state.lang);
  return {
    query: writeState(state),
    yields: fill(explorer.roofGives, { kwh: formatNumber(kwh, state.lang) }),
    earns:
      money &&
      writeVerdict(state, computeHouseVerdict(state, money, isSunInMeter(state, null)), earnings),
  };
}

/** Whether the dataset covers a state's place. */
function isCovered(pvYield: YieldDataset, state: ExplorerState): boolean {
  return unlessRefused(() => checkCovered(pvYield, state)) !== null;
}

async function leftKwh(
  pvYield: YieldDataset,
  prices: PricesArtifact | null,
  state: ExplorerState,
): Promise<number> {
  const calls = callsOn(pvYield, prices);
  const { monthly_kwh_kwp } = await calls.matrix(state);
  const roof = computeRoofYield(monthly_kwh_kwp, state.faces);
  const hours = needsHours(state) ? await calls.hours(state) : null;
  return applyLosses(roof, state, hours)?.yearKwh ?? 0;
}

/** The calls that the page's worker answers from the dataset's files. */
function callsOn(pvYield: YieldDataset, prices: PricesArtifact | null) {
  return localCalls(
    sunOf(async () => pvYield),
    {
      async at() {
        if (!prices) throw new Error('No prices are loaded.');
        return listedPrices(prices);
      },
      tariffs: async () => [],
    },
  );
}
