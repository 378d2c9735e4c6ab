/** Retention by age: prospects whom nobody has touched for long are erased. What was signed or invoiced stays. */
import type { Logger } from 'pino';
import { swedishDay } from '#engine/swedish-day.ts';
import { KEPT_YEARS } from '../organisations/organisations.ts';
import type { IntegrationsParts } from '../parts.ts';
import { eraseOffer, erasePerson, type Tombstone } from '../store/erase.ts';
import type { Change, OwnStatements } from '../store/store.ts';

const DAY_MS = 86_400_000;
const AT_A_TIME = 100;
export type RetentionParts = Pick<
  IntegrationsParts,
  'store' | 'erasures' | 'organisations' | 'now' | 'draining'
>;

interface OfferAge {
  id: string;
  state: string;
  changed_at: string;
}

/** A limit of age, and the year of now. */
interface Limits {
  /** ISO UTC: what has changed since then stays. */
  before: string;
  year: number;
  /** Years for which an organisation keeps what was signed or invoiced. */
  keptYears: number;
}

/** Erases the persons of all organisations that are due, until all are done or the process is on its way out. */
export async function eraseOld(parts: RetentionParts, days: number): Promise<number> {
  const { store, organisations, now } = parts;
  const before = new Date(now().getTime() - days * DAY_MS).toISOString();
  const year = yearOf(now());
  const rows = await store.changeAll((all) =>
    all.query<{ org: string }>('select org from organisation'),
  );
  let count = 0;
  for (const { org } of rows) {
    const organisation = organisations.current.find(({ id }) => id === org);
    const limits = { before, year, keptYears: organisation?.keptYears ?? KEPT_YEARS };
    count += await eraseOldOf(parts, org, limits);
  }
  return count;
}

async function eraseOldOf(
  { store, erasures, draining }: RetentionParts,
  org: string,
  limits: Limits,
): Promise<number> {
  let count = 0;
  let last: string | undefined = '';
  while (last !== undefined && !draining()) {
    const rows: { id: string }[] = await store.of(org).query<{ id: string }>(
      `select id from prospect where org = $1 and id > $2 and changed_at < $3
         order by id limit ${AT_A_TIME}`,
      last,
      limits.before,
    );
    for (const { id } of rows) {
      if ((await dueOf(store.of(org), id, limits)).length === 0) continue;
      const tombstones = await store.change(org, (change) => eraseDue(change, id, limits));
      await erasures.settle(tombstones);
      count += tombstones.length;
    }
    last = rows.at(-1)?.id;
  }
  return count;
}

/** The rows that are due: all of a prospect's, or some offers of one with something that has to stay. */
type Due = 'prospect' | string[];

async function dueOf(db: OwnStatements, id: string, limits: Limits): Promise<Due> {
  const { before } = limits;
  const [prospect] = await db.query(
    'select id from prospect where org = $1 and id = $2 and changed_at < $3',
    id,
    before,
  );
  const offers = await db.query<OfferAge>(
    'select id, state, changed_at from offer where org = $1 and prospect_id = $2',
    id,
  );
  const isInUse = offers.some(
    ({ state, changed_at }) => changed_at >= before || state === 'out_for_signature',
  );
  if (!prospect || isInUse) return [];
  const others = offers.filter((offer) => !hasToStay(offer, limits));
  return others.length === offers.length ? 'prospect' : others.map((offer) => offer.id);
}

/** Erases what is due, unless that has changed since it was found. */
async function eraseDue(change: Change, id: string, limits: Limits): Promise<Tombstone[]> {
  const due = await dueOf(change, id, limits);
  if (due === 'prospect') return erasePerson(change, id);
  for (const offerId of due) await eraseOffer(change, offerId);
  return [];
}

function hasToStay({ state, changed_at }: OfferAge, { year, keptYears }: Limits): boolean {
  const isRecord = state === 'signed' || state === 'invoiced';
  return isRecord && keptYears > 0 && year <= yearOf(new Date(changed_at)) + keptYears;
}

function yearOf(at: Date): number {
  return Number(swedishDay(at).slice(0, 4));
}

/** Looks once a day, from the start on, for persons who are due and for tombstones of other processes. */
export function startRetention(
  parts: RetentionParts & { log: Pick<Logger, 'info' | 'warn' | 'error'> },
  days: number | null,
): { stop(): Promise<void> } {
  const { erasures, log } = parts;
  let running = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const again = await erasures.reconcile();
      if (again > 0) log.warn(`${again} persons who came back with a backup are erased again.`);
      const old = days === null ? 0 : await eraseOld(parts, days);
      if (old > 0) log.info(`Erased ${old} prospects that had not changed for ${days} days.`);
    } catch (error) {
      log.error({ err: error }, 'Old prospects were not looked for; it is tried again in a day.');
    }
  }

  const lookAgain = () => {
    running = running.then(look);
  };
  lookAgain();
  const timer = setInterval(lookAgain, DAY_MS);
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
