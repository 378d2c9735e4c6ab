/**
 * A HubSpot account on loopback, which keeps the rules of test/provider-rules/hubspot-rules.ts: what breaks one is refused
 * with HubSpot's code. One contact an e-mail, one deal a value of a unique property, errors with fields missing.
 */
import type { CrmAccount } from '../../providers/account.ts';
import {
  type Call,
  type FakeServer,
  jsonOf,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';
import {
  type Account,
  type CrmObject,
  type HubspotFake,
  type Property,
  refuse,
  type Values,
} from './hubspot/account.ts';
import {
  associatedBy,
  created,
  lacksAssociations,
  read,
  readDeal,
  type Sent,
} from './hubspot/records.ts';
import { wrongContact, wrongDeal } from './hubspot/values.ts';

export type { HubspotFake } from './hubspot/account.ts';

/** HubSpot's own numbers for the association of a deal with a contact, and of a contact with a deal. */
const DEAL_TO_CONTACT = 3;
const CONTACT_TO_DEAL = 4;
const MOST_UNIQUE = 10;

const OBJECTS = '/crm/objects/2026-09';
const DEFINITIONS = '/crm/properties/2026-09/deals';
const ROUTES: readonly Route<Account>[] = [
  ['GET', `${OBJECTS}/contacts/:key`, ({ contacts }, call, key) => read(contacts, call, key)],
  ['POST', `${OBJECTS}/contacts`, createContact],
  ['GET', `${OBJECTS}/deals`, () => ({ status: 200, body: { results: [] } })],
  ['GET', `${OBJECTS}/deals/:key`, readDeal],
  ['POST', `${OBJECTS}/deals`, createDeal],
  ['PATCH', `${OBJECTS}/contacts/:id`, updateContact],
  ['PATCH', `${OBJECTS}/deals/:id`, updateDeal],
  ['PUT', `${OBJECTS}/deals/:deal/associations/default/contacts/:contact`, associate],
  ['POST', `${DEFINITIONS}/groups`, createGroup],
  ['POST', DEFINITIONS, createProperty],
  ['GET', DEFINITIONS, listProperties],
  ['GET', `${DEFINITIONS}/:name`, readProperty],
  ['GET', '/crm/pipelines/2026-09/deals', listPipelines],
];
const TOKEN = 'pat-eu1-fake';
const SCOPES = ['objects.contacts', 'objects.deals', 'schemas.deals'].flatMap((one) => [
  `crm.${one}.read`,
  `crm.${one}.write`,
]);

/** The account as the organisations' file would have it. */
export function hubspotAccount({
  url,
  token,
}: Pick<HubspotFake, 'url' | 'token'>): Extract<CrmAccount, { provider: 'hubspot' }> {
  return {
    provider: 'hubspot',
    baseUrl: url,
    version: '2026-09',
    token,
    prefix: 'solar',
    pipeline: 'default',
    stage: 'appointmentscheduled',
    follow: { amount: true, stages: {} },
  };
}

/** Starts an account with nothing in it. */
export async function startHubspotFake(port = 0): Promise<HubspotFake> {
  const state: Omit<Account, keyof FakeServer> = {
    token: TOKEN,
    contacts: new Map(),
    deals: new Map(),
    properties: new Map(),
    associations: new Map(),
    pipelines: new Map([['default', ['appointmentscheduled', 'contractsent', 'closedwon']]]),
    secondEmails: new Map(),
    validation: new Map(),
    unsettled: { toleratesNoAssociations: false, tellsIdentityProfile: false },
    scopes: new Set(SCOPES),
    groups: new Set(),
    lastId: 100,
  };
  const { scopes } = state;
  return await startFake(state, ROUTES, (call) => unauthorised(scopes, call), port);
}

function unauthorised(scopes: ReadonlySet<string>, call: Call): Reply | undefined {
  if (call.headers.authorization !== `Bearer ${TOKEN}`) return refuse('badToken');
  const needed = scopeOf(call);
  if (needed === undefined || scopes.has(needed)) return undefined;
  const reply = refuse('missingScopes', `: ${needed}`);
  const errors = [{ context: { requiredGranularScopes: [needed] } }];
  return { ...reply, body: { ...Object(reply.body), errors } };
}

/** The right that a call needs. */
function scopeOf({ method, path }: Call): string | undefined {
  const act = method === 'GET' ? 'read' : 'write';
  const [, kind] = /^\/crm\/objects\/[^/]+\/(contacts|deals)/.exec(path) ?? [];
  if (kind !== undefined) return `crm.objects.${kind}.${act}`;
  return path.startsWith(DEFINITIONS) ? `crm.schemas.deals.${act}` : undefined;
}

function createContact(fake: Account, call: Call): Reply {
  const { properties = {}, associations } = jsonOf(call) as Sent;
  if (lacksAssociations(fake, associations)) return refuse('associationsRequired');
  const deals = associatedBy(associations, CONTACT_TO_DEAL, fake.deals);
  const wrong = deals ? wrongContact(properties) : refuse('contactType');
  if (wrong) return wrong;
  const id = contactWith(fake, properties.email);
  if (id !== undefined) return contactExists(fake, id);
  const reply = created(fake, 'contacts', properties);
  for (const deal of deals ?? []) fake.associations.get(deal)?.add(reply.body.id);
  return reply;
}

function contactWith({ contacts, secondEmails }: Account, email = ''): string | undefined {
  const same = ({ properties }: CrmObject) =>
    email !== '' && properties.email?.toLowerCase() === email.toLowerCase();
  return [...contacts.values()].find(same)?.id ?? secondEmails.get(email);
}

function contactExists({ unsettled }: Account, id: string): Reply {
  if (!unsettled.tellsIdentityProfile) return refuse('contactExists', id);
  const identityProfile = { vid: Number(id) };
  return { status: 409, body: { error: 'CONTACT_EXISTS', message: 'exists', identityProfile } };
}

function createDeal(fake: Account, call: Call): Reply {
  const { properties = {}, associations } = jsonOf(call) as Sent;
  if (lacksAssociations(fake, associations)) return refuse('associationsRequired');
  const refused = wrongDeal(fake, properties) ?? taken(fake, properties);
  if (refused) return refused;
  const contactIds = associatedBy(associations, DEAL_TO_CONTACT, fake.contacts);
  if (!contactIds) return refuse('associationType');
  const reply = created(fake, 'deals', properties);
  fake.associations.set(reply.body.id, new Set(contactIds));
  return reply;
}

function taken({ properties, deals }: HubspotFake, values: Values): Reply | undefined {
  for (const { name, hasUniqueValue } of properties.values()) {
    if (!hasUniqueValue || values[name] === undefined) continue;
    if ([...deals.values()].some((deal) => deal.properties[name] === values[name])) {
      return { status: 400, body: { message: `${name} already has that value` } };
    }
  }
  return undefined;
}

function createProperty({ groups, properties }: Account, call: Call): Reply {
  const sent = jsonOf(call) as Property & Record<string, unknown>;
  const needed = ['name', 'label', 'groupName', 'type', 'fieldType'];
  if (!needed.every((one) => sent[one]) || !groups.has(String(sent.groupName))) {
    return refuse('propertyFields');
  }
  const { name, type, hasUniqueValue = false } = sent;
  if (properties.has(name)) return refuse('propertyExists', `: ${name}`);
  const unique = [...properties.values()].filter((one) => one.hasUniqueValue);
  if (hasUniqueValue && unique.length === MOST_UNIQUE) return refuse('uniqueProperties');
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return refuse('propertyFields');
  properties.set(name, { name, type, hasUniqueValue });
  return { status: 201, body: properties.get(name) };
}

function readProperty({ properties }: Account, _call: Call, name: string): Reply {
  const property = properties.get(name);
  return property ? { status: 200, body: property } : refuse('unknownDefinition');
}

function createGroup({ groups }: Account, call: Call): Reply {
  const { name, label } = jsonOf(call) as { name?: string; label?: string };
  if (!name || !label) return refuse('groupFields');
  if (groups.has(name)) return refuse('propertyExists', `: ${name}`);
  groups.add(name);
  return { status: 201, body: { name } };
}

function listProperties({ properties }: Account): Reply {
  return { status: 200, body: { results: [...properties.values()] } };
}

function listPipelines({ pipelines }: Account): Reply {
  const results = [...pipelines].map(([id, stages]) => ({
    id,
    stages: stages.map((stage) => ({ id: stage })),
  }));
  return { status: 200, body: { results } };
}

function updateContact(fake: Account, _call: Call, id: string): Reply {
  return fake.contacts.has(id) ? { status: 200, body: { id } } : refuse('unknownDefinition');
}

function updateDeal(fake: Account, call: Call, id: string): Reply {
  const deal = fake.deals.get(id);
  const { properties = {} } = jsonOf(call) as Sent;
  if (!deal) return refuse('unknownDefinition');
  const refused = wrongDeal(fake, properties);
  if (refused) return refused;
  for (const [name, value] of Object.entries(properties)) {
    if (value === '') delete deal.properties[name];
    else deal.properties[name] = value;
  }
  return { status: 200, body: deal };
}

function associate(fake: HubspotFake, _call: Call, dealId: string, contactId: string): Reply {
  const { deals, contacts, associations } = fake;
  if (!deals.has(dealId) || !contacts.has(contactId)) return refuse('unknownDefinition');
  associations.get(dealId)?.add(contactId);
  return { status: 200, body: { status: 'COMPLETE' } };
}
