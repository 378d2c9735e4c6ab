/**
 * The store, in SQLite. Times are ISO UTC text, documents JSON text. Whatever is
 * a person's is sealed by that person's key.
 */
import type { Encryption } from './encryption.ts';

/** A value that a statement takes. */
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
  /** Opens the persons' keys. */
  readonly encryption: Encryption;
}

/** A change of one organisation. */
export interface Change extends OwnStatements {
  /** The change's place in the order of the organisation's changes. */
  readonly seq: number;
  /** The change's time, ISO UTC. */
  readonly at: string;
}

export interface Store {
  /** Reads what is committed. */
  of(org: string): OwnStatements;
  /**
   * Runs a change of one organisation as a whole, one after the other: rows that it reads do not change
   * until it is committed. It is on disk when this returns. Nothing else is awaited inside.
   */
  change<Result>(org: string, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** Runs a change of all organisations, without an order: tasks are claimed by it. */
  changeAll<Result>(work: (all: Statements) => Promise<Result>): Promise<Result>;
  /** Takes the keys that were deleted out of the store's files, where they could still be read. */
  scrub(): Promise<void>;
  /** @throws StoreUnavailable when the store does not answer, or its file no longer exists */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The store does not answer: the caller may try again. */
export class StoreUnavailable extends Error {}

/** Takes a number of the organisation's order, and blocks its other changes until it is committed. */
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

/** The organisation's statements, with the change's place in its order. */
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
export function placesOf(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
}
