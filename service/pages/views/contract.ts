import type { WorkClass } from '#engine/deduction/rates.ts';
import type { ProposalFigures } from '#engine/economy/proposal-figures.ts';
import type { SignedState } from '../../../schemas/types.ts';
import type { Language } from '../shared/words.ts';
import type { LanguageChoice } from './inbox-contract.ts';

/** The same call in each language in which code is shown. */
export type Codes = Record<'curl' | 'javascript' | 'python', string>;

/** A call, and the path of the explorer with the same inputs. */
export interface RecipeCall {
  codes: Codes;
  explorer: string;
}

/** The calls that the recipes show. */
export interface RecipeCalls {
  roof: RecipeCall;
  house: RecipeCall;
  /** Call that reads meter.csv. */
  meter: RecipeCall;
  /** Call that writes a meter.csv to try with. */
  meterFile: Codes;
  prices: RecipeCall;
  /** Paths of the other pages, in the reader's language. */
  apiDocs: string;
  data: string;
}

/** A message between page and frame, as its schema describes it. */
export interface MessageRow {
  from: 'frame' | 'page';
  type: string;
  meaning: string;
  fields: { name: string; isRequired: boolean; meaning: string }[];
}

/** The content of the page about the SDK. */
export interface SdkContent {
  recipes: SdkRecipes;
  messages: readonly MessageRow[];
  /** Name of the configurator to try; null if there is none. */
  demo: string | null;
}

/** Code as it is copied, with the service's address. */
export interface SdkRecipes {
  plain: string;
  mount: string;
  pinned: string;
  csp: string;
  wordpress: string;
  react: string;
  /** A roof and its battery. */
  roof: Codes;
  /** A table of places. */
  places: Codes;
  r: string;
  /** Lookups from a file server. */
  lookup: string;
}

/** A field of a request or an answer. */
export interface ReferenceField {
  /** Of its element, and so of a link to it: query.lat, body.battery.capacity_kwh. */
  id: string;
  path: string;
  required: boolean;
  /** Type, bounds, default. */
  facts: string[];
  /** Markdown in a line. */
  text: string;
}

/** Fields under a heading. */
export interface ReferencePart {
  id: 'parameters' | 'headers' | 'body' | 'answer' | 'answers';
  fields: ReferenceField[];
}

/** An operation as its page tells of it. */
export interface ReferenceOperation {
  operationId: string;
  tags: string[];
  method: string;
  path: string;
  summary: string;
  /** Markdown. */
  description: string;
  codes: Codes;
  /** An answer as JSON. */
  example: string;
  parts: ReferencePart[];
}

/** The API as its pages tell of it, in the words of its document. */
export interface Reference {
  version: string;
  /** Markdown of what holds for every operation. */
  description: string;
  tags: { name: string; description: string }[];
  operations: ReferenceOperation[];
}

/** The sender of a proposal. */
interface Brand {
  title: string;
  /** A data: address. */
  logo: string | null;
  phone: string | null;
}

/** The content of a proposal's page. */
export interface Proposal {
  language: Language;
  /** The page in all languages. */
  languages: readonly LanguageChoice[];
  brand: Brand;
  state: SignedState;
  figures: ProposalFigures;
  /** Version of the loaded dataset; null if it is the proposal's. */
  datasetToday: string | null;
  /** Path of the explorer with the proposal's inputs. */
  explorer: string;
  /** Path of the prices' parts. */
  prices: string;
  qr: QrCode;
}

/** A QR code of square modules, as an SVG path in a square of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

/** The content of a page that says one thing. */
export interface NoticeContent {
  title: string;
  text: string;
  /** Null if there is nowhere to go. */
  link: { href: string; name: string } | null;
}

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
 * How far signing is, each with a headline and a next step in the texts. Not out: `draft`; `renewed`, changed since it was out; `signedFormer`, changed although it was signed; `lapsed`, after its
 * last day. Going out: `sending`; `delayed`, not at the first try; `notSent`, a person has to help. Out: `uncertain`,
 * where a reading is doubted; `outForSignature`; `partlySigned`. The others are ends.
 */
export type SigningState =
  | 'draft'
  | 'renewed'
  | 'signedFormer'
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
