import type { Language } from '../../pages/messages/messages.ts';
import type { LanguageChoice } from '../../pages/server/language-links.tsx';
import type { Port } from '../providers/account.ts';
import type { Choice } from '../providers/check/finding.ts';
import type { Milestone } from '../rules/deal-progress.ts';

/** HubSpot as it is connected. Stages are `pipeline/stage`. */
export interface HubspotPanel {
  prefix: string;
  stage: string;
  /** Empty: the deal does not move at that step. */
  steps: { step: Milestone; stage: string }[];
  stages: Choice[];
  /** Why the account could not be read. Null if it was. */
  fault: string | null;
}

export interface FortnoxPanel {
  /** Id of the app in Fortnox' developer portal. It is no secret. */
  clientId: string;
  /** The company's database number. */
  company: string;
  account: string;
  unit: string;
  days: number;
  isSignatureNeeded: boolean;
  accounts: Choice[];
  units: Choice[];
  fault: string | null;
}

/** The connect page. It never has a secret. */
export interface ConnectContent {
  language: Language;
  languages: readonly LanguageChoice[];
  /** Name of the organisation. */
  brand: string;
  saved: Port | null;
  /** Why a form was not taken. */
  fault: { port: Port; text: string } | null;
  crm: HubspotPanel | null;
  accounting: FortnoxPanel | null;
  /** Scrive, or the organisation's bridge. */
  signature: { days: number } | null;
  isBridge: boolean;
  /** The address of the consent at Fortnox. Null if none is pending. */
  consent: string | null;
  /** The address to register at Fortnox. */
  redirectUri: string;
}
