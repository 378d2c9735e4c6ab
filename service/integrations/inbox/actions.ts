/** Actions of the inbox's forms: as the API's calls, each with an entry in the audit log. */
import type { Response } from 'express';
import type { InboxDone } from '../../pages/views/inbox-contract.ts';
import { keyOf, organisationOf } from '../http/access.ts';
import type { IntegrationsParts } from '../parts.ts';
import { recordChange } from '../store/audit.ts';
import { retryPort } from '../store/lanes.ts';
import { readProspect, releaseProspect } from '../store/prospects.ts';
import type { Change } from '../store/store.ts';
import { TASK_KINDS } from '../store/task.ts';
import { readTask, retryStuckTasks, retryTask } from '../store/task-list.ts';
import { ROWS } from './lists.ts';

/** A form's parts, and who sends it. */
export interface Sent {
  parts: IntegrationsParts;
  response: Response;
  form: URLSearchParams;
}

/** Tries one task again, those that are marked, or all that are stuck. */
export async function retry(sent: Sent): Promise<InboxDone> {
  const isAll = sent.form.get('all') === 'stuck';
  const count = isAll ? await retryAll(sent) : await forEachChosen(sent, 'task', retryOne);
  return { what: 'retried', count };
}

/** Takes one held lead in, or those that are marked. */
export async function release(sent: Sent): Promise<InboxDone> {
  return { what: 'released', count: await forEachChosen(sent, 'lead', releaseOne) };
}

/** Tries an account that is at fault at once. */
export async function tryAccount(sent: Sent): Promise<InboxDone> {
  const kind = TASK_KINDS.find((one) => one === sent.form.get('kind'));
  if (kind === undefined) return { what: 'tried', count: 0 };
  await changeAudited(sent, 'POST /inbox/try', async (change) => {
    await retryPort(change, kind);
    return kind;
  });
  return { what: 'tried', count: 1 };
}

async function retryAll(sent: Sent): Promise<number> {
  let count = 0;
  await changeAudited(sent, 'POST /inbox/retry', async (change) => {
    count = await retryStuckTasks(change, sent.parts.now().toISOString());
    return count === 0 ? null : `all ${count}`;
  });
  return count;
}

/** The action of a form on one of its rows, within a change. @returns its id for the audit log; null if nothing was done */
type DoOne = (change: Change, sent: Sent, value: string) => Promise<string | null>;

/** @returns the number of rows with which something was done */
async function forEachChosen(sent: Sent, field: 'task' | 'lead', doOne: DoOne): Promise<number> {
  const { form } = sent;
  const only = form.get('only');
  const chosen = only === null ? form.getAll(field).slice(0, ROWS) : [only];
  const action = field === 'task' ? 'POST /inbox/retry' : 'POST /inbox/release';
  let count = 0;
  for (const value of new Set(chosen)) {
    const wasDone = await changeAudited(sent, action, (change) => doOne(change, sent, value));
    if (wasDone) count++;
  }
  return count;
}

async function retryOne(change: Change, { parts }: Sent, value: string): Promise<string | null> {
  const [, kindName, subject = ''] = /^([^/]+)\/(.+)$/.exec(value) ?? [];
  const kind = TASK_KINDS.find((one) => one === kindName);
  const task = kind && (await readTask(change, kind, subject));
  // Somebody else may have tried it meanwhile.
  if (!kind || !task || task.state === 'done') return null;
  await retryTask(change, kind, subject, parts.now().toISOString());
  return value;
}

async function releaseOne(change: Change, { response }: Sent, id: string): Promise<string | null> {
  const lead = await readProspect(change, id);
  if (lead?.state !== 'held') return null;
  await releaseProspect(change, lead, organisationOf(response).crm !== null);
  return id;
}

/** Changes something of the organisation together with its entry. @returns whether there was something to change */
async function changeAudited(
  { parts: { store, now }, response }: Sent,
  action: string,
  work: (change: Change) => Promise<string | null>,
): Promise<boolean> {
  return store.change(organisationOf(response).id, async (change) => {
    const subject = await work(change);
    if (subject === null) return false;
    const at = now().toISOString();
    await recordChange(change, { key: keyOf(response).label, action, subject, at });
    return true;
  });
}
