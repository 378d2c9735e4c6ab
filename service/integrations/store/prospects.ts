/** Prospects in the store, with their state in the CRM. */
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type {
  CrmState,
  Prospect,
  ProspectLead,
  ProspectRequest,
  ProspectSource,
} from '../../../schemas/types.ts';
import { decryptColumn, encryptColumn } from './encryption.ts';
import type { Change, OwnStatements } from './store.ts';
import { enqueueTask } from './tasks.ts';

interface ProspectRow {
  id: string;
  body: string;
  version: number;
  seq: number;
  source: ProspectSource;
  created_at: string;
  lead: string | null;
  crm_state: CrmState;
  crm_synced_at: string | null;
  crm_words: string | null;
  contact_id: string | null;
  deal_id: string | null;
  task_state: string | null;
  last_error: string | null;
}

/** The prospect with its task, whose state shows whether it was given up. */
const SELECT = `select prospect.id, body, version, seq, source, created_at, lead, crm_state, crm_synced_at, crm_words,
    (select max(ref) from link where org = $1 and kind = 'contact' and subject = prospect.id) as contact_id,
    (select max(ref) from link where org = $1 and kind = 'deal' and subject = prospect.id) as deal_id,
    task.state as task_state, task.last_error
  from prospect left join task
    on task.org = prospect.org and task.kind = 'crm.sync' and task.subject = prospect.id
  where prospect.org = $1`;

/** The prospect. Null if there is none. */
export async function readProspect(db: OwnStatements, id: string): Promise<Prospect | null> {
  const rows = await db.query<ProspectRow>(`${SELECT} and prospect.id = $2`, id);
  return rows.map((row) => prospectOf(db, row)).at(0) ?? null;
}

/** A prospect with its position in the order of changes. */
export interface FoundProspect {
  prospect: Prospect;
  seq: number;
}

/** Values that prospects are found by. */
export const FINDABLE_BY = ['email', 'phone', 'reference'] as const;

export type FindableField = (typeof FINDABLE_BY)[number];

/** Rows that are decrypted in a turn of the event loop. */
const ROWS = 100;

/**
 * Prospects that changed after a position in the order of changes, in that order. Values are encrypted, so a search reads
 * all prospects: 10 000 take about a fifth of a second.
 * @param values all have to match
 */
export async function findProspects(
  db: OwnStatements,
  values: Partial<Record<FindableField, string>>,
  after: number,
  most: number,
): Promise<FoundProspect[]> {
  const criteria = FINDABLE_BY.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [[field, NORMALISED[field](value)] as const];
  });
  const found: FoundProspect[] = [];
  for (let from = after; ; ) {
    const rows = await db.query<ProspectRow>(
      `${SELECT} and seq > $2 order by seq limit $3`,
      from,
      ROWS,
    );
    for (const row of rows) {
      const prospect = prospectOf(db, row);
      const { email, phone, lead } = prospect;
      const own = { email, phone, reference: lead?.reference };
      const isFound = criteria.every(
        ([field, value]) => NORMALISED[field](own[field] ?? '') === value,
      );
      if (isFound) found.push({ prospect, seq: row.seq });
    }
    if (found.length >= most || rows.length < ROWS) return found.slice(0, most);
    from = rows[ROWS - 1].seq;
    await setImmediate();
  }
}

const NORMALISED: Record<FindableField, (value: string) => string> = {
  email: (value) => value.trim().toLowerCase(),
  phone: phoneDigits,
  reference: (value) => value.trim().toUpperCase(),
};

