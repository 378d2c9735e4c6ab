/** Prospects in the store, with their state in the CRM. */
import { isDeepStrictEqual } from 'node:util';
import type {
  CrmState,
  Prospect,
  ProspectLead,
  ProspectRequest,
  ProspectSource,
} from '../../../schemas/types.ts';
import { type FindableBy, type FindableField, indexForms } from './blind-index.ts';
import { newPersonKey, type PersonKey } from './person-key.ts';
import { keyOfRow, OF_PROSPECT, putPerson, readPersonKey } from './persons.ts';
import type { Change, OwnStatements } from './store.ts';
import { enqueueTask } from './task.ts';

interface ProspectRow {
  id: string;
  /** The person's key, encrypted. */
  sealed: string;
  body: string;
  version: number;
  seq: number;
  source: ProspectSource;
  created_at: string | null;
  lead: string | null;
  crm_state: CrmState;
  crm_synced_at: string | null;
  crm_words: string | null;
  contact_id: string | null;
  deal_id: string | null;
  task_state: string | null;
  last_error: string | null;
}

/** The prospect with its task: nothing but the task's state shows that it was given up. */
const SELECT = `select prospect.id, person.sealed, body, version, seq, source, created_at, lead, crm_state, crm_synced_at, crm_words,
    (select max(ref) from link where org = $1 and kind = 'contact' and subject = prospect.id) as contact_id,
    (select max(ref) from link where org = $1 and kind = 'deal' and subject = prospect.id) as deal_id,
    task.state as task_state, task.last_error
  from prospect ${OF_PROSPECT} left join task
    on task.org = prospect.org and task.kind = 'crm.sync' and task.subject = prospect.id
  where prospect.org = $1`;

/** The place of a prospect's sealed column. */
export function prospectPlace(
  column: 'body' | 'lead' | 'crm_hash' | 'crm_words',
  org: string,
  id: string,
) {
  return `prospect.${column}|${org}|${id}`;
}

/** The prospect. Null if there is none. */
export async function readProspect(db: OwnStatements, id: string): Promise<Prospect | null> {
  const rows = await db.query<ProspectRow>(`${SELECT} and prospect.id = $2`, id);
  return rows.map((row) => prospectOf(db, row)).at(0) ?? null;
}

/** A prospect with its place in the order of changes. */
export interface FoundProspect {
  prospect: Prospect;
  seq: number;
}

/**
 * Prospects that changed after a place in the order of changes, in that order.
 * @param values what they have to be found by, all of it
 */
export async function findProspects(
  db: OwnStatements,
  values: Partial<Record<FindableField, string>>,
  after: number,
  most: number,
): Promise<FoundProspect[]> {
  const forms: string[] = [];
  const conditions = Object.entries(values).map(([field, value]) => {
    const own = indexForms(db.sealer, db.org, field as FindableField, value);
    const places = own.map((form) => `$${3 + forms.push(form)}`);
    return `and person.${field}_mac in (${places.join()})`;
  });
  const sql = `${SELECT} and seq > $2 ${conditions.join(' ')} order by seq limit $3`;
  const rows = await db.query<ProspectRow>(sql, after, most, ...forms);
  return rows.map((row) => ({ prospect: prospectOf(db, row), seq: row.seq }));
}

function prospectOf(db: OwnStatements, row: ProspectRow): Prospect {
  const key = keyOfRow(db, row.id, row.sealed);
  const { body, lead } = openRow(db, key, row);
  const words =
    row.crm_words && key.open(row.crm_words, prospectPlace('crm_words', db.org, row.id));
  const isGivenUp = row.task_state === 'failed' || row.task_state === 'attention';
  const crm = {
    state: isGivenUp ? ('failed' as const) : row.crm_state,
    contact_id: row.contact_id,
    deal_id: row.deal_id,
    synced_at: row.crm_synced_at,
    error: isGivenUp ? row.last_error : null,
    words: isGivenUp ? words : null,
  };
  const { id, version, source, created_at } = row;
  return { id, version, source, crm, created_at, lead, ...body };
}

/** The sealed columns of a prospect. */
function openRow(
  { org }: OwnStatements,
  key: PersonKey,
  { id, body, lead }: Pick<ProspectRow, 'id' | 'body' | 'lead'>,
): { body: ProspectRequest; lead: ProspectLead | null } {
  return {
    body: JSON.parse(key.open(body, prospectPlace('body', org, id))),
    lead: lead && JSON.parse(key.open(lead, prospectPlace('lead', org, id))),
  };
}

