/** Numbers that are compared within a tolerance. */
import assert from 'node:assert/strict';

/** Fails unless a number is within the tolerance of the expected one. NaN is close only to NaN. */
export function assertClose(
  actual: number | null | undefined,
  expected: number,
  tolerance: number,
  message = 'the number',
): void {
  const isClose = Number.isNaN(expected)
    ? Number.isNaN(actual)
    : typeof actual === 'number' && Math.abs(actual - expected) <= tolerance;
  assert.ok(isClose, `${message}: ${actual}, expected ${expected}`);
}

/** Compares with a share of the expected number, or of 1 where that is less, as the tolerance. */
export function assertRelativelyClose(
  actual: number,
  expected: number,
  share: number,
  message?: string,
): void {
  assertClose(actual, expected, share * Math.max(1, Math.abs(expected)), message);
}