/** A phone's digits with its country's: '070-174 06 05', '+46 (0)70 174 06 05' and '0046701740605' are the same. */
function phoneDigits(value: string): string {
  const digits = value.replace(/\(0\)/g, '').replace(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits.slice(1);
  return digits.startsWith('00') ? digits.slice(2) : digits.replace(/^0/, SWEDEN);
}

/** The number of a country without its "+". */
const SWEDEN = '46';

function prospectOf(db: OwnStatements, row: ProspectRow): Prospect {
  const { body, lead } = decryptRow(db, row);
  const words = row.crm_words && decryptColumn(db, 'prospect.crm_words', row.id, row.crm_words);
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

function decryptRow(
  db: OwnStatements,
  { id, body, lead }: Pick<ProspectRow, 'id' | 'body' | 'lead'>,
): { body: ProspectRequest; lead: ProspectLead | null } {
  return {
    body: JSON.parse(decryptColumn(db, 'prospect.body', id, body)),
    lead: lead && JSON.parse(decryptColumn(db, 'prospect.lead', id, lead)),
  };
}

export interface ProspectInput {
  id: string;
  request: ProspectRequest;
  source: ProspectSource;
  /** Whether the organisation has a CRM, which then gets the prospect. */
  hasCrm: boolean;
  /** The lead that it came by. Without one, a stored lead stays. */
  lead?: ProspectLead;
}

/** Stores a prospect that has changed, and enqueues its push to the CRM. @returns whether it is new */
export async function putProspect(change: Change, input: ProspectInput): Promise<boolean> {
  const { id, request, source, hasCrm } = input;
  const { seq, at } = change;
  const before = await readBefore(change, id);
  const lead = input.lead ?? before?.lead ?? null;
  if (before && isDeepStrictEqual([before.body, before.lead], [request, lead])) return false;
  await change.query(
    `insert into prospect
       (org, id, body, lead, source, version, seq, crm_state, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (org, id) do update set body = excluded.body, lead = excluded.lead,
       source = excluded.source, version = excluded.version, seq = excluded.seq,
       crm_state = excluded.crm_state, changed_at = excluded.changed_at`,
    id,
    encryptColumn(change, 'prospect.body', id, JSON.stringify(request)),
    lead && encryptColumn(change, 'prospect.lead', id, JSON.stringify(lead)),
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
  type Before = Pick<ProspectRow, 'id' | 'body' | 'lead' | 'version' | 'crm_state'>;
  const [row] = await change.query<Before>(
    'select id, body, lead, version, crm_state from prospect where org = $1 and id = $2',
    id,
  );
  return row ? { ...row, ...decryptRow(change, row) } : null;
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

export interface CrmStanding {
  state: CrmState;
  /** Hash of the values that the CRM got last. Null if there are none. */
  hash: string | null;
  /** ISO UTC. */
  syncedAt: string | null;
}

/** Reads the state of a prospect in the CRM. Null if there is no such prospect. */
export async function readCrm(db: OwnStatements, id: string): Promise<CrmStanding | null> {
  const [row] = await db.query<CrmStanding>(
    `select crm_state as state, crm_hash as hash, crm_synced_at as "syncedAt"
     from prospect where org = $1 and id = $2`,
    id,
  );
  return row
    ? { ...row, hash: row.hash && decryptColumn(db, 'prospect.crm_hash', id, row.hash) }
    : null;
}

/** Stores the state in the CRM. The hash is encrypted: it could confirm a guessed address. */
export async function setCrm(
  change: Change,
  id: string,
  { state, hash, syncedAt }: CrmStanding,
): Promise<void> {
  await change.query(
    `update prospect set crm_state = $3, crm_hash = $4, crm_synced_at = $5
     where org = $1 and id = $2`,
    id,
    state,
    hash && encryptColumn(change, 'prospect.crm_hash', id, hash),
    syncedAt,
  );
}

/** Stores the CRM's words of a refusal, which may be personal data. */
export async function storeCrmWords(
  change: Change,
  id: string,
  words: string | null,
): Promise<void> {
  await change.query(
    'update prospect set crm_words = $3 where org = $1 and id = $2',
    id,
    words && encryptColumn(change, 'prospect.crm_words', id, words),
  );
}
