/** The records of an account: created with their associations, and read as a call asks for it. */
import { type Call, found, type Reply } from '../fake-server.ts';
import type { Account, CrmObject, Values } from './account.ts';

/** The properties of a deal that is read without a word about them. */
const DEFAULT = 'amount,dealname,dealstage,pipeline';

/** The body that creates a record. */
export interface Sent {
  properties?: Values;
  associations?: { to: { id: string }; types: { associationTypeId: number }[] }[];
}

export function lacksAssociations(
  { unsettled }: Account,
  associations: Sent['associations'],
): boolean {
  return associations === undefined && !unsettled.toleratesNoAssociations;
}

/** The ids that something new is associated with. Null if one is not there, or the type is another. */
export function associatedBy(
  associations: Sent['associations'] = [],
  wanted: number,
  objects: ReadonlyMap<string, CrmObject>,
): string[] | null {
  const ids = associations.map(({ to }) => to.id);
  const types = associations.flatMap((one) => one.types.map((type) => type.associationTypeId));
  const isRight = types.every((type) => type === wanted) && ids.every((id) => objects.has(id));
  return isRight ? ids : null;
}

/** Contacts and deals are numbered together. */
export function created(fake: Account, kind: 'contacts' | 'deals', values: Values) {
  const id = String(++fake.lastId);
  const object: CrmObject = { id, properties: values };
  fake[kind].set(id, object);
  return { status: 201, body: object };
}

/** Reads an object by id, or by the property that the query names. */
export function read(objects: Map<string, CrmObject>, { query }: Call, key: string): Reply {
  const by = query.get('idProperty');
  if (!by) return found(objects.get(key));
  return found([...objects.values()].find(({ properties }) => properties[by] === key));
}

/** Reads a deal, with the properties and the associations that the call asks for. */
export function readDeal(fake: Account, call: Call, key: string): Reply {
  const reply = read(fake.deals, call, key);
  if (reply.status !== 200) return reply;
  const { id, properties } = reply.body as CrmObject;
  const names = (call.query.get('properties') ?? DEFAULT).split(',');
  const values = Object.fromEntries(names.map((name) => [name, properties[name] ?? null]));
  const shown = associationsOf(fake, id, call.query.get('associations'));
  return { status: 200, body: { id, properties: values, ...shown } };
}

/** Without any of a kind there is no member. */
function associationsOf({ associations }: Account, id: string, asked: string | null) {
  const ids = associations.get(id);
  if (!asked?.split(',').includes('contacts') || !ids?.size) return {};
  const results = [...ids].map((one) => ({ id: one, type: 'deal_to_contact' }));
  return { associations: { contacts: { results } } };
}
