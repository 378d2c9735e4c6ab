/** Retention: erases prospects that have not changed for RETENTION_DAYS. Signed and invoiced ones stay. */
import type { Logger } from 'pino';
import { swedishDay } from '#engine/swedish-day.ts';
import type { Deps } from '../deps.ts';
import { RETENTION_YEARS } from '../organisations/organisations.ts';
import { eraseProspect } from '../store/erase.ts';
import type { Change } from '../store/store.ts';

const DAY_MS = 86_400_000;
const AT_A_TIME = 100;

/** Prospects not changed since $2, without an offer that is newer, out for signature, or a record since $3. */
const DUE = `select id from prospect where org = $1 and changed_at < $2 and not exists (
    select 1 from offer where org = $1 and prospect_id = prospect.id and (
      changed_at >= $2 or state = 'out_for_signature'
      or state in ('signed', 'invoiced') and changed_at >= $3))
  order by id limit ${AT_A_TIME}`;

type RetentionDeps = Pick<Deps, 'store' | 'erasures' | 'organisations' | 'now' | 'draining'>;

/** Erases all prospects that are due. @returns their number */
export async function eraseOld(deps: RetentionDeps, days: number): Promise<number> {
  const { store, erasures, organisations, now, draining } = deps;
  const before = new Date(now().getTime() - days * DAY_MS).toISOString();
  const orgs = await store.changeAll((all) =>
    all.query<{ org: string }>('select org from organisation'),
  );
  let count = 0;
  for (const { org } of orgs) {
    const organisation = organisations.current.find(({ id }) => id === org);
    const recordsSince = startOfRecords(now(), organisation?.retentionYears ?? RETENTION_YEARS);
    for (let erased = AT_A_TIME; erased === AT_A_TIME && !draining(); count += erased) {
      erased = await store.change(org, (change) => eraseDue(change, before, recordsSince));
    }
  }
  if (count > 0) await erasures.settle();
  return count;
}

async function eraseDue(change: Change, before: string, recordsSince: string): Promise<number> {
  const rows = await change.query<{ id: string }>(DUE, before, recordsSince);
  for (const { id } of rows) await eraseProspect(change, id);
  return rows.length;
}

/** The start, in Swedish winter time, of the oldest year whose records stay. */
function startOfRecords(now: Date, retentionYears: number): string {
  const year = Number(swedishDay(now).slice(0, 4));
  return `${year - retentionYears - 1}-12-31T23:00:00.000Z`;
}

/** Runs at the start and once a day. */
export function startRetention(
  deps: RetentionDeps & { log: Pick<Logger, 'info' | 'error'> },
  days: number | null,
): { stop(): Promise<void> } {
  const { erasures, log } = deps;
  async function look(): Promise<void> {
    try {
      await erasures.settle();
      const old = days === null ? 0 : await eraseOld(deps, days);
      if (old > 0) log.info(`Erased ${old} prospects that had not changed for ${days} days.`);
    } catch (error) {
      log.error({ err: error }, 'Old prospects were not erased. The next try is in a day.');
    }
  }
  let running = look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, DAY_MS);
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
