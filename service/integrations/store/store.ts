/** The store, in SQLite. Times are ISO UTC text, documents JSON text. Personal data is encrypted under DATA_KEY. */
import type { Encryption } from './encryption.ts';

export type Value = string | number | null | Buffer;

export interface Statements {
  /** The rows that a statement returns. Their names and types are the tables' in schema.ts. */
  query<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
}

/**
 * Statements of one organisation: `$1` is always the organisation, values follow from `$2`. A statement
 * without `org = $1`, or an insert whose first value is not `$1`, is rejected.
 */
export interface OwnStatements extends Statements {
  readonly org: string;
  readonly encryption: Encryption;
}

export interface Change extends OwnStatements {
  /** The change's position in the order of the organisation's changes. */
  readonly seq: number;
  /** The change's time, ISO UTC. */
  readonly at: string;
}

export interface Store {
  /** Reads what is committed. */
  of(org: string): OwnStatements;
  /**
   * Runs a change of one organisation as a transaction. Changes run one after the other. It is on disk when this
   * returns. `work` awaits nothing but its statements.
   */
  change<Result>(org: string, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** Runs a change of all organisations, which has no position. */
  changeAll<Result>(work: (all: Statements) => Promise<Result>): Promise<Result>;
  /** Empties the write-ahead log, where erased rows could still be read. */
  scrub(): Promise<void>;
  /** @throws StoreUnavailable if the store does not answer, or its file was removed */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The store does not answer: the caller may try again. */
export class StoreUnavailable extends Error {}

/** Takes the next position of the organisation's order. */
const NEXT_SEQ = `insert into organisation (org, seq) values ($1, 1)
  on conflict (org) do update set seq = organisation.seq + 1 returning seq`;

/** Statements that bind the organisation, and reject a text without it. */
export function ownStatements(all: Statements, org: string, encryption: Encryption): OwnStatements {
  return {
    org,
    encryption,
    query(sql, ...values) {
      assertOwn(sql);
      return all.query(sql, org, ...values);
    },
  };
}

/** @throws Error when a statement could touch another organisation's rows */
function assertOwn(sql: string): void {
  if (/\borg = \$1(?!\d)|\bvalues \(\$1(?!\d)/.test(sql)) return;
  throw new Error(`A statement without the organisation: ${sql}`);
}

/** The organisation's statements, with the change's position in its order. */
export async function ownChange(
  all: Statements,
  org: string,
  encryption: Encryption,
): Promise<Change> {
  const own = ownStatements(all, org, encryption);
  const [{ seq }] = await own.query<{ seq: number }>(NEXT_SEQ);
  return { ...own, seq, at: new Date().toISOString() };
}

/** The number of values that a statement takes. */
export function placeholdersOf(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
}
