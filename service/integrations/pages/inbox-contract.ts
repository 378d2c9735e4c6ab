import type { TaskState } from '../../../schemas/types.ts';
import type { Language } from '../../pages/messages/messages.ts';
import type { LanguageChoice } from '../../pages/server/language-links.tsx';
import type { TaskKind } from '../store/queues.ts';

/** Why a login was not taken. `over`: a session has ended. */
export type LoginNotice = 'unknown' | 'suspended' | 'over';

export interface InboxLogin {
  languages: readonly LanguageChoice[];
  language: Language;
  notice: LoginNotice | null;
}

/** Work for another system. Texts of others show all their characters. Times are ISO UTC. */
export interface InboxTask {
  /** The value that a form sends: kind and subject. */
  value: string;
  kind: TaskKind;
  subject: string;
  /** Whom or what it is about. Empty where that is not known. */
  title: string;
  state: TaskState;
  attempts: number;
  since: string;
  /** Our error message. Null if there is none. */
  error: string | null;
  /** The message of the other system. Null if there is none. */
  words: string | null;
  /** The call that corrects it. Null where none does. */
  correction: string | null;
}

/** Work of a kind that waits for its account. */
export interface PausedWork {
  kind: TaskKind;
  /** Null if the account is not at fault, but rate limited. */
  why: string | null;
  since: string | null;
  /** Null if it is tried as soon as there is work. */
  until: string | null;
}

export interface InboxDone {
  what: 'retried' | 'tried';
  count: number;
}

export interface InboxContent {
  language: Language;
  languages: readonly LanguageChoice[];
  /** Name of the organisation. */
  brand: string;
  paused: PausedWork[];
  /** Number of stuck tasks. The page has the first of them. */
  count: number;
  tasks: InboxTask[];
  done: InboxDone | null;
}
