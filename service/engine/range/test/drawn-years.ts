/** Years in which all drivers of a house's savings are drawn at once: a truth for its range. */
import { seededRandom } from '../../../../pipeline/test/seeded-random.ts';
import { USUAL_BATTERY } from '../../battery/battery.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  retailPrices,
} from '../../battery/test/houses.ts';
import type { YearSavings } from '../../cash-flow.ts';
import { Z90 } from '../../statistics.ts';
import { type RangeCase, savingsOfYears } from '../range-years.ts';
import { yearSpreads } from '../year-spreads.ts';

/** Difference of a year of ten from the mean of its sun. */
const SUN_SPREAD = 0.07;
const SEED = 11;

export const SPOT = generatedSpot(2).map((sek) => Math.max(0, sek));

/** A house with a heat pump in SE3. */
export function caseOf(strategy: 'self_consumption' | 'combined', capacityKwh = 10): RangeCase {
  return {
    house: heatPumpHouse(1),
    prices: retailPrices(SPOT),
    battery: {
      ...USUAL_BATTERY,
      ...plainOptions(strategy),
      capacityKwh,
      powerKw: capacityKwh / 2,
    },
    program: null,
    market: { importSekPerKwh: SPOT.map((sek) => 1.25 * sek), exportSekPerKwh: SPOT },
    spreads: yearSpreads('SE3'),
    sun: { low: 1 - SUN_SPREAD, high: 1 + SUN_SPREAD },
    heatShare: 7 / 15,
  };
}

/** Savings of years of a house whose sun is `SUN_SPREAD`'s, by drivers from `count` equally likely strata each. */
export function drawnSavings(houseCase: RangeCase, count: number): YearSavings[] {
  const random = seededRandom(SEED);
  const { levelSd, spreadSd, heatSd } = houseCase.spreads;
  const sds = [levelSd, spreadSd, SUN_SPREAD / Z90, houseCase.heatShare * heatSd];
  const drawn = sds.map((sd) => stratified(count, random).map((z) => sd * z));
  const years = Array.from({ length: count }, (_, i) => ({
    priceLevel: Math.exp(drawn[0][i]),
    priceSpread: Math.exp(drawn[1][i]),
    sun: 1 + drawn[2][i],
    load: Math.exp(drawn[3][i]),
  }));
  return savingsOfYears(houseCase, years);
}

/** The tenth, the middle and the last tenth of drawn sums. */
export function drawnRange(sums: readonly number[]): { p90: number; p50: number; p10: number } {
  const sorted = sums.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)];
  return { p90: at(0.1), p50: at(0.5), p10: at(0.9) };
}

/** Normal draws, one from each of as many equally likely strata, in any order. */
function stratified(count: number, random: () => number): number[] {
  const pairs = Array.from({ length: count }, (_, i) => ({
    z: normalAt((i + random()) / count),
    at: random(),
  }));
  return pairs.sort((a, b) => a.at - b.at).map(({ z }) => z);
}

/** Quantile of the standard normal distribution, by halving: the sum of its density from 0 on. */
function normalAt(share: number): number {
  let [low, high] = [-6, 6];
  for (let i = 0; i < 50; i++) {
    const z = (low + high) / 2;
    if (normalBelow(z) < share) low = z;
    else high = z;
  }
  return low;
}

function normalBelow(z: number): number {
  let term = z;
  let sum = z;
  for (let n = 1; n < 200; n++) {
    term *= (z * z) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
