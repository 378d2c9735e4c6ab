import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { BatteryStrategiesRequest } from '../../../../schemas/types.ts';
import { checkCovered, type LoadedData, type YieldDataset } from '../../../api/yield/dataset.ts';
import { normaliseMatrix } from '../../../api/yield/normalise.ts';
import { HttpError } from '../../../http/http-error.ts';
import { pricesOfZone, zonePrices } from '../../data/zone-prices.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { wordsOf } from '../../messages/messages.ts';
import type { FirstVerdict } from '../../ui/script-data.ts';
import { computePaid } from '../client/payback.ts';
import { applyLosses, computeRoofYield } from '../client/roof-yield.ts';
import { writeVerdict } from '../client/verdict.ts';
import type { ExplorerState } from '../state.ts';
import { writeState } from '../url-state.ts';
import { houseCalls } from '../worker/local-house.ts';
import type { MoneyAnswer } from '../worker/money-answer.ts';
import type { PriceSource } from '../worker/price-source.ts';
import { readSystemLoss } from '../worker/requests.ts';
import { sunOf } from '../worker/sun-source.ts';

/** Compares the batteries of a request as the API does. */
export type Compare = (request: BatteryStrategiesRequest) => Promise<MoneyAnswer>;

/** Figures of a state that are known without its script. */
interface FirstFigures {
  kwh: number;
  /** Null where only the script computes money. */
  money: MoneyAnswer | null;
}

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

/**
 * Computes what sun and batteries earn, too, which takes a comparison: for a page that many share.
 * @param compare by default here and now
 * @returns null without prices or a dataset, and outside of what they cover
 * @throws Error where no comparison is to be had now
 */
export async function firstFigures(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
  compare?: Compare,
): Promise<FirstFigures | null> {
  if (!pvYield || !prices || !isCovered(pvYield, state)) return null;
  const calls = callsOn(pvYield, prices);
  const { compare: request } = await calls.calls({ state, meter: null });
  const money = await (compare ?? calls.compare)(request);
  return { kwh: await leftKwh(pvYield, prices, state), money };
}

/** Writes the figures of a state as its page's script does. */
export function writeFirst(state: ExplorerState, { kwh, money }: FirstFigures): FirstVerdict {
  const { explorer, earnings } = wordsOf(state.lang);
  return {
    query: writeState(state),
    yields: fill(explorer.roofGives, { kwh: formatNumber(kwh, state.lang) }),
    earns: money && writeVerdict(state, money, computePaid(state, money, false), false, earnings),
  };
}

/** Whether the dataset covers a state's place. */
function isCovered(pvYield: YieldDataset, state: ExplorerState): boolean {
  try {
    checkCovered(pvYield, state);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

async function leftKwh(
  pvYield: YieldDataset,
  prices: PricesArtifact | null,
  state: ExplorerState,
): Promise<number> {
  const { lat, lng, faces, horizonDeg } = state;
  const loss = readSystemLoss(state);
  const input = { lat, lng, months: 1 as const, ...(loss === null ? {} : { system_loss: loss }) };
  const matrix = await sunOf(async () => pvYield).matrix(normaliseMatrix(input));
  const roof = computeRoofYield(matrix.monthly_kwh_kwp, faces);
  const hours = horizonDeg ? await callsOn(pvYield, prices).hours(state) : null;
  return applyLosses(roof, state, hours)?.yearKwh ?? 0;
}

/** The calls that the page's worker answers from the dataset's files. */
function callsOn(pvYield: YieldDataset, prices: PricesArtifact | null) {
  const sun = sunOf(async () => pvYield);
  return houseCalls(sun, filesOf(prices));
}

/** An area's prices as its file has them: the hours only where they may be listed. */
function filesOf(prices: PricesArtifact | null): PriceSource {
  return {
    async at({ lat, lng }) {
      if (!prices) throw new Error('No prices are loaded.');
      const zone = priceAreaOf(prices.header.price_areas.boundaries, lat, lng);
      return pricesOfZone(zonePrices(prices, zone));
    },
    tariffs: async () => prices?.header.grid_tariffs?.lists ?? [],
  };
}
