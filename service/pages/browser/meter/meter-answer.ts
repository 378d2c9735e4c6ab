import type { MeterFile } from './bytes.ts';
import type { Choices } from './choices.ts';
import type { Column } from './column.ts';
import type { Kind } from './kinds.ts';
import { type Measured, measureColumns } from './measure.ts';
import { nameRole, type Role } from './names.ts';
import { type Message, MeterProblem } from './problem.ts';
import { readMeterColumns } from './read-meter.ts';
import type { KnownRoof } from './roof-year.ts';
import { type Understood, understand } from './understand.ts';
import type { Unit } from './units.ts';

/** A question to the worker that reads files. */
export interface MeterJob {
  id: number;
  /** Null for the files of the last question. */
  files: MeterFile[] | null;
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
  /** Its values in the first rows; NaN for a blank one. */
  samples: number[];
}

/** What the year of a file was made of. */
export interface YearView extends Omit<Understood, 'columns' | 'roles'> {
  /** Times of the first rows, by the file's clock. */
  times: string[];
}

/** What was understood of files. */
export interface MeterAnswer {
  id: number;
  columns: ColumnView[];
  /** Null where there is a problem. */
  year: YearView | null;
  problem: Message | null;
}

const SAMPLES = 5;

/** Reads files and answers as often as a person changes a choice. */
export function meterAnswers(): (job: MeterJob) => Promise<MeterAnswer> {
  let columns: Column[] = [];
  return async ({ id, files, roof, choices }) => {
    try {
      if (files) columns = [];
      if (files) columns = await readMeterColumns(files);
      const { columns: measured, roles, ...year } = understand(columns, roof, choices);
      const view = { ...year, times: listTimes(columns) };
      return { id, columns: viewColumns(measured, roles), year: view, problem: null };
    } catch (error) {
      if (!(error instanceof MeterProblem)) throw error;
      const measured = measureColumns(columns, choices);
      const roles = measured.map(
        ({ at, heads }) => choices.roles[at] ?? nameRole(heads) ?? 'ignored',
      );
      return { id, columns: viewColumns(measured, roles), year: null, problem: error.told };
    }
  };
}

function viewColumns(columns: readonly Measured[], roles: readonly Role[]): ColumnView[] {
  return columns.map(({ name, countsAs, kind, values, at }) => ({
    name,
    role: roles[at],
    unit: countsAs,
    kind,
    samples: [...values.subarray(0, SAMPLES)],
  }));
}

function listTimes([first]: readonly Column[]): string[] {
  if (first.axis.isBare) return [];
  return Array.from(first.axis.clockMs.subarray(0, SAMPLES), writeTime);
}

/** '2025-03-30 03:15' */
export function writeTime(clockMs: number): string {
  return Number.isNaN(clockMs)
    ? ''
    : new Date(clockMs).toISOString().slice(0, 16).replace('T', ' ');
}
