import type { PixelBounds, PixelTally } from './weighted-means.ts';

/** Which cells anybody needs, and what their pixels may hold. */
export interface PixelCheck {
  /** By grid place: 1 where the cell is needed. */
  needed: Uint8Array;
  /** Bounds in a row of the grid, by month, in the unit that everything inside has. */
  boundsOf(row: number): readonly PixelBounds[];
}

/** Pixels that cannot be right in a cell's fields of one month, from those fields alone that have some. */
interface CellDoubts {
  values: number;
  infinite: number;
  outside: number;
  found: number;
  firstField: string;
  fields: number;
}

/** Pixels that cannot be right, of all fields of a month; a cell without any takes no memory. */
export type MonthDoubts = Map<number, CellDoubts>;

/**
 * Takes what the tally of a field's row found.
 * @param place grid place of the row's first column
 * @param field which it is, for people
 */
export function addFieldRow(
  doubts: MonthDoubts,
  place: number,
  tally: PixelTally,
  needed: Uint8Array,
  field: string,
): void {
  const { values, infinite, outside, found } = tally;
  for (let col = 0; col < values.length; col++) {
    if (!needed[place + col] || infinite[col] + outside[col] === 0) continue;
    const cell = doubts.get(place + col) ?? noDoubts(field);
    cell.values += values[col];
    cell.infinite += infinite[col];
    cell.outside += outside[col];
    if (Number.isNaN(cell.found)) cell.found = found[col];
    cell.fields++;
    doubts.set(place + col, cell);
  }
}

function noDoubts(firstField: string): CellDoubts {
  return { values: 0, infinite: 0, outside: 0, found: Number.NaN, firstField, fields: 0 };
}

/** Puts a row's cells into a tally, as if one raster had been read. */
export function copyDoubts(doubts: MonthDoubts, place: number, tally: PixelTally): void {
  for (let col = 0; doubts.size > 0 && col < tally.values.length; col++) {
    const cell = doubts.get(place + col);
    if (!cell) continue;
    tally.values[col] = cell.values;
    tally.infinite[col] = cell.infinite;
    tally.outside[col] = cell.outside;
    tally.found[col] = cell.found;
    const others = cell.fields > 1 ? ` and ${cell.fields - 1} more` : '';
    tally.fields[col] = cell.firstField + others;
  }
}
