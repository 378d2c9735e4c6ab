/** Which places of a grid have a cell (artifact-format.md section 5): of each row its first cell's number, and a bit for each place. */
import type { Grid } from './grid.ts';

/** Bytes of a row's first number, uint32. */
const NUMBER_BYTES = 4;

/** Bytes of all rows. */
export function cellRowsBytes({ rows, cols }: Pick<Grid, 'rows' | 'cols'>): number {
  return rows * rowBytes(cols);
}

/** @param cellIndex the cell's number at each place [row][col], -1 where there is none */
export function encodeCellRows(grid: Grid, cellIndex: Int32Array): Uint8Array {
  const { rows, cols } = grid;
  const bytes = new Uint8Array(cellRowsBytes(grid));
  const view = new DataView(bytes.buffer);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * rowBytes(cols);
    view.setUint32(at, next, true);
    for (let col = 0; col < cols; col++) {
      if (cellIndex[row * cols + col] < 0) continue;
      bytes[at + NUMBER_BYTES + (col >> 3)] |= 1 << (col & 7);
      next++;
    }
  }
  return bytes;
}

/**
 * The cell's number at each place [row][col], -1 where there is none.
 * @throws Error naming the file and the row whose first number is not that of the cells before it
 */
export function decodeCellRows(bytes: Uint8Array, grid: Grid, name: string): Int32Array {
  const { rows, cols } = grid;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cellIndex = new Int32Array(rows * cols).fill(-1);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * rowBytes(cols);
    const first = view.getUint32(at, true);
    if (first !== next) {
      throw new Error(
        `${name}: section "cell_rows" numbers the first cell of row ${row} ${first}, expected ${next}. Run "make artifacts".`,
      );
    }
    for (let col = 0; col < cols; col++) {
      const isCell = (bytes[at + NUMBER_BYTES + (col >> 3)] >> (col & 7)) & 1;
      if (isCell) cellIndex[row * cols + col] = next++;
    }
  }
  return cellIndex;
}

function rowBytes(cols: number): number {
  return NUMBER_BYTES + Math.ceil(cols / 8);
}
