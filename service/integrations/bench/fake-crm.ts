/** A CRM for the bench in a process of its own, with the properties of deals set up. Prints its token and where it listens, and on SIGUSR2 what it has. */
import { startHubspotFake } from '../demo/fakes/hubspot-fake.ts';
import { dealProperties } from '../mapping/deal-properties.ts';
import { PREFIX } from './organisations.ts';

const fake = await startHubspotFake();
for (const { name, kind, isUnique } of dealProperties(PREFIX)) {
  const type = kind === 'number' ? 'number' : 'string';
  fake.properties.set(name, { name, type, hasUniqueValue: isUnique });
}
console.log(fake.token);
console.log(`Listening at ${fake.url}`);
process.on('SIGUSR2', () => {
  const deals = [...fake.deals.values()].map(({ properties }) => properties.solar_prospect_id);
  const counts = {
    deals: deals.length,
    prospects: new Set(deals).size,
    contacts: fake.contacts.size,
  };
  console.log(JSON.stringify(counts));
});
