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
