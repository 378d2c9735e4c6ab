import { bitAt, type CoverageMask, emptyMask, setBit } from '../../schemas/codec/coverage-mask.ts';

/**
 * A mask in the smallest frame that holds its set bits, itself where that is its own. Edges that
 * lay on whole multiples of the steps still do. Throws on a mask without a set bit.
 */
export function trimmedMask(mask: CoverageMask): CoverageMask {
  const { firstRow, endRow, firstCol, endCol } = setExtent(mask);
  if (endRow === 0) throw new Error('coverage mask has no set bit, expected at least one');
  const [cols, rows] = [endCol - firstCol, endRow - firstRow];
  if (cols === mask.cols && rows === mask.rows) return mask;
  const trimmed = emptyMask({
    ...mask,
    west: onStep(mask.west, firstCol, mask.lngStepDeg),
    south: onStep(mask.south, firstRow, mask.latStepDeg),
    cols,
    rows,
  });
  for (let row = 0; row < trimmed.rows; row++) {
    for (let col = 0; col < trimmed.cols; col++) {
      if (bitAt(mask, firstRow + row, firstCol + col)) setBit(trimmed, row, col);
    }
  }
  return trimmed;
}

/** Rounded to the nearest double of a decimal, as 1083 * 0.01 is not 10.83. */
function onStep(edgeDeg: number, steps: number, stepDeg: number): number {
  const stepsPerDeg = Math.round(1 / stepDeg);
  return Math.round((edgeDeg + steps * stepDeg) * stepsPerDeg) / stepsPerDeg;
}

function setExtent(mask: CoverageMask) {
  const extent = { firstRow: mask.rows, endRow: 0, firstCol: mask.cols, endCol: 0 };
  for (let row = 0; row < mask.rows; row++) {
    for (let col = 0; col < mask.cols; col++) {
      if (!bitAt(mask, row, col)) continue;
      extent.firstRow = Math.min(extent.firstRow, row);
      extent.endRow = row + 1;
      extent.firstCol = Math.min(extent.firstCol, col);
      extent.endCol = Math.max(extent.endCol, col + 1);
    }
  }
  return extent;
}
