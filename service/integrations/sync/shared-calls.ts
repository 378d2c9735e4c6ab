import { CallsUsedUp, LONGEST_WAIT_MS, type Turn } from '../providers/call-window.ts';
import type { Statements, Store } from '../store/store.ts';

/** The calls of an account, which all processes of a store make together. */
interface Account {
  org: string;
  /** The port that it is behind. */
  port: string;
}

/** Takes the account's row until the change is committed, and reads the time of the store: processes differ. */
const TAKE = `insert into call_window (org, port, starts) values ($1, $2, '[]')
  on conflict (org, port) do update set starts = call_window.starts
  returning starts, (extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

/**
 * Admits at most so many calls of an account in any window of that length, in the order in which they are requested,
 * whichever process makes them. A start is booked when it is requested, up to a second ahead.
 * @param store PostgreSQL: a file is for one process
 */
export function sharedWindow(
  store: Store,
  { org, port }: Account,
  { calls, windowMs }: { calls: number; windowMs: number },
  sleep: (ms: number) => Promise<unknown>,
): Turn {
  const book = async (all: Statements): Promise<number> => {
    // The order of calls is lost with the server, and none is awaited on its disk.
    await all.query('set local synchronous_commit = off');
    const [{ starts, now }] = await all.query<{ starts: string; now: number }>(TAKE, org, port);
    const booked: number[] = JSON.parse(starts);
    const waitMs = waitOf(booked, now, { calls, windowMs });
    if (waitMs > LONGEST_WAIT_MS) throw new CallsUsedUp(waitMs);
    const last = [...booked, now + waitMs].slice(-calls);
    const sql = 'update call_window set starts = $3 where org = $1 and port = $2';
    await all.query(sql, org, port, JSON.stringify(last));
    return waitMs;
  };
  return async () => {
    const waitMs = await store.changeAll(book);
    if (waitMs > 0) await sleep(waitMs);
  };
}

/** The wait until the next start, ms. */
function waitOf(
  booked: readonly number[],
  now: number,
  { calls, windowMs }: { calls: number; windowMs: number },
): number {
  if (booked.length < calls) return 0;
  const waitMs = booked[booked.length - calls] + windowMs - now;
  // A clock that is set back makes nobody wait longer than a window.
  return Math.min(windowMs, Math.max(0, waitMs));
}
