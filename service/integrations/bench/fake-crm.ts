/** A CRM for the bench in a process of its own, with the properties of deals set up. Prints where it is. */
import { startHubspotFake } from '../fakes/hubspot-fake.ts';
import { dealProperties } from '../mapping/deal-properties.ts';
import { PREFIX } from './organisations.ts';

const fake = await startHubspotFake();
for (const { name, kind, isUnique } of dealProperties(PREFIX)) {
  const type = kind === 'number' ? 'number' : 'string';
  fake.properties.set(name, { name, type, hasUniqueValue: isUnique });
}
console.log(JSON.stringify({ url: fake.url, token: fake.token }));
