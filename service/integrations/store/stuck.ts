/** The tasks of a prospect that are left to a person, as its deal shows them. */
import type { Statements } from './store.ts';
import { enqueueTask, type TaskKind } from './task.ts';
import { SHOWN_STATE } from './task-list.ts';

/** The prospect of a task with the subject $2, by the part of its kind before the point. */
const PROSPECT_OF: Record<string, string> = {
  crm: 'select id from prospect where org = $1 and id = $2',
  invoice: 'select prospect_id as id from offer where org = $1 and id = $2',
  sign: `select prospect_id as id from agreement join offer
    on offer.org = agreement.org and offer.id = agreement.offer_id
    where agreement.org = $1 and agreement.id = $2`,
};

const OFFERS = 'select id from offer where org = $1 and prospect_id = $2';

/** The error message of the prospect's task that is stuck. Null if none is. `crm.follow` itself is not looked at: it shows it. */
export async function stuckError(db: Statements, prospectId: string): Promise<string | null> {
  const [row] = await db.query<{ error: string }>(
    `select coalesce(last_error, notice) as error from task
     where org = $1 and ${SHOWN_STATE} in ('attention', 'failed') and (
       kind = 'crm.sync' and subject = $2
       or kind in ('invoice.create', 'invoice.watch') and subject in (${OFFERS})
       or kind in ('sign.send', 'sign.revoke', 'sign.refresh', 'sign.document') and subject in (
         select id from agreement where org = $1 and offer_id in (${OFFERS})))
     order by run_at limit 1`,
    prospectId,
  );
  return row?.error ?? null;
}

/** Enqueues that the deal of a task's prospect shows that the task is stuck, or no longer, where that changes something. */
export async function showOnDeal(
  change: Statements,
  kind: TaskKind,
  subject: string,
  isStuck: boolean,
): Promise<void> {
  const sql = PROSPECT_OF[kind.split('.')[0]];
  if (kind === 'crm.follow' || sql === undefined) return;
  const [prospect] = await change.query<{ id: string }>(sql, subject);
  if (!prospect) return;
  const links = await change.query(
    'select ref from link where org = $1 and kind = $2 and subject = $3',
    isStuck ? 'deal' : 'sync_error',
    prospect.id,
  );
  if (links.length > 0) await enqueueTask(change, 'crm.follow', prospect.id);
}
