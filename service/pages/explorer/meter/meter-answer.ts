import { type Choices, NO_CHOICES, type Writing } from '#engine/meter/columns/choices.ts';
import type { Column } from '#engine/meter/columns/column.ts';
import { type Measured, measureColumns } from '#engine/meter/energies/measure.ts';
import { readFiles } from '#engine/meter/files/bytes.ts';
import { type Message, MeterProblem } from '#engine/meter/files/problem.ts';
import type { Table } from '#engine/meter/files/table.ts';
import { type MeterFile, MOST_BYTES, tooLarge } from '#engine/meter/files/unpack.ts';
import { readTables } from '#engine/meter/read-meter.ts';
import type { NamedClock, Stamp } from '#engine/meter/times/axis.ts';
import { type Understood, understand } from '#engine/meter/understand.ts';
import type { Kind } from '#engine/meter/values/kinds.ts';
import { isUsed, nameRole, type Role } from '#engine/meter/values/names.ts';
import type { Unit } from '#engine/meter/values/units.ts';
import type { KnownRoof } from '#engine/meter/year/roof-year.ts';
import { failedAnswer } from './failed-answer.ts';
import { writeTime } from './write-time.ts';

/** A question to the worker that reads files. */
export interface MeterJob {
  /** Null for the files of the last question. */
  files: File[] | null;
  /** Null for a house. */
  roof: KnownRoof | null;
  choices: Choices;
}

/** A column as a person sees it. */
export interface ColumnView {
  name: string;
  role: Role;
  unit: Unit;
  kind: Kind;
  /** Its values in the first rows. NaN for a blank one. */
  samples: number[];
}

/** How the first column that counts writes its times and numbers. */
export interface WritingView extends Writing {
  /** Null where no clock is assumed. */
  clock: NamedClock | null;
  /** Null for a file without times. */
  stamp: Stamp | null;
}

/** Parts that the year of a file was made of. */
export type YearView = Omit<Understood, 'columns' | 'roles' | 'clock' | 'stamp'>;

/** Columns, times and year that were understood of files. */
export interface MeterAnswer {
  columns: ColumnView[];
  /** Times of the first rows, by the file's clock. None for a file without times. */
  times: string[];
  /** Null where no column was found. */
  writing: WritingView | null;
  /** Null where there is a problem. */
  year: YearView | null;
  problem: Message | null;
}

const SAMPLES = 5;

/** Reads files and answers as often as a person changes a choice. */
export function meterAnswers(): (job: MeterJob) => Promise<MeterAnswer> {
  let tables: Table[] = [];
  let columns: Column[] = [];
  let writing: Writing = NO_CHOICES;
  return async ({ files, roof, choices }) => {
    try {
      if (files) [tables, columns] = [[], []];
      if (files) tables = await readFiles(await readBytes(files));
      if (files || choices.order !== writing.order || choices.decimal !== writing.decimal) {
        writing = choices;
        columns = readTables(tables, choices);
      }
      const {
        columns: measured,
        roles,
        clock,
        stamp,
        ...year
      } = understand(columns, roof, choices);
      return { ...view(measured, roles, { clock, stamp }), year, problem: null };
    } catch (error) {
      if (!(error instanceof MeterProblem)) return failedAnswer(error);
      const { translatable } = error;
      const measured = measureColumns(columns, choices);
      const roles = measured.map(
        (column) => choices.roles[column.at] ?? nameRole(column) ?? 'ignored',
      );
      return { ...view(measured, roles, choices), year: null, problem: translatable };
    }
  };
}

/** @throws MeterProblem tooLarge before anything is read */
function readBytes(files: readonly File[]): Promise<MeterFile[]> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES) throw tooLarge(files.map(({ name }) => name).join(', '));
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}

/** Views columns and their times, also where there is no year of them. */
function view(
  columns: readonly Measured[],
  roles: readonly Role[],
  { clock, stamp }: { clock: NamedClock | null; stamp: Stamp | null },
): Pick<MeterAnswer, 'columns' | 'times' | 'writing'> {
  const used = columns.find(({ at }) => isUsed(roles[at]));
  const axis = (used ?? columns[0])?.axis;
  if (!axis) return { columns: [], times: [], writing: null };
  const hasTimes = !axis.isBare;
  const hasClock = hasTimes && axis.offsetMin.some(Number.isNaN);
  return {
    columns: columns.map(({ name, countsAs, kind, values, at }) => ({
      name,
      role: roles[at],
      unit: countsAs,
      kind,
      samples: [...values.subarray(0, SAMPLES)],
    })),
    times: hasTimes ? Array.from(axis.clockMs.subarray(0, SAMPLES), writeTime) : [],
    writing: {
      order: axis.order,
      decimal: columns.find(({ decimal }) => decimal !== null)?.decimal ?? null,
      clock: hasClock ? (clock ?? axis.clock ?? 'swedish') : null,
      stamp: hasTimes ? (stamp ?? axis.stamp ?? 'start') : null,
    },
  };
}
