/** Events: what an organisation is told. It asks for them, as for offers, by its place in the order of changes. */
import type { IntegrationsEvent } from '../../../schemas/types.ts';
import type { Change, Statements } from './store.ts';

const MOST_AT_A_TIME = 100;

/** Stores an event, once for each kind and subject. */
export async function putEvent(
  change: Change,
  { kind, subject, at, data }: IntegrationsEvent,
): Promise<void> {
  await change.query(
    `insert into event (org, seq, kind, subject, at, data) values ($1, $2, $3, $4, $5, $6)
     on conflict (org, kind, subject) do nothing`,
    change.seq,
    kind,
    subject,
    at,
    JSON.stringify(data),
  );
}

type Row = Omit<IntegrationsEvent, 'data'> & { seq: number; data: string };

/** Events after a place in the order of changes, in that order. */
export async function eventsAfter(
  db: Statements,
  after: number,
): Promise<{ events: IntegrationsEvent[]; next: number }> {
  const rows = await db.query<Row>(
    `select seq, kind, subject, at, data from event
     where org = $1 and seq > $2 order by seq limit $3`,
    after,
    MOST_AT_A_TIME,
  );
  const events = rows.map(({ seq, data, ...event }) => ({ ...event, data: JSON.parse(data) }));
  return { events, next: rows.at(-1)?.seq ?? after };
}
