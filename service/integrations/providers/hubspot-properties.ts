import { type DealProperty, ProviderError } from '../ports.ts';
import { memberAt, textAt } from './answer-fields.ts';
import type { Hubspot } from './hubspot-account.ts';

/** The group in which HubSpot shows our properties; it may be there. */
export async function createPropertyGroup({ call, version, prefix }: Hubspot): Promise<void> {
  await call({
    what: 'create the group of properties',
    method: 'POST',
    path: `/crm/properties/${version}/deals/groups`,
    body: { name: prefix, label: prefix },
    also: [409],
  });
}

/** @throws ProviderError conflict when there is one of that name which is no such property */
export async function createProperty(own: Hubspot, property: DealProperty): Promise<void> {
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
