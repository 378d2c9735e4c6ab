import { type ColourScale, colourOf, inkOn } from './colour-scale.ts';
import { filledRect, lineFrom, textAt } from './svg.ts';

/** A table of values as coloured fields. */
export interface HeatTable {
  rows: readonly string[];
  cols: readonly string[];
  /** [row][col]. NaN leaves a field empty. */
  values: Float64Array;
  scale: ColourScale;
  /** Text in a field. Absent: none. */
  format?: (value: number) => string;
}

interface HeatSizes {
  colWidth: number;
  rowHeight: number;
  /** Space for the names of the rows, left of the fields. */
  left: number;
}

const HEADING_PX = 14;

/** Height of a heat map with the names of its columns on top. */
export function heatMapHeight(table: HeatTable, { rowHeight }: HeatSizes): number {
  return HEADING_PX + table.rows.length * rowHeight;
}

/** The fields with the names of rows and columns, from (0, 0) down. */
export function heatMap(table: HeatTable, sizes: HeatSizes): string {
  const { rows, cols } = table;
  const { colWidth, rowHeight, left } = sizes;
  const small = 'fill-opacity=".8"';
  const marks = cols.map((name, col) =>
    textAt(left + (col + 0.5) * colWidth, 10, name, `text-anchor="middle" ${small}`),
  );
  rows.forEach((name, row) => {
    const y = HEADING_PX + (row + 0.5) * rowHeight + 4;
    marks.push(textAt(left - 5, y, name, `text-anchor="end" ${small}`));
    cols.forEach((_, col) => {
      marks.push(field(table, sizes, row, col));
    });
  });
  return marks.join('\n');
}

function field(table: HeatTable, sizes: HeatSizes, row: number, col: number): string {
  const { colWidth, rowHeight, left } = sizes;
  const value = table.values[row * table.cols.length + col];
  const x = left + col * colWidth;
  const y = HEADING_PX + row * rowHeight;
  if (Number.isNaN(value))
    return lineFrom(x + 3, y + rowHeight / 2, x + colWidth - 3, y + rowHeight / 2);
  const colour = colourOf(table.scale, value);
  const rect = { x, y, width: colWidth, height: rowHeight };
  const box = filledRect(rect, colour, 'shape-rendering="crispEdges"');
  if (!table.format) return box;
  const style = `text-anchor="middle" fill="${inkOn(colour)}"`;
  return box + textAt(x + colWidth / 2, y + rowHeight / 2 + 4, table.format(value), style);
}
