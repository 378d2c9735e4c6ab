/** Work for another system as a person sees it: whom it is about, what was said of it, and how it is corrected. */
import type { InboxTask as Shown, WorkName } from '../../pages/views/inbox-contract.ts';
import { readAgreement } from '../store/agreements.ts';
import { readOffer } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import type { OwnStatements } from '../store/store.ts';
import type { TaskKind } from '../store/task.ts';
import type { InboxTask } from './lists.ts';
import { visibleText } from './visible-text.ts';

export const WORK: Record<TaskKind, WorkName> = {
  'crm.sync': 'crmSync',
  'crm.follow': 'crmFollow',
  'invoice.create': 'invoiceCreate',
  'invoice.watch': 'invoiceWatch',
  'sign.send': 'signSend',
  'sign.revoke': 'signRevoke',
  'sign.refresh': 'signRefresh',
  'sign.document': 'signDocument',
  'leads.digest': 'leadsDigest',
};

/** The thing that a task is about, as far as it is stored. */
type About = Pick<Shown, 'title' | 'words' | 'correction'>;

const NOTHING: About = { title: '', words: null, correction: null };
const V1 = '/integrations/v1';

/** The task with what it is about; all that others wrote shows every character. */
export async function shownTask(db: OwnStatements, task: InboxTask): Promise<Shown> {
  const { kind, subject, state, attempts, last_error: error, paused } = task;
  const { title, words, correction } = await aboutOf(db, kind, subject);
  return {
    value: `${kind}/${subject}`,
    work: WORK[kind],
    subject: visibleText(subject),
    title: visibleText(title),
    state,
    attempts,
    runAt: task.run_at,
    failingSince: task.failing_since,
    error: error && visibleText(error),
    words: words && visibleText(words),
    paused,
    correction,
  };
}

function aboutOf(db: OwnStatements, kind: TaskKind, subject: string): Promise<About> {
  if (kind.startsWith('crm.')) return aboutProspect(db, subject);
  if (kind.startsWith('invoice.')) return aboutOffer(db, subject);
  return kind === 'leads.digest' ? Promise.resolve(NOTHING) : aboutAgreement(db, subject);
}

async function aboutProspect(db: OwnStatements, id: string): Promise<About> {
  const prospect = await readProspect(db, id);
  if (prospect === null) return NOTHING;
  return {
    title: nameOf(prospect),
    words: prospect.crm.words,
    correction: `PUT ${V1}/prospects/${id}`,
  };
}

async function aboutOffer(db: OwnStatements, id: string): Promise<About> {
  const offer = await readOffer(db, id);
  if (offer === null) return NOTHING;
  const title = `${offer.body.number} ${offer.body.title}`;
  const words = offer.invoice?.words ?? null;
  return { title, words, correction: `PUT ${V1}/offers/${id}` };
}

async function aboutAgreement(db: OwnStatements, id: string): Promise<About> {
  const stored = await readAgreement(db, id);
  if (stored === null) return NOTHING;
  const { title } = await aboutOffer(db, stored.offerId);
  const { reason, doubt } = stored.agreement;
  // A document in doubt is still out: it is revoked, not sent again.
  const act = doubt === null ? 'agreement' : 'agreement/revoke';
  return { title, words: reason, correction: `POST ${V1}/offers/${stored.offerId}/${act}` };
}

/** A person's name as it is known; empty where it is not. */
export function nameOf({
  first_name = '',
  last_name = '',
}: {
  first_name?: string;
  last_name?: string;
}) {
  return `${first_name} ${last_name}`.trim();
}
