/**
 * Splits a sum by weights into integers that add up to it: the floor of each one's share, and one
 * more for those with the largest remainders, of equal ones the first (Hamilton's method).
 * @param total integer, 0 or more
 * @param weights integers, 0 or more, not all 0
 */
export function byLargestRemainder(total: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  const shares = weights.map((weight) => exactShare(total, weight, whole));
  const remainders = weights.map((weight) => remainder(total, weight, whole));
  const order = weights.map((_, i) => i).sort((a, b) => compare(remainders[b], remainders[a]));
  for (const i of order.slice(0, total - sum(shares))) shares[i]++;
  return shares;
}

/**
 * Splits a sum by weights where nobody can take more than an allowance: what is over goes to the
 * others, by their weights again.
 * @param total integer, at most what those with a weight are allowed
 */
export function withinAllowances(
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
export function tableWithMargins(rows: readonly number[], columns: readonly number[]): number[][] {
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

function remainder(total: number, weight: number, whole: number): bigint {
  return (BigInt(total) * BigInt(weight)) % BigInt(whole);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * floor(amount x part / whole), exact where the product passes 2^53.
 * @param amount integer
 * @param part integer
 * @param whole integer above 0
 */
export function exactShare(amount: number, part: number, whole: number): number {
  return floorDivide(BigInt(amount) * BigInt(part), BigInt(whole));
}

/** The quotient rounded down, below 0 too. */
export function floorDivide(dividend: bigint, divisor: bigint): number {
  const quotient = dividend / divisor;
  return Number(dividend < quotient * divisor ? quotient - 1n : quotient);
}
