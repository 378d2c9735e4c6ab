import { type MeterFile, readFiles } from './bytes.ts';
import { type Choices, NO_CHOICES } from './choices.ts';
import type { Column } from './column.ts';
import { readColumns } from './columns.ts';
import { joinTables } from './join-tables.ts';

import { MeterProblem } from './problem.ts';
import type { KnownRoof } from './roof-year.ts';
import { type Understood, understand } from './understand.ts';

/**
 * Reads the columns of numbers of files: of months that follow each other, of import and export apart, of a zip.
 * @throws MeterProblem saying what is wrong with the first file that cannot be read, if none can
 */
export async function readMeterColumns(files: readonly MeterFile[]): Promise<Column[]> {
  const read: Column[][] = [];
  let problem: unknown;
  for (const table of await readFiles(files)) {
    try {
      read.push(readColumns(table));
    } catch (error) {
      problem ??= error;
    }
  }
  // A cover sheet next to the tables has no times.
  const timed = read.filter((columns) => columns.some(({ axis }) => !axis.isBare));
  const columns = joinTables(timed.length > 0 ? timed : read);
  if (columns.length === 0) throw problem ?? new MeterProblem('noTable');
  return columns;
}

/**
 * Reads the year of a house's meter, or of a roof's log.
 * @param roof what is known of the roof; null for a house
 * @throws MeterProblem saying what is wrong
 */
export async function readMeter(
  files: readonly MeterFile[],
  roof: KnownRoof | null,
  choices: Choices = NO_CHOICES,
): Promise<Understood> {
  return understand(await readMeterColumns(files), roof, choices);
}
