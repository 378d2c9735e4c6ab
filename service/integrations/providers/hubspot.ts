/** HubSpot's CRM as the port. Source: developers.hubspot.com/docs/api-reference, version 2026-09. */
import { ORE_PER_SEK, oreOf } from '#engine/money.ts';
import {
  type Contact,
  type Crm,
  type DealProgress,
  type DealProperty,
  type DealValues,
  ProviderError,
  type ReadDeal,
} from '../ports.ts';
import { prospectKey } from '../rules/deal-properties.ts';
import { memberAt, numberAt, textAt } from './answer-fields.ts';
import { type AccountCall, ask, type ProviderApi, type Refusal } from './http.ts';
import { type Clock, callWindow } from './rate-limit.ts';

export interface HubspotAccount {
  baseUrl: string;
  /** A segment of the paths, such as 2026-09. */
  version: string;
  token: string;
  /** Prefix of the deal properties' names, and the name of their group. */
  prefix: string;
  pipeline: string;
  stage: string;
}

export interface Hubspot extends HubspotAccount {
  call: AccountCall;
}

/** HubSpot allows 100 calls in 10 s for its smallest plan. */
const CALLS = 80;
const WINDOW_MS = 10_000;
/** Wait after the daily limit is reached. */
const DAILY_RETRY_MS = 3_600_000;
/** HubSpot's association types. */
const DEAL_TO_CONTACT = 3;
const CONTACT_TO_DEAL = 4;

/** The CRM of one organisation. */
export function hubspot(account: HubspotAccount, clock: Clock): Crm {
  const own = hubspotAccess(account, clock);
  const objects = `/crm/objects/${account.version}`;

  return {
    async check() {
      await own.call({ what: 'read deals', method: 'GET', path: `${objects}/deals?limit=1` });
    },
    async setUp(properties) {
      await createPropertyGroup(own);
      for (const property of properties) await createProperty(own, property);
    },
    findContact: (email) => findContact(own, email),
    createContact: (contact, dealId) => createContact(own, contact, dealId),
    findDeal: (prospectId) => findDeal(own, prospectId),
    readDeal: (dealId) => readDeal(own, dealId),
    createDeal: (prospectId, name, values, contactId) =>
      createDeal(own, prospectId, { ...values, dealname: name }, contactId),
    updateDeal: (dealId, values) => writeDeal(own, 'update a deal', dealId, values),
    moveDeal: (dealId, progress) =>
      writeDeal(own, 'move a deal', dealId, progressValues(account, progress)),
    async associate(dealId, contactId) {
      const path = `${objects}/deals/${dealId}/associations/default/contacts/${contactId}`;
      await own.call({ what: 'associate a deal with its contact', method: 'PUT', path });
    },
  };
}

/** The account with its calls. */
export function hubspotAccess(account: HubspotAccount, clock: Clock): Hubspot {
  const { baseUrl, token } = account;
  const turn = callWindow(CALLS, WINDOW_MS, clock);
  const api: ProviderApi = { name: 'HubSpot', baseUrl, turn, readRefusal };
  const headers = { authorization: `Bearer ${token}` };
  return { ...account, call: (call) => ask(api, { ...call, headers }) };
}

/** Creates the group of our properties. It may exist. */
async function createPropertyGroup({ call, version, prefix }: Hubspot): Promise<void> {
  await call({
    what: 'create the group of properties',
    method: 'POST',
    path: `/crm/properties/${version}/deals/groups`,
    body: { name: prefix, label: prefix },
    also: [409],
  });
}

/** @throws ProviderError conflict if a property of that name has another type */
async function createProperty(own: Hubspot, property: DealProperty): Promise<void> {
  const { name, label, kind, isUnique } = property;
  const [type, fieldType] = kind === 'number' ? ['number', 'number'] : ['string', 'text'];
  const { status } = await own.call({
    what: `create the property ${name}`,
    method: 'POST',
    path: `/crm/properties/${own.version}/deals`,
    body: { name, label, groupName: own.prefix, type, fieldType, hasUniqueValue: isUnique },
    also: [409],
  });
  if (status === 409) await compareProperty(own, property, type);
}

async function compareProperty(
  { call, version }: Hubspot,
  { name, isUnique }: DealProperty,
  type: string,
): Promise<void> {
  const path = `/crm/properties/${version}/deals/${name}`;
  const { json } = await call({ what: `read the property ${name}`, method: 'GET', path });
  const foundType = textAt(json, 'type');
  const isFoundUnique = memberAt(json, 'hasUniqueValue') === true;
  if (foundType === type && (isFoundUnique || !isUnique)) return;
  const found = `${foundType}${isFoundUnique ? ', unique' : ''}`;
  throw new ProviderError(
    'conflict',
    `HubSpot has a property ${name} that is ${found}, expected ${type}${isUnique ? ', unique' : ''}. Archive it there, or choose another prefix.`,
  );
}

async function findId({ call }: Hubspot, what: string, path: string): Promise<string | null> {
  const { status, json } = await call({ what, method: 'GET', path, also: [404] });
  return status === 404 ? null : textAt(json, 'id');
}

/** Finds a contact by its e-mail as the id: the search index is up to a minute late. */
function findContact(own: Hubspot, email: string): Promise<string | null> {
  const path = `/crm/objects/${own.version}/contacts/${encodeURIComponent(email)}?idProperty=email`;
  return findId(own, 'find a contact', path);
}

function findDeal(own: Hubspot, prospectId: string): Promise<string | null> {
  const path = `/crm/objects/${own.version}/deals/${prospectId}?idProperty=${prospectKey(own.prefix)}`;
  return findId(own, 'find a deal', path);
}

