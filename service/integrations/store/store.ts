/** What is kept: the same SQL text on SQLite and on PostgreSQL. Times are ISO UTC text, documents JSON text. */

/** What a statement takes. */
export type Value = string | number | null | Buffer;

/**
 * Statements of one organisation: `$1` is always the organisation, values follow from `$2`. A statement
 * without `org = $1`, or an insert whose first value is not `$1`, is refused.
 */
export interface Statements {
  /** The rows, of a change those that it returns. Their names and types are the tables' in migrations.ts. */
  query<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
}

/** A change of one organisation. */
export interface Change extends Statements {
  /** Its place in the order of the organisation's changes. */
  readonly seq: number;
}

export interface Store {
  /** Reads what is committed. */
  of(org: string): Statements;
  /**
   * Changes of one organisation, all of them or none, one after the other: what is read inside does
   * not change until it is committed. It is on disk when this returns. Nothing else is awaited inside.
   */
  change<Result>(org: string, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** As `change`, of all organisations and without an order: what the tasks are claimed by. */
  changeAll<Result>(work: (all: Statements) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The store does not answer: the caller may try again. */
export class StoreUnavailable extends Error {}

/** Takes a number of the organisation's order, and holds the others up until it is committed. */
export const NEXT_SEQ =
  'insert into organisation values ($1, 1) on conflict (org) do update set seq = organisation.seq + 1 returning seq';

/** @throws Error when a statement could touch another organisation's rows */
export function assertOwn(sql: string): void {
  if (/\borg = \$1(?!\d)|\bvalues \(\$1(?!\d)|\bselect \$1(?!\d)/.test(sql)) return;
  throw new Error(`A statement without the organisation: ${sql}`);
}

/** @throws Error when a statement has more or fewer places than values: SQLite would take null */
export function assertValues(sql: string, values: readonly Value[]): void {
  const places = new Set([...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
  if (places.size === values.length && Math.max(0, ...places) === values.length) return;
  throw new Error(`A statement of ${places.size} places got ${values.length} values: ${sql}`);
}
