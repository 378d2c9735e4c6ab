/**
 * A HubSpot account on loopback: one contact an e-mail, one deal a value of a unique property, errors with fields missing.
 *
 * Sources: spec is HubSpot/HubSpot-public-api-spec-collection, CRM, 2026-09. Doc is developers.hubspot.com.
 *
 * Each rule has the fact with source, date and trust. A: official, or a recorded answer. B: second-hand and consistent. C: single or
 * doubtful.
 */
import type { CrmAccount } from '../../providers/account.ts';
import {
  type Call,
  type FakeServer,
  found,
  jsonOf,
  type Refusal,
  type Reply,
  type Route,
  startFake,
} from './server.ts';

/**
 * Facts without a refusal:
 * - contactsOfDeal: A deal that is read shows its contacts where the call asks for them, and at once (spec, 2026-08-21,
 * A).
 * - propertiesRequested: What is read has the properties that the call asks for, and null where one has no value (doc,
 * 2026-09, A).
 * - searchLags: The search shows new records late (doc, 2026-09, A).
 * - gdprDelete: A deletion for good cannot be undone, and blocks the address for later (spec, 2026-08-21, A).
 * - locked, moving, gateways: A locked record answers 423, an account that moves between data centres 477 with a
 * Retry-After of up to a day. 502, 503, 504 and 521 to 524 pass (doc, 2026-09, A).
 * - calls: The smallest account has 100 calls in 10 s, refused as TEN_SECONDLY_ROLLING. Those of a day, DAILY, are over
 * until midnight of the account. Retry-After is not promised (doc, 2026-09, A).
 */
const HUBSPOT_RULES = {
  // An e-mail is RFC 2822’s without a quoted local part, and its top domain is on IANA’s list (doc, community 2023,
  // 2026-09, A).
  badEmail: [400, 'INVALID_EMAIL', 'Email address is invalid'],
  // To create a contact or a deal takes properties and associations (spec, 2026-08-21, A). Not settled: The specification
  // requires it, and the examples leave it out.
  associationsRequired: [
    400,
    'VALIDATION_ERROR',
    'Some required fields were not set: [associations]',
  ],
  // A contact has an e-mail, a first name or a last name (doc, 2026-09, A).
  nameRequired: [400, 'VALIDATION_ERROR', 'At least one of email, firstname, lastname is required'],
  // A group of properties has a name and a label (spec, 2026-08-21, A).
  groupFields: [400, 'VALIDATION_ERROR', 'A group needs name and label'],
  // A property has a name, a label, a group, a type and a type of field (spec, 2026-08-21, A).
  propertyFields: [
    400,
    'VALIDATION_ERROR',
    'A property needs name, label, groupName, type, fieldType',
  ],
  // A property or a group that is there is 409. Whether its values are unique cannot be changed (spec, 2026-08-21, A).
  propertyExists: [409, 'OBJECT_ALREADY_EXISTS', 'exists'],
  // Deals have at most ten properties with unique values (doc, 2026-09, A).
  uniqueProperties: [400, 'VALIDATION_ERROR', 'Too many unique properties'],
  // A contact that is there is 409 with its id, also where the address is its second one (doc, community, 2026-09, A). Not
  // settled: Older answers are CONTACT_EXISTS with an identityProfile.
  contactExists: [409, 'CONFLICT', 'Contact already exists. Existing ID: '],
  // A value of a unique property that another deal has is refused, without a category (one report, 2026, C).
  dealExists: [400, null, 'There is a deal with that value of '],
  // A write with a property that is not there is refused whole (spec, 2026-08-21, A).
  unknownProperty: [400, 'PROPERTY_DOESNT_EXIST', 'does not exist'],
  // The definition of a property that is not there is 404 with a body. Members next to the message may be absent (spec,
  // 2026-08-21, A).
  unknownDefinition: [404, null, 'resource not found'],
  // Since 2026-09 the account’s own rules apply to calls, too: 400 with isValid false and the property (doc, 2026-09, A).
  validationRules: [400, 'VALIDATION_RULE', 'isValid'],
  // A number is digits and a point: neither thousands nor an exponent (doc, 2023-05, A).
  numbers: [400, 'INVALID_LONG', 'was not a valid number'],
  // A deal’s stage is one of its pipeline, and without a pipeline one of the default one (doc, 2026-09, C).
  stageOfPipeline: [400, 'INVALID_OPTION', 'is not a stage of the pipeline'],
  // A deal is associated with its contact by the type 3, a contact with its deal by the type 4 (doc, 2026-09, A).
  associationType: [400, 'VALIDATION_ERROR', 'No such type of association'],
  // A token without a right is 403, with the list of rights that are missing (doc, 2026-09, A).
  missingScopes: [403, 'MISSING_SCOPES', 'requires'],
  // A token that does not hold is 401 (doc, 2026-09, A).
  badToken: [401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.'],
} satisfies Record<string, Refusal>;

type HubspotRule = keyof typeof HUBSPOT_RULES;

type Values = Record<string, string>;

interface CrmObject {
  id: string;
  properties: Values;
}

interface Property {
  name: string;
  type: string;
  hasUniqueValue: boolean;
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
  /** The account's own rules: the properties of which no value is taken. */
  closed: Set<string>;
  /** The rights of the token. */
  scopes: Set<string>;
}

/** A fake with the state that its answers need in addition. */
interface Account extends HubspotFake {
  /** The groups of properties. */
  groups: Set<string>;
  /** The number of the last contact or deal. */
  lastId: number;
}

/** The refusal of a broken rule. @param about the property, or what the text goes on with */
function refuse(rule: HubspotRule, about = ''): Reply {
  const [status, code, text]: Refusal = HUBSPOT_RULES[rule];
  const category = code === null ? {} : { category: code };
  return { status, body: { status: 'error', message: `${text}${about}`, ...category } };
}

function refuseValue(rule: HubspotRule, name: string): Reply {
  const [, code, text]: Refusal = HUBSPOT_RULES[rule];
  const invalid = [{ isValid: false, message: `${name}: ${text}`, error: code, name }];
  const message = `Property values were not valid: ${JSON.stringify(invalid)}`;
  return { status: 400, body: { status: 'error', message, category: 'VALIDATION_ERROR' } };
}

const OWN_CONTACT = ['email', 'firstname', 'lastname', 'phone'];
const OWN_DEAL = ['dealname', 'pipeline', 'dealstage', 'amount'];
/** A few of IANA's top domains. */
const TOP_DOMAINS = ['com', 'eu', 'net', 'nu', 'org', 'se'];
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.-]+$/;

