import type { RowReader } from './regrid.ts';
import type { Conversion } from './unit-conversion.ts';

/** Rows in the unit that everything inside has, and with them what a tally holds. */
export function converted(readRow: RowReader, { factor, offset }: Conversion): RowReader {
  if (factor === 1 && offset === 0) return readRow;
  return async (row, tally) => {
    const ofFile = tally && {
      ...tally,
      least: (tally.least - offset) / factor,
      greatest: (tally.greatest - offset) / factor,
    };
    const values = await readRow(row, ofFile);
    tally?.found.forEach((value, col, found) => {
      found[col] = value * factor + offset;
    });
    return values.map((value) => value * factor + offset);
  };
}
