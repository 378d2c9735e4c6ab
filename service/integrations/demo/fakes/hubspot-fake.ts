/**
 * A HubSpot account on loopback, which obeys the documented rules: bearer tokens, unknown properties,
 * one contact an e-mail, one deal a value of a unique property, errors with fields missing.
 */
import {
  type Call,
  type FakeServer,
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

/** Starts an account with nothing in it. */
export async function startHubspotFake(port = 0): Promise<HubspotFake> {
  const state = {
    token: 'pat-eu1-fake',
    contacts: new Map<string, CrmObject>(),
    deals: new Map<string, CrmObject>(),
    properties: new Map<string, Property>(),
    associations: new Map<string, Set<string>>(),
  };
  const server = await startFake(routesOf(state), (call) => unauthorised(state.token, call), port);
  return Object.assign(server, state);
}

type State = Omit<HubspotFake, keyof FakeServer>;

function unauthorised(token: string, { headers }: Call): Reply | undefined {
  if (headers.authorization === `Bearer ${token}`) return undefined;
  return problem(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
}

function problem(status: number, category: string, message: string): Reply {
  return { status, body: { status: 'error', category, message } };
}

function routesOf(state: State): Route[] {
  const { contacts, deals, properties, associations } = state;
  let lastId = 100;
  const groups = new Set<string>();

  function createContact(call: Call): Reply {
    const values = valuesOf(call);
    const found = [...contacts.values()].find(({ properties }) => sameEmail(properties, values));
    if (found) {
      return problem(409, 'CONFLICT', `Contact already exists. Existing ID: ${found.id}`);
    }
    return unknown(values, OWN_CONTACT) ?? create(contacts, values);
  }

  function createDeal(call: Call): Reply {
    const values = valuesOf(call);
    const refused = unknown(values, [...OWN_DEAL, ...properties.keys()]) ?? taken(values);
    if (refused) return refused;
    const { associations: wanted = [] } = jsonOf(call) as {
      associations?: { to: { id: string } }[];
    };
    if (!wanted.every(({ to }) => contacts.has(to.id))) {
      return problem(400, 'VALIDATION_ERROR', 'A contact to associate does not exist.');
    }
    const reply = create(deals, values);
    associations.set(String(lastId), new Set(wanted.map(({ to }) => to.id)));
    return reply;
  }

  function create(objects: Map<string, CrmObject>, values: Values): Reply {
    const object = { id: String(++lastId), properties: values };
    objects.set(object.id, object);
    return { status: 201, body: object };
  }

  function taken(values: Values): Reply | undefined {
    for (const { name, hasUniqueValue } of properties.values()) {
      if (!hasUniqueValue || values[name] === undefined) continue;
      if ([...deals.values()].some((deal) => deal.properties[name] === values[name])) {
        // As told of by users: without a category.
        return { status: 400, body: { message: `${name} already has that value` } };
      }
    }
    return undefined;
  }

  function createProperty(call: Call): Reply {
    const { name, type, hasUniqueValue, groupName } = jsonOf(call) as Property & {
      groupName: string;
    };
    if (!groups.has(groupName)) return problem(400, 'VALIDATION_ERROR', 'No such group.');
    if (properties.has(name)) return problem(409, 'OBJECT_ALREADY_EXISTS', `${name} exists.`);
    if (!/^[a-z][a-z0-9_]*$/.test(name)) return problem(400, 'VALIDATION_ERROR', 'A bad name.');
    properties.set(name, { name, type, hasUniqueValue });
    return { status: 201, body: properties.get(name) };
  }

  function createGroup(call: Call): Reply {
    const { name } = jsonOf(call) as { name: string };
    if (groups.has(name)) return problem(409, 'OBJECT_ALREADY_EXISTS', `${name} exists.`);
    groups.add(name);
    return { status: 201, body: { name } };
  }

  function updateDeal(call: Call, id: string): Reply {
    const deal = deals.get(id);
    const values = valuesOf(call);
    if (!deal) return problem(404, 'OBJECT_NOT_FOUND', 'resource not found');
    const refused = unknown(values, [...OWN_DEAL, ...properties.keys()]);
    if (refused) return refused;
    for (const [name, value] of Object.entries(values)) {
      if (value === '') delete deal.properties[name];
      else deal.properties[name] = value;
    }
    return { status: 200, body: deal };
  }

  function associate(_call: Call, dealId: string, contactId: string): Reply {
    if (!deals.has(dealId) || !contacts.has(contactId)) return problem(404, 'NOT_FOUND', 'none');
    associations.get(dealId)?.add(contactId);
    return { status: 200, body: { status: 'COMPLETE' } };
  }

  const objects = /^\/crm\/objects\/2026-09/.source;
  const definitions = /^\/crm\/properties\/2026-09\/deals/.source;
  return [
    ['GET', new RegExp(`${objects}/contacts/(.+)$`), (call, key) => read(contacts, call, key)],
    ['POST', new RegExp(`${objects}/contacts$`), createContact],
    ['GET', new RegExp(`${objects}/deals$`), () => ({ status: 200, body: { results: [] } })],
    ['GET', new RegExp(`${objects}/deals/(.+)$`), (call, key) => read(deals, call, key)],
    ['POST', new RegExp(`${objects}/deals$`), createDeal],
    ['PATCH', new RegExp(`${objects}/deals/(.+)$`), updateDeal],
    ['PUT', new RegExp(`${objects}/deals/(.+)/associations/default/contacts/(.+)$`), associate],
    ['POST', new RegExp(`${definitions}/groups$`), createGroup],
    ['POST', new RegExp(`${definitions}$`), createProperty],
    [
      'GET',
      new RegExp(`${definitions}/(.+)$`),
      (_call, name) => {
        const property = properties.get(name);
        return property ? { status: 200, body: property } : { status: 404 };
      },
    ],
  ];
}

function valuesOf(call: Call): Values {
  return (jsonOf(call) as { properties: Values }).properties;
}

function sameEmail(a: Values, b: Values): boolean {
  return a.email.toLowerCase() === b.email.toLowerCase();
}

/** One unknown property fails the whole write. */
function unknown(values: Values, known: readonly string[]): Reply | undefined {
  const name = Object.keys(values).find((key) => !known.includes(key));
  if (name === undefined) return undefined;
  return problem(400, 'VALIDATION_ERROR', `Property "${name}" does not exist`);
}

/** By id, or by the property that the query names. */
function read(objects: Map<string, CrmObject>, { query }: Call, key: string): Reply {
  const by = query.get('idProperty');
  const object = by
    ? [...objects.values()].find(({ properties }) => properties[by] === key)
    : objects.get(key);
  // The body of a 404 is empty where an object is read by a property.
  return object ? { status: 200, body: object } : { status: 404 };
}