/** The refusal of the values of a contact, if they break a rule. */
function wrongContact(values: Values): Reply | undefined {
  const unknown = Object.keys(values).find((name) => !OWN_CONTACT.includes(name));
  if (unknown !== undefined) return refuseValue('unknownProperty', unknown);
  const { email, firstname, lastname } = values;
  if (!email && !firstname && !lastname) return refuse('nameRequired');
  return email !== undefined && !isEmail(email) ? refuseValue('badEmail', 'email') : undefined;
}

/** The refusal of the values of a deal, if they break a rule. */
function wrongDeal(account: Account, values: Values): Reply | undefined {
  for (const [name, value] of Object.entries(values)) {
    const rule = brokenBy(account, name, value);
    if (rule) return refuseValue(rule, name);
  }
  const { dealstage, pipeline = 'default' } = values;
  const stages = account.pipelines.get(pipeline) ?? [];
  if (dealstage === undefined || stages.includes(dealstage)) return undefined;
  return refuseValue('stageOfPipeline', 'dealstage');
}

function brokenBy(account: Account, name: string, value: string): HubspotRule | undefined {
  const property = account.properties.get(name);
  if (!property && !OWN_DEAL.includes(name)) return 'unknownProperty';
  const isNumber = (property?.type === 'number' || name === 'amount') && value !== '';
  if (isNumber && !/^-?\d+(\.\d+)?$/.test(value)) return 'numbers';
  return account.closed.has(name) ? 'validationRules' : undefined;
}

