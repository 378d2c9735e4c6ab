/**
 * Events: what an organisation is told. It asks for them by a cursor, which it need not understand: the place of the
 * last event in the order of changes, and its number within that change. Changes of an organisation are committed in
 * their order, one after the other, so that no event appears behind a cursor that was given out.
 */
import type { IntegrationsEvent } from '../../../schemas/types.ts';
import type { Change, Statements } from './store.ts';

const MOST_AT_A_TIME = 100;
const CURSOR = /^(\d{1,15})(?:\.(\d{1,6}))?$/;
/** The number of no event: a cursor without one is behind all of its change. */
const LAST = 999_999;

/** An event to store. */
export type NewEvent = Omit<IntegrationsEvent, 'at'> & {
  /** Tells events of the same kind and subject apart: one is stored once. By default each change has its own. */
  once?: string;
};

/** Stores an event, once for each kind, subject and `once`. */
export async function putEvent(change: Change, event: NewEvent): Promise<void> {
  const { kind, subject, data, once = `change ${change.seq}` } = event;
  await change.query(
    `insert into event (org, seq, n, kind, subject, once, at, data)
     select $1, $2, (select count(*) from event where org = $1 and seq = $2), $3, $4, $5, $6, $7
     where not exists (
       select 1 from event where org = $1 and kind = $3 and subject = $4 and once = $5)`,
    change.seq,
    kind,
    subject,
    once,
    change.at,
    JSON.stringify(data),
  );
}

/** Whether a text may be a cursor; those of versions before, whole numbers, are. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text);
}

type Row = Omit<IntegrationsEvent, 'data'> & { seq: number; n: number; data: string };

/** Events after a cursor, in their order. */
export async function eventsAfter(
  db: Statements,
  after: string,
): Promise<{ events: IntegrationsEvent[]; next: string }> {
  const [, seq = '0', n = LAST] = CURSOR.exec(after) ?? [];
  const rows = await db.query<Row>(
    `select seq, n, kind, subject, at, data from event
     where org = $1 and (seq > $2 or (seq = $2 and n > $3)) order by seq, n limit $4`,
    Number(seq),
    Number(n),
    MOST_AT_A_TIME,
  );
  const last = rows.at(-1);
  return {
    events: rows.map(({ kind, subject, at, data }) => ({
      kind,
      subject,
      at,
      data: JSON.parse(data),
    })),
    next: last ? `${last.seq}.${last.n}` : after,
  };
}
