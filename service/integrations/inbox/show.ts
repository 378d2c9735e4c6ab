/** The content of the inbox's pages. */

import type { AuditEntry, Prospect } from '../../../schemas/types.ts';
import { LANGUAGES, type Language, wordsOf } from '../../pages/shared/words.ts';
import type {
  AuditLine,
  HeldLead,
  InboxContent,
  InboxDone,
  InboxList,
  InboxView,
  LanguageChoice,
  PausedWork,
} from '../../pages/views/inbox-contract.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { IntegrationsParts } from '../parts.ts';
import { countHeld } from '../store/held-leads.ts';
import type { OwnStatements } from '../store/store.ts';
import type { TaskKind } from '../store/task.ts';
import { readTaskStanding } from '../store/task-list.ts';
import { INBOX } from './cookies.ts';
import { auditOf, heldOf, tasksOf } from './lists.ts';
import { nameOf, shownTask, WORK } from './task-item.ts';
import { visibleText } from './visible-text.ts';

/** Path of each page below the inbox's own. */
export const PATHS: Record<InboxView, string> = {
  stuck: '/',
  waiting: '/waiting',
  held: '/held',
  done: '/done',
  audit: '/audit',
};

export const VIEWS = Object.keys(PATHS) as InboxView[];

/** Address of a page. */
export function addressOf(
  view: InboxView,
  language: Language,
  query: Record<string, string> = {},
): string {
  return `${INBOX}${PATHS[view].replace(/\/$/, '')}?${new URLSearchParams({ l: language, ...query })}`;
}

/** The view that is asked for, and who asks. */
export interface Asked {
  organisation: Organisation;
  view: InboxView;
  language: Language;
  /** Where the page begins; empty: at the first row. */
  after: string;
  done: InboxDone | null;
  token: string;
}

/** Reads a page of the organisation, and nobody else's. */
export async function readContent(parts: IntegrationsParts, asked: Asked): Promise<InboxContent> {
  const { organisation, view, language, after, done, token } = asked;
  const db = parts.store.of(organisation.id);
  const now = parts.now().toISOString();
  if (view === 'audit') await parts.readLog.flush();
  const { list, next } = await readList(db, view, after, now);
  return {
    language,
    languages: languageChoices((other) => addressOf(view, other, after ? { after } : {})),
    brand: organisation.name,
    token,
    tabs: await readTabs(db, language, now),
    paused: await readPaused(db, now),
    list,
    done,
    first: after === '' ? null : addressOf(view, language),
    next: next && addressOf(view, language, { after: next }),
    actions: {
      retry: `${INBOX}/retry?l=${language}`,
      release: `${INBOX}/release?l=${language}`,
      try: `${INBOX}/try?l=${language}`,
      logout: `${INBOX}/logout?l=${language}`,
    },
  };
}

/** The page in every language. */
export function languageChoices(href: (language: Language) => string): LanguageChoice[] {
  const { site } = wordsOf('sv');
  const names = { sv: site.swedish, en: site.english };
  return LANGUAGES.map((language) => ({ language, name: names[language], href: href(language) }));
}

async function readTabs(
  db: OwnStatements,
  language: Language,
  now: string,
): Promise<InboxContent['tabs']> {
  const { tasks } = await readTaskStanding(db, now);
  const counts: Partial<Record<InboxView, number>> = {
    stuck: tasks.attention + tasks.failed,
    waiting: tasks.open,
    held: await countHeld(db),
  };
  return VIEWS.map((view) => {
    return { view, href: addressOf(view, language), count: counts[view] ?? null };
  });
}

/** Work that waits: its account is at fault, or has asked for a while. */
async function readPaused(db: OwnStatements, now: string): Promise<PausedWork[]> {
  const rows = await db.query<{
    kind: TaskKind;
    fault: string | null;
    since: string | null;
    until: string;
  }>(
    `select kind, fault, fault_since as since, paused_until as until from lane
     where org = $1 and (fault is not null or paused_until > $2) order by kind`,
    now,
  );
  return rows.map(({ kind, fault, since, until }) => {
    const why = fault && visibleText(fault);
    return { kind, work: WORK[kind], why, since, until: until > now ? until : null };
  });
}

async function readList(
  db: OwnStatements,
  view: InboxView,
  after: string,
  now: string,
): Promise<{ list: InboxList; next: string | null }> {
  if (view === 'audit') {
    const { rows, next } = await auditOf(db, after);
    return { list: { view, lines: rows.map(auditLine) }, next };
  }
  if (view === 'held') {
    const { rows, next } = await heldOf(db, after);
    return { list: { view, leads: rows.map(heldLead) }, next };
  }
  const { rows, next } = await tasksOf(db, view, after, now);
  const tasks = [];
  for (const row of rows) tasks.push(await shownTask(db, row));
  return { list: { view, tasks }, next };
}

function auditLine({ key, action, subject, calls, first_at: firstAt, at }: AuditEntry): AuditLine {
  return { key: visibleText(key), action, subject: visibleText(subject), calls, firstAt, at };
}

function heldLead({ id, held, created_at, ...prospect }: Prospect): HeldLead {
  return {
    id,
    name: visibleText(nameOf(prospect)),
    since: held?.since ?? created_at ?? '',
    because: held?.because ?? 'all',
  };
}