/** A prospect to store. */
export interface ProspectInput {
  id: string;
  request: ProspectRequest;
  source: ProspectSource;
  /** Whether the organisation has a CRM, which then gets the prospect. */
  hasCrm: boolean;
  /** The lead that it comes by; without one, that of the stored prospect stays. */
  lead?: ProspectLead;
}

/** Stores a prospect that has changed, and enqueues its push to the CRM. @returns whether it is new */
export async function putProspect(change: Change, input: ProspectInput): Promise<boolean> {
  const { id, request, source, hasCrm } = input;
  const { sealer, org, seq, at } = change;
  const before = await readBefore(change, id);
  const lead = input.lead ?? before?.lead ?? null;
  if (before && isDeepStrictEqual([before.body, before.lead], [request, lead])) return false;
  const { key, wrapped } = before ?? newPersonKey(sealer, org, id);
  const findable = findableBy(request, lead);
  const isFound = before && isDeepStrictEqual(findableBy(before.body, before.lead), findable);
  if (!isFound) await putPerson(change, id, wrapped, findable);
  await change.query(
    `insert into prospect
       (org, id, body, lead, source, version, seq, crm_state, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (org, id) do update set body = excluded.body, lead = excluded.lead,
       source = excluded.source, version = excluded.version, seq = excluded.seq,
       crm_state = excluded.crm_state, changed_at = excluded.changed_at`,
    id,
    key.seal(JSON.stringify(request), prospectPlace('body', org, id)),
    lead && key.seal(JSON.stringify(lead), prospectPlace('lead', org, id)),
    source,
    (before?.version ?? 0) + 1,
    seq,
    crmStateOf(before?.crm_state ?? 'none', request, hasCrm),
    at,
  );
  if (hasCrm) await enqueueTask(change, 'crm.sync', id);
  return before === null;
}

async function readBefore(change: Change, id: string) {
  type Before = Pick<ProspectRow, 'id' | 'sealed' | 'body' | 'lead' | 'version' | 'crm_state'>;
  const [row] = await change.query<Before>(
    `select prospect.id, person.sealed, body, lead, version, crm_state
     from prospect ${OF_PROSPECT} where prospect.org = $1 and prospect.id = $2`,
    id,
  );
  if (!row) return null;
  const key = keyOfRow(change, id, row.sealed);
  return { ...row, key, wrapped: row.sealed, ...openRow(change, key, row) };
}

/** The values that a prospect is found by. */
export function findableBy(
  { email, phone }: ProspectRequest,
  lead: ProspectLead | null,
): FindableBy {
  return { email, phone: phone ?? null, reference: lead?.reference ?? null };
}

/** A deal that somebody deleted is not created again. */
function crmStateOf(
  before: CrmState,
  { email, phone }: ProspectRequest,
  hasCrm: boolean,
): CrmState {
  if (before === 'detached') return before;
  return hasCrm && (email !== null || phone !== undefined || before !== 'none')
    ? 'pending'
    : 'none';
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
export async function readCrm(db: OwnStatements, id: string): Promise<CrmStanding | null> {
  const [row] = await db.query<CrmStanding & { sealed: string }>(
    `select person.sealed, crm_state as state, crm_hash as hash, crm_synced_at as "syncedAt"
     from prospect ${OF_PROSPECT} where prospect.org = $1 and prospect.id = $2`,
    id,
  );
  if (!row) return null;
  const { sealed, hash, ...standing } = row;
  const key = keyOfRow(db, id, sealed);
  return { ...standing, hash: hash && key.open(hash, prospectPlace('crm_hash', db.org, id)) };
}

/** Stores what the CRM has now. The hash is sealed: whoever guesses an address could try it. */
export async function setCrm(
  change: Change,
  id: string,
  { state, hash, syncedAt }: CrmStanding,
): Promise<void> {
  const key = hash === null ? null : await readPersonKey(change, id);
  await change.query(
    `update prospect set crm_state = $3, crm_hash = $4, crm_synced_at = $5
     where org = $1 and id = $2`,
    id,
    state,
    hash && (key?.seal(hash, prospectPlace('crm_hash', change.org, id)) ?? null),
    syncedAt,
  );
}

/** Stores the CRM's words about what it refused, sealed: they may be about the person. */
export async function keepCrmWords(
  change: Change,
  id: string,
  words: string | null,
): Promise<void> {
  const key = words === null ? null : await readPersonKey(change, id);
  await change.query(
    'update prospect set crm_words = $3 where org = $1 and id = $2',
    id,
    words && (key?.seal(words, prospectPlace('crm_words', change.org, id)) ?? null),
  );
}
