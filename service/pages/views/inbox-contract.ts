import type { Language } from '../shared/words.ts';

/** A choice of language: the same page in another one. */
export interface LanguageChoice {
  language: Language;
  name: string;
  href: string;
}

/** Why a login was not taken; `over`: a session has ended. */
export type LoginRefusal = 'unknown' | 'expired' | 'suspended' | 'forged' | 'over';

/** The login of the repair inbox. */
export interface InboxLogin {
  languages: readonly LanguageChoice[];
  language: Language;
  /** Address of the form. */
  action: string;
  token: string;
  refused: LoginRefusal | null;
}

/** Pages of the repair inbox. */
export type InboxView = 'stuck' | 'waiting' | 'held' | 'done' | 'audit';

/** Kinds of work for other systems, by the name of their text. */
export type WorkName =
  | 'crmSync'
  | 'crmFollow'
  | 'invoiceCreate'
  | 'invoiceWatch'
  | 'signSend'
  | 'signRevoke'
  | 'signRefresh'
  | 'signDocument'
  | 'leadsDigest';

/** Work for another system. Texts of others show all their characters; times are ISO UTC. */
export interface InboxTask {
  /** The value that a form sends: kind and subject. */
  value: string;
  work: WorkName;
  subject: string;
  /** Whom or what it is about; empty where that is not known. */
  title: string;
  state: 'open' | 'done' | 'attention' | 'failed';
  attempts: number;
  runAt: string;
  failingSince: string | null;
  /** Our sentence about the failure; null if there is none. */
  error: string | null;
  /** The other system's own words; null where it said none. */
  words: string | null;
  /** Why its account is paused. */
  paused: string | null;
  /** The call that corrects it; null where none does. */
  correction: string | null;
}

/** Work of a kind that waits for its account. */
export interface PausedWork {
  kind: string;
  work: WorkName;
  /** Null where the account is not at fault, but has asked to wait. */
  why: string | null;
  since: string | null;
  /** Null if it is tried as soon as there is work. */
  until: string | null;
}

export interface HeldLead {
  id: string;
  name: string;
  since: string;
  because: 'near_network' | 'wide_network' | 'all';
}

export interface AuditLine {
  at: string;
  firstAt: string;
  key: string;
  action: string;
  subject: string;
  calls: number;
}

/** The rows of a page by its kind. */
export type InboxList =
  | { view: 'stuck' | 'waiting' | 'done'; tasks: InboxTask[] }
  | { view: 'held'; leads: HeldLead[] }
  | { view: 'audit'; lines: AuditLine[] };

/** Result of a form that was sent. */
export interface InboxDone {
  what: 'retried' | 'released' | 'tried';
  count: number;
}

/** A page of the repair inbox. */
export interface InboxContent {
  language: Language;
  languages: readonly LanguageChoice[];
  /** Name of the organisation. */
  brand: string;
  /** Proof of every form. */
  token: string;
  tabs: { view: InboxView; href: string; count: number | null }[];
  paused: PausedWork[];
  list: InboxList;
  done: InboxDone | null;
  /** Address of the first page; null if this is it. */
  first: string | null;
  /** Address of the next page; null if this is the last. */
  next: string | null;
  /** Addresses of the forms. */
  actions: Record<'retry' | 'release' | 'try' | 'logout', string>;
}
