import { sum } from '../statistics.ts';
import { type ByClass, byClass, CAP_SEK, sumOf, WORK_CLASSES } from './rates.ts';

/**
 * The applicants who claim the reduction: as few as the caps require, in their order. All of
 * them, each the same. Or each by a share of their own (integers, 0 claims nothing).
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
  const max = allowancesSek.reduce(
    (sum, allowance, i) => sum + (weights[i] > 0 ? allowance : 0),
    0,
  );
  const claimed = claimedOf(amountsSek, max);
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
function claimedOf(amountsSek: ByClass, maxSek: number): ByClass {
  if (sumOf(amountsSek) <= maxSek) return amountsSek;
  const amounts = WORK_CLASSES.map((workClass) => amountsSek[workClass]);
  const cut = byLargestRemainder(maxSek, amounts);
  return byClass((workClass) => cut[WORK_CLASSES.indexOf(workClass)]);
}

/** The applicants' weights. 0 for those who do not take part. */
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

/** Gives each started CAP_SEK one applicant. More join, in their order, while the allowances do not hold the sum. */
function weightFewest(sumSek: number, allowancesSek: readonly number[]): number[] {
  let parts = Math.ceil(sumSek / CAP_SEK);
  const held = (count: number) => sum(allowancesSek.slice(0, count));
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

/**
 * Splits a sum by weights into integers that add up to it: the floor of each one's share, and one
 * more for those with the largest remainders, of equal ones the first (Hamilton's method).
 * @param total integer, 0 or more
 * @param weights integers, 0 or more, not all 0
 */
function byLargestRemainder(total: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  const shares = weights.map((weight) => exactShare(total, weight, whole));
  const remainders = weights.map((weight) => (total * weight) % whole);
  const order = weights.map((_, i) => i).sort((a, b) => remainders[b] - remainders[a]);
  for (const i of order.slice(0, total - sum(shares))) shares[i]++;
  return shares;
}

/**
 * Splits a sum by weights where nobody can take more than an allowance: what is over goes to the
 * others, by their weights again.
 * @param total integer, at most what those with a weight are allowed
 */
function withinAllowances(
  total: number,
  weights: readonly number[],
  allowances: readonly number[],
): number[] {
  const shares = weights.map(() => 0);
  let left = total;
  let open = weights.map((_, i) => i).filter((i) => weights[i] > 0);
  while (left > 0) {
    const openWeights = weights.map((weight, i) => (open.includes(i) ? weight : 0));
    const wanted = byLargestRemainder(left, openWeights);
    const over = open.filter((i) => wanted[i] > allowances[i]);
    const settled = over.length > 0 ? over : open;
    for (const i of settled) {
      shares[i] = Math.min(wanted[i], allowances[i]);
      left -= shares[i];
    }
    open = open.filter((i) => !settled.includes(i));
  }
  return shares;
}

/**
 * A table of integers with the given sums of rows and columns, near to proportional: the floor of
 * row x column / total, and what is left over by the north-west corner rule.
 * @returns [row][column]
 */
function tableWithMargins(rows: readonly number[], columns: readonly number[]): number[][] {
  const total = sum(rows);
  const table = rows.map((row) =>
    columns.map((column) => (total > 0 ? exactShare(row, column, total) : 0)),
  );
  const rowsLeft = rows.map((row, i) => row - sum(table[i]));
  const columnsLeft = columns.map((column, j) => column - sum(table.map((row) => row[j])));
  for (let i = 0, j = 0; i < rows.length && j < columns.length; ) {
    const amount = Math.min(rowsLeft[i], columnsLeft[j]);
    table[i][j] += amount;
    rowsLeft[i] -= amount;
    columnsLeft[j] -= amount;
    if (rowsLeft[i] === 0) i++;
    else j++;
  }
  return table;
}

/**
 * floor(amount x part / whole), exact while what the whole leaves of the amount, times the part, is below 2^53: shares
 * of 20 persons' caps in 9 000 million SEK.
 * @param amount integer
 * @param part integer, 0 or more
 * @param whole integer above 0
 */
export function exactShare(amount: number, part: number, whole: number): number {
  const times = Math.floor(amount / whole);
  return times * part + Math.floor(((amount - times * whole) * part) / whole);
}
