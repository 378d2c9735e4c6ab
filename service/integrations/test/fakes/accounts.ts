import { startFortnoxFake } from './fortnox.ts';
import { startHubspotFake } from './hubspot.ts';
import { startScriveFake } from './scrive.ts';

/** Starts an empty account at each of the three providers. */
export async function startAccounts() {
  const [hubspot, fortnox, scrive] = await Promise.all([
    startHubspotFake(),
    startFortnoxFake(),
    startScriveFake(),
  ]);
  const addresses = {
    hubspot: hubspot.url,
    fortnox: fortnox.url,
    fortnoxAuth: fortnox.url,
    scrive: `${scrive.url}/api/v2`,
  };
  const close = () => Promise.all([hubspot, fortnox, scrive].map((fake) => fake.close()));
  return { hubspot, fortnox, scrive, addresses, close };
}
