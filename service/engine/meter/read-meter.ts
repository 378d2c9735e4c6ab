import { type Choices, NO_CHOICES, type Writing } from './columns/choices.ts';
import type { Column } from './columns/column.ts';
import { readColumns } from './columns/columns.ts';
import { joinTables } from './columns/join-tables.ts';
import { readFiles } from './files/bytes.ts';
import { MeterProblem } from './files/problem.ts';
import type { Table } from './files/table.ts';
import type { MeterFile } from './files/unpack.ts';
import { stepLengths, usualStep } from './times/step-lengths.ts';
import { type Understood, understand } from './understand.ts';
import type { KnownRoof } from './year/roof-year.ts';

/**
 * Finds the columns of numbers of tables: of months that follow each other, of import and export in separate files.
 * A table that does not show how its dates and numbers are written is read as the others are.
 * @throws MeterProblem saying what is wrong with the first table that cannot be read, if none can
 */
export function readTables(tables: readonly Table[], writing: Writing): Column[] {
  const read: Column[][] = [];
  let problem: unknown;
  for (const table of tables) {
    try {
      read.push(readColumns(table, writing));
    } catch (error) {
      problem ??= error;
    }
  }
  // A cover sheet next to the tables has no times.
  const timed = read.filter((columns) => columns.some(({ axis }) => !axis.isBare));
  const all = dropTotals(timed.length > 0 ? timed : read);
  const shared = findShared(all, writing);
  if (shared.order !== writing.order || shared.decimal !== writing.decimal) {
    return readTables(tables, shared);
  }
  const columns = joinTables(all);
  if (columns.length === 0) throw problem ?? new MeterProblem('noTable');
  return columns;
}

const DAY_MS = 86_400_000;

/** Leaves out tables of days or months next to tables of hours. */
function dropTotals(tables: readonly Column[][]): Column[][] {
  const isTotal = ([column]: Column[]) => {
    const { clockMs, isBare } = column.axis;
    const sorted = clockMs.filter((ms) => !Number.isNaN(ms)).sort();
    return !isBare && sorted.length > 1 && usualStep(stepLengths(sorted, 'start')) >= DAY_MS;
  };
  if (tables.length === 1) return [...tables];
  const hours = tables.filter((columns) => columns.length > 0 && !isTotal(columns));
  return hours.length > 0 ? hours : [...tables];
}

/** Finds the one way in which the tables that show it are written, if some do not show it. */
function findShared(tables: readonly Column[][], writing: Writing): Writing {
  const columns = tables.flat();
  const signs = columns.map(({ decimal, isDoubtful }) => ({ value: decimal, isDoubtful }));
  const orders = columns.map(({ axis }) => ({ value: axis.order, isDoubtful: axis.isDoubtful }));
  return {
    order: writing.order ?? findSure(orders),
    decimal: writing.decimal ?? findSure(signs),
  };
}

interface Found<Value> {
  value: Value | null;
  isDoubtful: boolean;
}

function findSure<Value>(found: readonly Found<Value>[]): Value | null {
  if (!found.some(({ isDoubtful }) => isDoubtful)) return null;
  const sure = new Set(found.flatMap(({ value, isDoubtful }) => (isDoubtful ? [] : (value ?? []))));
  return sure.size === 1 ? ([...sure][0] as Value) : null;
}

/**
 * Reads the year of a house's meter, or of a roof's log.
 * @param roof what is known of the roof. Null for a house
 * @throws MeterProblem saying what is wrong
 */
export async function readMeter(
  files: readonly MeterFile[],
  roof: KnownRoof | null,
  choices: Choices = NO_CHOICES,
): Promise<Understood> {
  return understand(readTables(await readFiles(files), choices), roof, choices);
}
