import { type CellBlock, cellDifferences } from '../../../schemas/codec/cells/block.ts';
import { type BlockFrame, blockGrid } from '../../../schemas/codec/cells/block-frame.ts';
import { hasCovered, maskWindow } from '../../../schemas/codec/cells/mask-window.ts';
import type { Differences, Reference } from '../../../schemas/codec/cells/predicted-counts.ts';
import type { Grid } from '../../../schemas/codec/grid.ts';
import { cellSections } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { SectionData } from '../../../schemas/codec/section.ts';
import { type CellValues, type OpenDataset, readCells } from './cell-rows.ts';
import { chooseReferences } from './choose-references.ts';

/** A block with what its cells' counts are best written less of. */
export interface PreparedBlock {
  place: number;
  block: CellBlock;
  references: Reference[];
  differences: Differences[];
}

/** Values of the cells of a row of blocks. */
interface LoadedRows {
  first: number;
  values: CellValues;
}

/** The blocks of one row of blocks in which anything is covered, from west to east. */
export function* blocksOfRow(
  dataset: OpenDataset,
  frame: BlockFrame,
  blockRow: number,
): Generator<PreparedBlock> {
  const rows = loadRows(dataset, frame, blockRow);
  // Neighbouring blocks share cells.
  let known = new Map<number, Differences>();
  for (let col = 0; col < frame.cols; col++) {
    const place = blockRow * frame.cols + col;
    const grid = blockGrid(frame, dataset.grid.stepDeg, place);
    const window = maskWindow(dataset.mask, edgesOf(grid));
    if (!hasCovered(window)) continue;
    const numbers = numbersIn(dataset, grid);
    const cells = numbers.filter((cell) => cell >= 0);
    let next = 0;
    const cell_index = numbers.map((cell) => (cell < 0 ? -1 : next++));
    const values = pickCells(dataset, rows, cells);
    const differences = Array.from(
      cells,
      (cell, i) => known.get(cell) ?? cellDifferences(values, i),
    );
    known = new Map(differences.map((own, i) => [cells[i], own]));
    const references = chooseReferences(cell_index, grid.cols, differences);
    const block = { cells: { ...values, cell_index, header: dataset.header, grid }, window };
    yield { place, block, references, differences };
  }
}

/** Reads the cells of the rows that a row of blocks has: they are numbered row by row, so they lie together. */
function loadRows(dataset: OpenDataset, frame: BlockFrame, blockRow: number): LoadedRows {
  const { grid, cell_index } = dataset;
  const south = (frame.firstRow + blockRow) * frame.squares - grid.firstRow;
  const from = Math.max(0, south) * grid.cols;
  const to = Math.min(grid.rows, south + frame.squares + 1) * grid.cols;
  const cells = cell_index.slice(from, to).filter((cell) => cell >= 0);
  const first = cells[0] ?? 0;
  return { first, values: readCells(dataset, first, first + cells.length) };
}

/** Edges of the squares between a block's cells, degrees. */
function edgesOf({ stepDeg, firstRow, firstCol, rows, cols }: Grid) {
  return {
    south: firstRow * stepDeg,
    north: (firstRow + rows - 1) * stepDeg,
    west: firstCol * stepDeg,
    east: (firstCol + cols - 1) * stepDeg,
  };
}

/** Numbers of a block's cells in the dataset, -1 where there is none. */
function numbersIn({ grid, cell_index }: OpenDataset, block: Grid): Int32Array {
  return Int32Array.from({ length: block.rows * block.cols }, (_, place) => {
    const row = block.firstRow + Math.floor(place / block.cols) - grid.firstRow;
    const col = block.firstCol + (place % block.cols) - grid.firstCol;
    const isIn = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
    return isIn ? cell_index[row * grid.cols + col] : -1;
  });
}

function pickCells(
  { header }: OpenDataset,
  { first, values }: LoadedRows,
  cells: Int32Array,
): CellValues {
  const picked = cellSections(header).map(({ name, perCell }) => {
    const all = values[name];
    if (!all) throw new Error(`The dataset has no "${name}", which its header announces.`);
    const own = all.slice(0, cells.length * perCell);
    for (const [i, cell] of cells.entries()) {
      const at = (cell - first) * perCell;
      own.set(all.subarray(at, at + perCell), i * perCell);
    }
    return [name, own] satisfies [string, SectionData];
  });
  // The table of sections is the type's own.
  return Object.fromEntries(picked) as CellValues;
}
