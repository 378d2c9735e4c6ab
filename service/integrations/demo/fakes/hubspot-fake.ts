/**
 * A HubSpot account on loopback, which obeys the documented rules: bearer tokens, unknown properties,
 * one contact an e-mail, one deal a value of a unique property, errors with fields missing.
 */
import type { CrmAccount } from '../../organisations/organisations.ts';
import {
  type Call,
  type FakeServer,
  found,
  jsonOf,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';

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
}

const OWN_CONTACT = ['email', 'firstname', 'lastname', 'phone'];
const OWN_DEAL = ['dealname', 'pipeline', 'dealstage', 'amount'];

/** A fake with the state that its answers need in addition. */
interface Account extends HubspotFake {
  /** The groups of properties. */
  groups: Set<string>;
  /** The number of the last contact or deal. */
  lastId: number;
}

const OBJECTS = '/crm/objects/2026-09';
const DEFINITIONS = '/crm/properties/2026-09/deals';
const ROUTES: readonly Route<Account>[] = [
  ['GET', `${OBJECTS}/contacts/:key`, ({ contacts }, call, key) => read(contacts, call, key)],
  ['POST', `${OBJECTS}/contacts`, createContact],
  ['GET', `${OBJECTS}/deals`, () => ({ status: 200, body: { results: [] } })],
  ['GET', `${OBJECTS}/deals/:key`, ({ deals }, call, key) => read(deals, call, key)],
  ['POST', `${OBJECTS}/deals`, createDeal],
  ['PATCH', `${OBJECTS}/deals/:id`, updateDeal],
  ['PUT', `${OBJECTS}/deals/:deal/associations/default/contacts/:contact`, associate],
  ['POST', `${DEFINITIONS}/groups`, createGroup],
  ['POST', DEFINITIONS, createProperty],
  ['GET', `${DEFINITIONS}/:name`, ({ properties }, _call, name) => found(properties.get(name))],
];
const TOKEN = 'pat-eu1-fake';

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
    groups: new Set(),
    lastId: 100,
  };
  return await startFake(state, ROUTES, unauthorised, port);
}

function unauthorised({ headers }: Call): Reply | undefined {
  if (headers.authorization === `Bearer ${TOKEN}`) return undefined;
  return problem(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
}

function problem(status: number, category: string, message: string): Reply {
  return { status, body: { status: 'error', category, message } };
}

function createContact(fake: Account, call: Call): Reply {
  const values = valuesOf(call);
  const there = [...fake.contacts.values()].find((one) => sameEmail(one.properties, values));
  if (there) return problem(409, 'CONFLICT', `Contact already exists. Existing ID: ${there.id}`);
  return unknown(values, OWN_CONTACT) ?? created(fake, 'contacts', values);
}

function createDeal(fake: Account, call: Call): Reply {
  const values = valuesOf(call);
  const refused = unknown(values, dealNames(fake)) ?? taken(fake, values);
  if (refused) return refused;
  const { associations = [] } = jsonOf(call) as { associations?: { to: { id: string } }[] };
  const contactIds = associations.map(({ to }) => to.id);
  if (!contactIds.every((id) => fake.contacts.has(id))) {
    return problem(400, 'VALIDATION_ERROR', 'A contact to associate does not exist.');
  }
  const reply = created(fake, 'deals', values);
  fake.associations.set(reply.body.id, new Set(contactIds));
  return reply;
}

/** Contacts and deals are numbered together. */
function created(fake: Account, kind: 'contacts' | 'deals', values: Values) {
  const id = String(++fake.lastId);
  const object: CrmObject = { id, properties: values };
  fake[kind].set(id, object);
  return { status: 201, body: object };
}

function taken({ properties, deals }: HubspotFake, values: Values): Reply | undefined {
  for (const { name, hasUniqueValue } of properties.values()) {
    if (!hasUniqueValue || values[name] === undefined) continue;
    if ([...deals.values()].some((deal) => deal.properties[name] === values[name])) {
      // Users report this answer, which has no category.
      return { status: 400, body: { message: `${name} already has that value` } };
    }
  }
  return undefined;
}

function createProperty({ groups, properties }: Account, call: Call): Reply {
  const { name, type, hasUniqueValue, groupName } = jsonOf(call) as Property & {
    groupName: string;
  };
  if (!groups.has(groupName)) return problem(400, 'VALIDATION_ERROR', 'No such group.');
  if (properties.has(name)) return problem(409, 'OBJECT_ALREADY_EXISTS', `${name} exists.`);
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return problem(400, 'VALIDATION_ERROR', 'A bad name.');
  properties.set(name, { name, type, hasUniqueValue });
  return { status: 201, body: properties.get(name) };
}

function createGroup({ groups }: Account, call: Call): Reply {
  const { name } = jsonOf(call) as { name: string };
  if (groups.has(name)) return problem(409, 'OBJECT_ALREADY_EXISTS', `${name} exists.`);
  groups.add(name);
  return { status: 201, body: { name } };
}

function updateDeal(fake: HubspotFake, call: Call, id: string): Reply {
  const deal = fake.deals.get(id);
  const values = valuesOf(call);
  if (!deal) return problem(404, 'OBJECT_NOT_FOUND', 'resource not found');
  const refused = unknown(values, dealNames(fake));
  if (refused) return refused;
  for (const [name, value] of Object.entries(values)) {
    if (value === '') delete deal.properties[name];
    else deal.properties[name] = value;
  }
  return { status: 200, body: deal };
}

function dealNames({ properties }: HubspotFake): string[] {
  return [...OWN_DEAL, ...properties.keys()];
}

function associate(fake: HubspotFake, _call: Call, dealId: string, contactId: string): Reply {
  const { deals, contacts, associations } = fake;
  if (!deals.has(dealId) || !contacts.has(contactId)) return problem(404, 'NOT_FOUND', 'none');
  associations.get(dealId)?.add(contactId);
  return { status: 200, body: { status: 'COMPLETE' } };
}

function valuesOf(call: Call): Values {
  return (jsonOf(call) as { properties: Values }).properties;
}

function sameEmail(a: Values, b: Values): boolean {
  return a.email.toLowerCase() === b.email.toLowerCase();
}

/** The refusal of a whole write with one unknown property. */
function unknown(values: Values, known: readonly string[]): Reply | undefined {
  const name = Object.keys(values).find((key) => !known.includes(key));
  if (name === undefined) return undefined;
  return problem(400, 'VALIDATION_ERROR', `Property "${name}" does not exist`);
}

/** Reads an object by id, or by the property that the query names. */
function read(objects: Map<string, CrmObject>, { query }: Call, key: string): Reply {
  const by = query.get('idProperty');
  if (!by) return found(objects.get(key));
  return found([...objects.values()].find(({ properties }) => properties[by] === key));
}