async function writeDeal(
  { call, version }: Hubspot,
  what: string,
  dealId: string,
  properties: DealValues,
): Promise<void> {
  const path = `/crm/objects/${version}/deals/${dealId}`;
  await call({ what, method: 'PATCH', path, body: { properties } });
}

async function readDeal({ call, version }: Hubspot, dealId: string): Promise<ReadDeal> {
  const path = `/crm/objects/${version}/deals/${dealId}?properties=dealstage,amount&associations=contacts`;
  const { json } = await call({ what: 'read a deal', method: 'GET', path });
  const contactId = memberAt(json, 'associations', 'contacts', 'results', '0', 'id');
  const stage = memberAt(json, 'properties', 'dealstage');
  const amount = memberAt(json, 'properties', 'amount');
  return {
    contactId: contactId === undefined ? null : String(contactId),
    stage: typeof stage === 'string' ? stage : null,
    amountOre: amount ? oreOf(numberAt(json, 'properties', 'amount')) : null,
  };
}

/** A stage is sent with its pipeline: without one HubSpot uses the default pipeline. */
function progressValues(
  { pipeline }: HubspotAccount,
  { stage, amountOre }: DealProgress,
): DealValues {
  return {
    ...(stage !== null && { pipeline, dealstage: stage }),
    ...(amountOre !== null && { amount: String(amountOre / ORE_PER_SEK) }),
  };
}

async function createContact(own: Hubspot, contact: Contact, dealId?: string): Promise<string> {
  const { email, firstName, lastName, phone } = contact;
  const { status, json } = await own.call({
    what: 'create a contact',
    method: 'POST',
    path: `/crm/objects/${own.version}/contacts`,
    body: {
      properties: {
        ...(email !== '' && { email }),
        firstname: firstName,
        lastname: lastName,
        phone,
      },
      associations: associationsWith(dealId ?? null, CONTACT_TO_DEAL),
    },
    also: [409],
  });
  if (status !== 409) return textAt(json, 'id');
  const id = existingId(json) ?? (await findContact(own, email));
  if (id !== null) return id;
  throw new ProviderError(
    'conflict',
    'HubSpot, create a contact: the contact exists, but was not found.',
  );
}

/** The id in "Contact already exists. Existing ID: 123", or in older answers in `identityProfile`. */
function existingId(body: unknown): string | null {
  const message = memberAt(body, 'message');
  const existing =
    typeof message === 'string' ? /Existing ID: (\d+)/.exec(message)?.[1] : undefined;
  const vid = memberAt(body, 'identityProfile', 'vid');
  return existing ?? (typeof vid === 'number' ? String(vid) : null);
}

/** Creates a deal, or finds one that a call without an answer has created. */
async function createDeal(
  own: Hubspot,
  prospectId: string,
  properties: DealValues,
  contactId: string | null,
): Promise<string> {
  try {
    return await postDeal(own, { ...properties, [prospectKey(own.prefix)]: prospectId }, contactId);
  } catch (error) {
    const mayBeThere =
      error instanceof ProviderError &&
      ['invalid', 'conflict', 'outcome_unknown'].includes(error.kind);
    const id = mayBeThere ? await findDeal(own, prospectId) : null;
    if (id !== null) return id;
    throw error;
  }
}

async function postDeal(
  { call, version, pipeline, stage }: Hubspot,
  properties: DealValues,
  contactId: string | null,
): Promise<string> {
  const { json } = await call({
    what: 'create a deal',
    method: 'POST',
    path: `/crm/objects/${version}/deals`,
    body: {
      properties: { ...properties, pipeline, dealstage: stage },
      associations: associationsWith(contactId, DEAL_TO_CONTACT),
    },
  });
  return textAt(json, 'id');
}

/** Errors that we can fix. */
const ABOUT: Record<string, Refusal['about']> = {
  PROPERTY_DOESNT_EXIST: 'set_up',
  INVALID_EMAIL: 'email',
};

/** Reads an error. All of its fields are optional. */
function readRefusal(body: unknown): Refusal {
  const message = memberAt(body, 'message');
  const inMessage = typeof message === 'string' ? valueError(message) : undefined;
  if (inMessage) return { ...inMessage, words: message };
  const code = memberAt(body, 'policyName') ?? memberAt(body, 'category');
  if (typeof code !== 'string' || !/^[A-Z_]{1,40}$/.test(code)) return { words: message };
  if (code === 'DAILY') return { code, retryAfterMs: DAILY_RETRY_MS };
  return { code: code === 'MISSING_SCOPES' ? withScopes(body) : code, words: message };
}

/** The error and the property of a refused value, which are JSON within the message. */
function valueError(message: string): Refusal | undefined {
  const word = /"error":"([A-Z_]{1,40})"/.exec(message)?.[1];
  if (word === undefined) return undefined;
  // Only names of our properties and of HubSpot's fields are repeated.
  const name = /"name":"([a-z][a-z0-9]*_[a-z0-9_]{1,80}|email|dealstage|pipeline|amount)"/.exec(
    message,
  );
  return { code: name ? `${word} ${name[1]}` : word, about: ABOUT[word] };
}

function withScopes(body: unknown): string {
  const scopes = memberAt(body, 'errors', '0', 'context', 'requiredGranularScopes');
  const named = (Array.isArray(scopes) ? scopes : []).filter((one) => /^[a-z._-]{1,60}$/.test(one));
  return ['MISSING_SCOPES', ...named].join(' ');
}

/** The associations of a new object. The specification requires the member, even if it is empty. */
function associationsWith(id: string | null, associationTypeId: number) {
  if (id === null) return [];
  return [{ to: { id }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }] }];
}
