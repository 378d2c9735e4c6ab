/** Prospects in the store, with their state in the CRM. */
import { isDeepStrictEqual } from 'node:util';
import type {
  CrmState,
  Prospect,
  ProspectHeld,
  ProspectRequest,
  ProspectSource,
} from '../../../schemas/types.ts';
import type { Change, Statements } from './store.ts';
import { enqueueTask } from './task.ts';

interface ProspectRow {
  body: string;
  version: number;
  source: ProspectSource;
  held: string | null;
  crm_state: CrmState;
  crm_synced_at: string | null;
  contact_id: string | null;
  deal_id: string | null;
  task_state: string | null;
  last_error: string | null;
}

/** The prospect with its task: nothing but the task's state shows that it was given up. */
const SELECT = `select body, version, source, held, crm_state, crm_synced_at,
    (select max(ref) from link where org = $1 and kind = 'contact' and subject = $2) as contact_id,
    (select max(ref) from link where org = $1 and kind = 'deal' and subject = $2) as deal_id,
    task.state as task_state, task.last_error
  from prospect left join task
    on task.org = prospect.org and task.kind = 'crm.sync' and task.subject = prospect.id
  where prospect.org = $1 and prospect.id = $2`;

/** The prospect. Null if there is none. */
export async function readProspect(db: Statements, id: string): Promise<Prospect | null> {
  const rows = await db.query<ProspectRow>(SELECT, id);
  return rows.map((row) => prospectOf(id, row)).at(0) ?? null;
}

function prospectOf(id: string, row: ProspectRow): Prospect {
  const isGivenUp = row.task_state === 'failed' || row.task_state === 'attention';
  const crm = {
    state: isGivenUp ? ('failed' as const) : row.crm_state,
    contact_id: row.contact_id,
    deal_id: row.deal_id,
    synced_at: row.crm_synced_at,
    error: isGivenUp ? row.last_error : null,
  };
  const { version, source, held, body } = row;
  const state = held === null ? { state: 'active' } : { state: 'held', held: JSON.parse(held) };
  return { id, version, source, ...state, crm, ...JSON.parse(body) };
}

/** A prospect to store. */
export interface ProspectInput {
  id: string;
  request: ProspectRequest;
  source: ProspectSource;
  /** Whether the organisation has a CRM, which then gets the prospect. */
  hasCrm: boolean;
  /** Set aside: nobody else is told of it. Absent: it is not, or no longer. */
  held?: ProspectHeld | undefined;
}

/** Stores a prospect that has changed, and enqueues its push to the CRM. @returns whether it is new */
export async function putProspect(change: Change, input: ProspectInput): Promise<boolean> {
  const { id, request, source, held } = input;
  const hasCrm = input.hasCrm && !held;
  const [before] = await change.query<Pick<ProspectRow, 'body' | 'version' | 'held' | 'crm_state'>>(
    'select body, version, held, crm_state from prospect where org = $1 and id = $2',
    id,
  );
  if (before && isSame(before, input)) return false;
  await change.query(
    `insert into prospect (org, id, body, source, version, seq, crm_state, held)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org, id) do update set body = excluded.body, source = excluded.source,
       version = excluded.version, seq = excluded.seq, crm_state = excluded.crm_state, held = excluded.held`,
    id,
    JSON.stringify(request),
    source,
    (before?.version ?? 0) + 1,
    change.seq,
    crmStateOf(before?.crm_state ?? 'none', request, hasCrm),
    held ? JSON.stringify(held) : null,
  );
  if (hasCrm) await enqueueTask(change, 'crm.sync', id);
  return before === undefined;
}

function isSame(
  { body, held }: Pick<ProspectRow, 'body' | 'held'>,
  { request, held: newHeld }: ProspectInput,
): boolean {
  const staysAsItWas = (held === null) === (newHeld === undefined);
  return staysAsItWas && isDeepStrictEqual(JSON.parse(body), request);
}

/** Takes a held prospect in as any other: the CRM gets it. */
export async function releaseProspect(
  change: Change,
  { id, email }: Prospect,
  hasCrm: boolean,
): Promise<void> {
  await change.query(
    'update prospect set held = null, seq = $3, crm_state = $4 where org = $1 and id = $2',
    id,
    change.seq,
    crmStateOf('none', { email }, hasCrm),
  );
  if (hasCrm) await enqueueTask(change, 'crm.sync', id);
}

/** A deal that somebody deleted is not created again. */
function crmStateOf(before: CrmState, { email }: ProspectRequest, hasCrm: boolean): CrmState {
  if (before === 'detached') return before;
  return hasCrm && (email !== null || before !== 'none') ? 'pending' : 'none';
}

/** The state of a prospect in the CRM. */
export interface CrmStanding {
  state: CrmState;
  /** Hash of the values that the CRM got last. Null if it got none. */
  hash: string | null;
  /** ISO UTC. */
  syncedAt: string | null;
}

/** The state of a prospect in the CRM. Null if there is no such prospect. */
export async function readCrm(db: Statements, id: string): Promise<CrmStanding | null> {
  const rows = await db.query<CrmStanding>(
    `select crm_state as state, crm_hash as hash, crm_synced_at as "syncedAt"
     from prospect where org = $1 and id = $2`,
    id,
  );
  return rows.at(0) ?? null;
}

/** Stores what the CRM has now. */
export async function setCrm(
  change: Statements,
  id: string,
  { state, hash, syncedAt }: CrmStanding,
): Promise<void> {
  await change.query(
    `update prospect set crm_state = $3, crm_hash = $4, crm_synced_at = $5
     where org = $1 and id = $2`,
    id,
    state,
    hash,
    syncedAt,
  );
}

/** Tables with rows that belong to an offer, by the column that names it. */
const OF_OFFER = [
  `agreement_event where org = $1 and agreement_id in (select id from agreement where org = $1 and offer_id = $2)`,
  `task where org = $1 and subject in (select id from agreement where org = $1 and offer_id = $2)`,
  `link where org = $1 and subject in (select id from agreement where org = $1 and offer_id = $2)`,
  'agreement where org = $1 and offer_id = $2',
  'document where org = $1 and offer_id = $2',
  'link where org = $1 and subject = $2',
  'task where org = $1 and subject = $2',
  'offer where org = $1 and id = $2',
];

/** Erases a prospect with all rows of it and of its offers. */
export async function eraseProspect(
  change: Change,
  id: string,
  offerIds: readonly string[],
): Promise<void> {
  for (const offerId of offerIds) {
    for (const rows of OF_OFFER) await change.query(`delete from ${rows}`, offerId);
  }
  for (const rows of [
    `link where org = $1 and subject = $2 and kind in ('contact', 'deal', 'customer')`,
    `task where org = $1 and subject = $2 and kind = 'crm.sync'`,
    'prospect where org = $1 and id = $2',
  ]) {
    await change.query(`delete from ${rows}`, id);
  }
}
