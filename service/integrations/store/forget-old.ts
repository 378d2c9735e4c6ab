/** Rows that have a time to end, and nobody's data: erased when it is over. */
import type { Logger } from 'pino';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Days for which the rows of a table are kept after their time. */
const KEPT_DAYS: Record<string, number> = {
  event: 400,
  lead_origin: 7,
};

/** Erases the rows whose time is over. */
export async function forgetOld(store: Store, now: Date): Promise<void> {
  await store.changeAll(async (all) => {
    for (const [table, days] of Object.entries(KEPT_DAYS)) {
      const last = new Date(now.getTime() - days * DAY_MS).toISOString();
      await all.query(`delete from ${table} where at < $1`, last);
    }
  });
}

/** Calls `forgetOld` now and every hour, for as long as the process lives. */
export function forgetOldHourly(store: Store, log: Logger, now: () => Date): void {
  const forget = () =>
    forgetOld(store, now()).catch(({ name, code }) => {
      log.error({ name, code }, 'What is old is not erased yet.');
    });
  forget();
  setInterval(forget, HOUR_MS).unref();
}
