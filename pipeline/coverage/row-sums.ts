import { type CoverageMask, setBit } from '../../schemas/codec/coverage-mask.ts';

/**
 * Steps of a count along each row of a mask, one more than there are columns so that a span that
 * runs to the east edge can end: `steps[row * (cols + 1) + col]` is added from that column on. A
 * place holds up to 32 767 steps of one sign (the outline of Sweden has about 6 000 pieces).
 */
export function emptySteps(mask: CoverageMask): Int16Array {
  return new Int16Array(mask.rows * (mask.cols + 1));
}

/** Sets the bits of the pixels where the running sum of a row's steps is not 0. */
export function setWhereSumIsNotZero(mask: CoverageMask, steps: Int16Array): void {
  for (let row = 0; row < mask.rows; row++) {
    const first = row * (mask.cols + 1);
    let sum = 0;
    for (let col = 0; col < mask.cols; col++) {
      sum += steps[first + col];
      if (sum !== 0) setBit(mask, row, col);
    }
  }
}

/** First column (or row) whose centre is at or beyond a coordinate in pixels, kept in 0..count. */
export function firstCentreFrom(pixels: number, count: number): number {
  return Math.min(Math.max(Math.ceil(pixels - 0.5), 0), count);
}
