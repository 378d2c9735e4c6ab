import { byLargestRemainder, tableWithMargins, withinAllowances } from './apportion.ts';
import { CAP_SEK } from './rates.ts';
import { type ByClass, byClass, sumOf, WORK_CLASSES } from './work-class.ts';

/**
 * The applicants who claim the reduction: as few as the caps require, in their order; all of
 * them, each the same; or each by a share of their own (integers, 0 claims nothing).
 */
export type PartsWanted = 'fewest' | 'all' | readonly number[];

/** One applicant's claim, whole SEK. */
export interface ReductionPart {
  /** Index of the applicant. */
  applicant: number;
  sek: ByClass;
  sumSek: number;
}

/** A reduction split among the applicants, whole SEK. */
export interface ReductionSplit {
  /** Parts in the order of the applicants, without those who claim nothing. */
  parts: ReductionPart[];
  /** The rest that the allowances do not hold: the customer pays it. */
  surplusSek: ByClass;
}

/**
 * Splits a reduction among the applicants so that the parts add up to it by class and none passes an
 * allowance.
 * @param amountsSek the reduction by class, whole SEK
 * @param allowancesSek what each applicant may still get this year, whole SEK, 0 to CAP_SEK
 * @throws RangeError naming the value that is none of these
 */
export function splitReduction(
  amountsSek: ByClass,
  allowancesSek: readonly number[],
  wanted: PartsWanted,
): ReductionSplit {
  checkAllowances(allowancesSek);
  const weights = weightsOf(sumOf(amountsSek), allowancesSek, wanted);
  const most = allowancesSek.reduce(
    (sum, allowance, i) => sum + (weights[i] > 0 ? allowance : 0),
    0,
  );
  const claimed = claimedOf(amountsSek, most);
  const persons = withinAllowances(sumOf(claimed), weights, allowancesSek);
  const columns = WORK_CLASSES.map((workClass) => claimed[workClass]);
  const parts = tableWithMargins(persons, columns).map((row, applicant) => ({
    applicant,
    sek: byClass((workClass) => row[WORK_CLASSES.indexOf(workClass)]),
    sumSek: persons[applicant],
  }));
  return {
    parts: parts.filter(({ sumSek }) => sumSek > 0),
    surplusSek: byClass((workClass) => amountsSek[workClass] - claimed[workClass]),
  };
}

/** The reduction that can be claimed: cut in proportion when the allowances do not hold it. */
function claimedOf(amountsSek: ByClass, mostSek: number): ByClass {
  if (sumOf(amountsSek) <= mostSek) return amountsSek;
  const amounts = WORK_CLASSES.map((workClass) => amountsSek[workClass]);
  const cut = byLargestRemainder(mostSek, amounts);
  return byClass((workClass) => cut[WORK_CLASSES.indexOf(workClass)]);
}

/** The applicants' weights; 0 for those who do not take part. */
function weightsOf(
  sumSek: number,
  allowancesSek: readonly number[],
  wanted: PartsWanted,
): readonly number[] {
  if (wanted === 'all') return allowancesSek.map(() => 1);
  if (wanted === 'fewest') return weightFewest(sumSek, allowancesSek);
  const isShare = (share: number) => Number.isSafeInteger(share) && share >= 0;
  if (wanted.length === allowancesSek.length && wanted.every(isShare)) return wanted;
  throw new RangeError(
    `The shares are ${wanted.join(', ')}; expected an integer of 0 or more for each of ${allowancesSek.length} applicants.`,
  );
}

/** Gives each started CAP_SEK one applicant; more join, in their order, while the allowances do not hold the sum. */
function weightFewest(sumSek: number, allowancesSek: readonly number[]): number[] {
  let parts = Math.ceil(sumSek / CAP_SEK);
  const held = (count: number) =>
    allowancesSek.slice(0, count).reduce((sum, allowance) => sum + allowance, 0);
  while (parts < allowancesSek.length && held(parts) < sumSek) parts++;
  return allowancesSek.map((_, i) => (i < parts ? 1 : 0));
}

function checkAllowances(allowancesSek: readonly number[]): void {
  const wrong = allowancesSek.find(
    (allowance) => !Number.isSafeInteger(allowance) || allowance < 0 || allowance > CAP_SEK,
  );
  if (wrong === undefined) return;
  throw new RangeError(`An allowance is ${wrong}, expected whole SEK from 0 to ${CAP_SEK}.`);
}
