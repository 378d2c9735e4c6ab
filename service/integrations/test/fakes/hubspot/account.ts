/** An account at the fake of HubSpot: its records, its definitions, and its refusals. */
import { HUBSPOT_RULES, type HubspotRule } from '../../provider-rules/hubspot-rules.ts';
import type { ProviderRule } from '../../provider-rules/provider-rule.ts';
import type { FakeServer, Reply } from '../fake-server.ts';

export type Values = Record<string, string>;

export interface CrmObject {
  id: string;
  properties: Values;
}

export interface Property {
  name: string;
  type: string;
  hasUniqueValue: boolean;
}

/** The switches of what is not settled; each is at what would hurt more. */
interface Unsettled {
  toleratesNoAssociations: boolean;
  tellsIdentityProfile: boolean;
}

export interface HubspotFake extends FakeServer {
  token: string;
  contacts: Map<string, CrmObject>;
  deals: Map<string, CrmObject>;
  properties: Map<string, Property>;
  /** Contacts by the deal's id. */
  associations: Map<string, Set<string>>;
  /** The stages of each pipeline. */
  pipelines: Map<string, string[]>;
  /** Contacts by their second addresses. */
  secondEmails: Map<string, string>;
  /** The account's own rules: whether a property's value is as it wants it. */
  validation: Map<string, (value: string) => boolean>;
  unsettled: Unsettled;
  /** The rights of the token. */
  scopes: Set<string>;
}

/** A fake with the state that its answers need in addition. */
export interface Account extends HubspotFake {
  /** The groups of properties. */
  groups: Set<string>;
  /** The number of the last contact or deal. */
  lastId: number;
}

/** The refusal of a broken rule. @param about the property, or what the text goes on with */
export function refuse(rule: HubspotRule, about = ''): Reply {
  const { refusal }: ProviderRule = HUBSPOT_RULES[rule];
  if (refusal === undefined) throw new Error(`The rule ${rule} refuses nothing.`);
  const { status, code, text } = refusal;
  if (status === 429) return { status, body: { errorType: text, policyName: code } };
  const category = code === null ? {} : { category: code };
  return { status, body: { status: 'error', message: `${text}${about}`, ...category } };
}

/** The refusal of a value, whose code stands in the message. */
export function refuseValue(rule: HubspotRule, name: string): Reply {
  const { refusal }: ProviderRule = HUBSPOT_RULES[rule];
  const invalid = [
    { isValid: false, message: `${name}: ${refusal?.text}`, error: refusal?.code, name },
  ];
  const message = `Property values were not valid: ${JSON.stringify(invalid)}`;
  return { status: 400, body: { status: 'error', message, category: 'VALIDATION_ERROR' } };
}
