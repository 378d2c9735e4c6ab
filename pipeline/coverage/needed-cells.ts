import { bitAt, type CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import type { Grid } from '../../schemas/codec/grid.ts';

/** A touch of less than this share of a lattice square is rounding in a pixel's edge. */
const EDGE_NOISE = 1e-6;

/** First and last lattice square that each row or column of pixels touches. */
interface Touched {
  first: Int32Array;
  last: Int32Array;
}

/**
 * The grid for a coverage: all cell centres that a bilinear lookup of some covered point uses,
 * and which of the grid's cells they are (`needed[row * cols + col]` is 1). A lattice square, the
 * space between four centres, that a covered pixel touches needs its four corners. Pixels are
 * half-open, so one that ends on a line of the lattice does not touch the square beyond. The grid
 * is tight around the needed cells.
 * @param mask in the frame that `trimmedMask` leaves, so that the outermost squares are needed ones
 */
export function gridForCoverage(
  mask: CoverageMask,
  stepDeg: number,
): { grid: Grid; needed: Uint8Array } {
  const byRow = touchedSquares(mask.south, mask.latStepDeg, mask.rows, stepDeg);
  const byCol = touchedSquares(mask.west, mask.lngStepDeg, mask.cols, stepDeg);
  const grid = {
    stepDeg,
    firstRow: byRow.first[0],
    firstCol: byCol.first[0],
    rows: byRow.last[mask.rows - 1] - byRow.first[0] + 2,
    cols: byCol.last[mask.cols - 1] - byCol.first[0] + 2,
  };
  return { grid, needed: cornersOf(squaresOf(mask, grid, byRow, byCol), grid) };
}

function touchedSquares(edge: number, pixelDeg: number, count: number, stepDeg: number): Touched {
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    first[i] = Math.floor((edge + i * pixelDeg) / stepDeg + EDGE_NOISE);
    last[i] = Math.ceil((edge + (i + 1) * pixelDeg) / stepDeg - EDGE_NOISE) - 1;
  }
  return { first, last };
}

/** Marks the squares that covered pixels touch, each by its south-west corner. */
function squaresOf(mask: CoverageMask, grid: Grid, byRow: Touched, byCol: Touched): Uint8Array {
  const squares = new Uint8Array(grid.rows * grid.cols);
  for (let row = 0; row < mask.rows; row++) {
    for (let r = byRow.first[row]; r <= byRow.last[row]; r++) {
      const west = (r - grid.firstRow) * grid.cols - grid.firstCol;
      for (let col = 0; col < mask.cols; col++) {
        if (!bitAt(mask, row, col)) continue;
        for (let c = byCol.first[col]; c <= byCol.last[col]; c++) squares[west + c] = 1;
      }
    }
  }
  return squares;
}

/** Marks the four corners of the squares. */
function cornersOf(squares: Uint8Array, { cols }: Grid): Uint8Array {
  const corners = squares.slice();
  squares.forEach((isTouched, southWest) => {
    if (isTouched) for (const step of [1, cols, cols + 1]) corners[southWest + step] = 1;
  });
  return corners;
}
