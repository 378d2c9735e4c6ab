import type { WorkClass } from '#engine/deduction/rates.ts';
import type { Language } from '../../pages/messages/messages.ts';
import type { LanguageChoice } from '../../pages/server/language-links.tsx';

/** The customer's view of an offer: no person's number, address or e-mail. Money in SEK with VAT. */
export interface OfferContent {
  language: Language;
  languages: readonly LanguageChoice[];
  /** Name of the organisation. */
  brand: string;
  number: string;
  title: string;
  /** YYYY-MM-DD. */
  validUntil: string;
  /** Day that sets the rates of the reduction, YYYY-MM-DD. */
  paidOn: string;
  rows: { what: string; quantity: number; unit: string; sek: number }[];
  sumSek: number;
  reductions: { workClass: WorkClass; sek: number }[];
  /** The part of the reductions that the applicants cannot get. */
  surplusSek: number;
  toPaySek: number;
  signing: {
    state: SigningState;
    signed: number;
    all: number;
  };
}

/**
 * How far signing is, each with a headline and a next step in the texts. Not out: `draft`. `renewed`, changed since it was out. `signedPrevious`, changed although it was signed. `lapsed`, after its
 * last day. Going out: `sending`. `delayed`, not at the first try. `notSent`, a person has to help. Out: `uncertain`,
 * where a reading is doubted. `outForSignature`. `partlySigned`. The others are ends.
 */
export type SigningState =
  | 'draft'
  | 'renewed'
  | 'signedPrevious'
  | 'lapsed'
  | 'sending'
  | 'delayed'
  | 'notSent'
  | 'uncertain'
  | 'outForSignature'
  | 'partlySigned'
  | 'signed'
  | 'declined'
  | 'timedOut'
  | 'failed'
  | 'deleted'
  | 'revoked'
  | 'invoiced';