function isEmail(email: string): boolean {
  const [local = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  return (
    LOCAL_PART.test(local) && TOP_DOMAINS.includes(domain.toLowerCase().split('.').at(-1) ?? '')
  );
}

/** The body that creates a record. */
interface Sent {
  properties?: Values;
  associations?: { to: { id: string }; types: { associationTypeId: number }[] }[];
}

/** The ids that something new is associated with. Null if one is not there, or the type is another. */
function associatedBy(
  associations: NonNullable<Sent['associations']>,
  wanted: number,
  objects: ReadonlyMap<string, CrmObject>,
): string[] | null {
  const ids = associations.map(({ to }) => to.id);
  const types = associations.flatMap((one) => one.types.map((type) => type.associationTypeId));
  const isRight = types.every((type) => type === wanted) && ids.every((id) => objects.has(id));
  return isRight ? ids : null;
}

/** Contacts and deals are numbered together. */
function created(fake: Account, kind: 'contacts' | 'deals', values: Values) {
  const id = String(++fake.lastId);
  const object: CrmObject = { id, properties: values };
  fake[kind].set(id, object);
  return { status: 201, body: object };
}

/** Reads an object by id, or by the property that the query names. */
function read(objects: Map<string, CrmObject>, { query }: Call, key: string): Reply {
  const by = query.get('idProperty');
  if (!by) return found(objects.get(key));
  return found([...objects.values()].find(({ properties }) => properties[by] === key));
}

/** Reads a deal, with the properties and the associations that the call asks for. */
function readDeal(fake: Account, call: Call, key: string): Reply {
  const reply = read(fake.deals, call, key);
  if (reply.status !== 200) return reply;
  const { id, properties } = reply.body as CrmObject;
  const names = (call.query.get('properties') ?? '').split(',');
  const values = Object.fromEntries(names.map((name) => [name, properties[name] ?? null]));
  const shown = associationsOf(fake, id, call.query.get('associations'));
  return { status: 200, body: { id, properties: values, ...shown } };
}

/** The associations of an object. A kind without any has no member. */
function associationsOf({ associations }: Account, id: string, requested: string | null) {
  const ids = associations.get(id);
  if (!requested?.split(',').includes('contacts') || !ids?.size) return {};
  const results = [...ids].map((one) => ({ id: one, type: 'deal_to_contact' }));
  return { associations: { contacts: { results } } };
}

/** HubSpot's own numbers for the association of a deal with a contact, and of a contact with a deal. */
const DEAL_TO_CONTACT = 3;
const CONTACT_TO_DEAL = 4;
const MOST_UNIQUE = 10;

const OBJECTS = '/crm/objects/2026-09';
const DEFINITIONS = '/crm/properties/2026-09/deals';
const ROUTES: readonly Route<Account>[] = [
  ['GET', `${OBJECTS}/contacts/:key`, ({ contacts }, call, key) => read(contacts, call, key)],
  ['POST', `${OBJECTS}/contacts`, createContact],
  ['GET', `${OBJECTS}/deals`, () => found({ results: [] })],
  ['GET', `${OBJECTS}/deals/:key`, readDeal],
  ['POST', `${OBJECTS}/deals`, createDeal],
  ['PATCH', `${OBJECTS}/deals/:id`, updateDeal],
  ['PUT', `${OBJECTS}/deals/:deal/associations/default/contacts/:contact`, associate],
  ['POST', `${DEFINITIONS}/groups`, createGroup],
  ['POST', DEFINITIONS, createProperty],
  ['GET', DEFINITIONS, ({ properties }) => found({ results: [...properties.values()] })],
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
    progress: { amount: true, stages: {} },
  };
}

/** Starts an account with nothing in it. */
export async function startHubspotFake(): Promise<HubspotFake> {
  const state: Omit<Account, keyof FakeServer> = {
    token: TOKEN,
    contacts: new Map(),
    deals: new Map(),
    properties: new Map(),
    associations: new Map(),
    pipelines: new Map([['default', ['appointmentscheduled', 'contractsent', 'closedwon']]]),
    secondEmails: new Map(),
    closed: new Set(),
    scopes: new Set(SCOPES),
    groups: new Set(),
    lastId: 100,
  };
  const { scopes } = state;
  return await startFake(state, ROUTES, (call) => unauthorised(scopes, call));
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
  if (associations === undefined) return refuse('associationsRequired');
  const deals = associatedBy(associations, CONTACT_TO_DEAL, fake.deals);
  const wrong = deals ? wrongContact(properties) : refuse('associationType');
  if (wrong) return wrong;
  const id = contactWith(fake, properties.email);
  if (id !== undefined) return refuse('contactExists', id);
  const reply = created(fake, 'contacts', properties);
  for (const deal of deals ?? []) fake.associations.get(deal)?.add(reply.body.id);
  return reply;
}

function contactWith({ contacts, secondEmails }: Account, email = ''): string | undefined {
  const same = ({ properties }: CrmObject) =>
    email !== '' && properties.email?.toLowerCase() === email.toLowerCase();
  return [...contacts.values()].find(same)?.id ?? secondEmails.get(email);
}

function createDeal(fake: Account, call: Call): Reply {
  const { properties = {}, associations } = jsonOf(call) as Sent;
  if (associations === undefined) return refuse('associationsRequired');
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
      return refuse('dealExists', name);
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

function listPipelines({ pipelines }: Account): Reply {
  const results = [...pipelines].map(([id, stages]) => ({
    id,
    stages: stages.map((stage) => ({ id: stage })),
  }));
  return found({ results });
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
