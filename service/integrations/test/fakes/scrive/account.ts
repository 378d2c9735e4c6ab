/** An account at the fake of Scrive: its documents as they were sent, and its refusals. */
import type { ProviderRule } from '../../provider-rules/provider-rule.ts';
import { SCRIVE_RULES, type ScriveRule } from '../../provider-rules/scrive-rules.ts';
import type { FakeAgreement, FakeLife } from '../fake-agreement.ts';
import type { FakeServer, Reply } from '../fake-server.ts';

/** A party as it is sent. */
export interface FakeParty {
  is_author: boolean;
  is_signatory?: boolean;
  signatory_role?: string;
  fields?: { type: string; order?: number; value: string }[];
  authentication_method_to_sign?: string;
  delivery_method?: string;
}

/** A document as it is sent. */
export interface SentDocument {
  title: string;
  days_to_sign: number;
  api_callback_url: string;
  parties: FakeParty[];
}

/** The switches of what is not settled; each is at what would hurt more. */
interface Unsettled {
  prolongsAYear: boolean;
  sealingIsConflict: boolean;
}

export interface ScriveFake extends FakeServer, FakeLife {
  /** The credentials for the organisations file. */
  credentials: string;
  agreements: Map<string, FakeAgreement>;
  /** The parties of each document as they were sent. */
  parties: Map<string, FakeParty[]>;
  /** Documents of another account. */
  foreign: Set<string>;
  /** The values that drafts were updated with last. */
  updates: Map<string, SentDocument>;
  /** How often each document was changed; one that was not has none. */
  versions: Map<string, number>;
  /** Documents in the trash. */
  trashed: Set<string>;
  /** Methods to sign that are switched on. */
  methods: string[];
  unsettled: Unsettled;
  /** Calls back about a document, as after every change of its status. @returns the answer's status */
  sendHook(id: string): Promise<number>;
}

/** The refusal of a broken rule. */
export function refuse(rule: ScriveRule): Reply {
  const { refusal }: ProviderRule = SCRIVE_RULES[rule];
  if (refusal === undefined) throw new Error(`The rule ${rule} refuses nothing.`);
  const { status, code, text } = refusal;
  return { status, body: { error_type: code, error_message: text, http_code: status } };
}

/** Whether a party signs: the older member wins. */
export function signs({ is_signatory, signatory_role }: FakeParty): boolean {
  return is_signatory ?? signatory_role === 'signing_party';
}

/** The values of a party's fields of a type, in one text. */
export function fieldsText({ fields = [] }: FakeParty, type: string): string {
  const values = fields.filter((field) => field.type === type).map(({ value }) => value);
  return values.join(' ').trim();
}
