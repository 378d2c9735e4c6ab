import type { Grid } from '../grid.ts';

/** How blocks lie on the cells' grid (cells-format.md section 3). */
export interface BlockFrame {
  /** Squares between centres along a block's side; it has one cell more, since neighbours share a rim. */
  squares: number;
  /** South-west block, counted in blocks from 0° N and 0° E. */
  firstRow: number;
  firstCol: number;
  rows: number;
  cols: number;
}

/** The blocks that cover a grid: every square of which a corner may be a cell. */
export function blockFrame(grid: Grid, squares: number): BlockFrame {
  const firstRow = Math.floor((grid.firstRow - 1) / squares);
  const firstCol = Math.floor((grid.firstCol - 1) / squares);
  return {
    squares,
    firstRow,
    firstCol,
    rows: Math.floor((grid.firstRow + grid.rows - 1) / squares) - firstRow + 1,
    cols: Math.floor((grid.firstCol + grid.cols - 1) / squares) - firstCol + 1,
  };
}

/** Place of the block that answers for a point (degrees), row by row from the south-west; -1 outside. */
export function blockPlace(frame: BlockFrame, stepDeg: number, lat: number, lng: number): number {
  const row = Math.floor(Math.floor(lat / stepDeg) / frame.squares) - frame.firstRow;
  const col = Math.floor(Math.floor(lng / stepDeg) / frame.squares) - frame.firstCol;
  const isIn = row >= 0 && row < frame.rows && col >= 0 && col < frame.cols;
  return isIn ? row * frame.cols + col : -1;
}

/** The cells of the block at a place, as a grid of its own whose centres are those of the whole. */
export function blockGrid(frame: BlockFrame, stepDeg: number, place: number): Grid {
  const row = frame.firstRow + Math.floor(place / frame.cols);
  const col = frame.firstCol + (place % frame.cols);
  return {
    stepDeg,
    firstRow: row * frame.squares,
    firstCol: col * frame.squares,
    rows: frame.squares + 1,
    cols: frame.squares + 1,
  };
}
