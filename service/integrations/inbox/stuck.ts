/** Tasks that need a person: the subject, the error and how to correct it. */
import type { InboxTask, PausedWork } from '../pages/inbox-contract.ts';
import { readAgreement } from '../store/agreements.ts';
import { readOffer } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import type { TaskKind } from '../store/queues.ts';
import type { OwnStatements, Statements } from '../store/store.ts';
import { SHOWN_STATE } from '../store/tasks.ts';

/** Rows of the page. */
const ROWS = 100;
const V1 = '/integrations/v1';

type Row = Pick<InboxTask, 'kind' | 'subject' | 'state' | 'attempts' | 'since' | 'error'>;

/** The oldest stuck tasks. */
export async function readStuck(db: OwnStatements): Promise<InboxTask[]> {
  const rows = await db.query<Row>(
    `select kind, subject, ${SHOWN_STATE} as state, attempts, coalesce(failing_since, run_at) as since,
       coalesce(last_error, notice) as error
     from task where org = $1 and ${SHOWN_STATE} in ('attention', 'failed')
     order by run_at, kind, subject limit ${ROWS}`,
  );
  const tasks: InboxTask[] = [];
  for (const row of rows) tasks.push(await shownTask(db, row));
  return tasks;
}

/** Paused work: its account is at fault or rate limited. */
export async function readPaused(db: Statements, now: string): Promise<PausedWork[]> {
  const rows = await db.query<PausedWork & { until: string }>(
    `select kind, fault as why, fault_since as since, paused_until as until from queue
     where org = $1 and (fault is not null or paused_until > $2) order by kind`,
    now,
  );
  return rows.map(({ why, until, ...row }) => {
    return { ...row, why: why && visibleText(why), until: until > now ? until : null };
  });
}

/** The task with its subject. Hidden characters are made visible. */
async function shownTask(
  db: OwnStatements,
  { kind, subject, error, ...row }: Row,
): Promise<InboxTask> {
  const { title, words, correction } = await aboutOf(db, kind, subject);
  return {
    ...row,
    value: `${kind}/${subject}`,
    kind,
    subject: visibleText(subject),
    title: visibleText(title),
    error: error && visibleText(error),
    words: words && visibleText(words),
    correction,
  };
}

/** The subject of a task, if it is stored. */
type About = Pick<InboxTask, 'title' | 'words' | 'correction'>;

const NOTHING: About = { title: '', words: null, correction: null };

function aboutOf(db: OwnStatements, kind: TaskKind, subject: string): Promise<About> {
  if (kind === 'crm.sync' || kind === 'deal.progress') return aboutProspect(db, subject);
  if (kind.startsWith('invoice.')) return aboutOffer(db, subject);
  return aboutAgreement(db, subject);
}

async function aboutProspect(db: OwnStatements, id: string): Promise<About> {
  const prospect = await readProspect(db, id);
  if (prospect === null) return NOTHING;
  const { first_name = '', last_name = '', company, crm } = prospect;
  return {
    title: company?.name ?? `${first_name} ${last_name}`.trim(),
    words: crm.words,
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
  const { reason, unconfirmed } = stored.agreement;
  // An unconfirmed agreement may still be out: it is revoked, not sent again.
  const act = unconfirmed === null ? 'agreement' : 'agreement/revoke';
  return { title, words: reason, correction: `POST ${V1}/offers/${stored.offerId}/${act}` };
}

/** Control and format characters, and line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The text with hidden characters written as their codes, and line breaks and tabs as blanks. */
export function visibleText(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').replace(HIDDEN, writeCode);
}

function writeCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
