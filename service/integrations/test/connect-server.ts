/** A program for the connect page's browser check: the integrations with three fakes, and an organisation without accounts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createIntegrationsApp } from '../app.ts';
import { openAccounts } from '../organisations/accounts-file.ts';
import { readOrganisations } from '../organisations/organisations.ts';
import { erasuresOf } from '../store/erase.ts';
import { openStore } from '../store/sqlite.ts';
import { startFortnoxFake } from './fakes/fortnox.ts';
import { startHubspotFake } from './fakes/hubspot.ts';
import { startScriveFake } from './fakes/scrive.ts';
import { ENCRYPTION } from './organisation.ts';

const { ORGANISATIONS_FILE = '', STORE_FILE = '' } = process.env;

async function run(): Promise<void> {
  const [hubspot, fortnox, scrive] = await Promise.all([
    startHubspotFake(),
    startFortnoxFake(),
    startScriveFake(),
  ]);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const store = await openStore(STORE_FILE, ENCRYPTION);
  const log = pino({ level: 'silent' });
  const organisations = { current: readOrganisations(ORGANISATIONS_FILE, {}, ENCRYPTION) };
  const accounts = openAccounts(ORGANISATIONS_FILE, {}, ENCRYPTION, async (read) => {
    organisations.current = read;
  });
  const addresses = {
    hubspot: hubspot.url,
    fortnox: fortnox.url,
    fortnoxAuth: fortnox.url,
    scrive: `${scrive.url}/api/v2`,
  };
  server.on(
    'request',
    createIntegrationsApp({
      organisations,
      accounts,
      addresses,
      store,
      encryption: ENCRYPTION,
      erasures: erasuresOf(store, `${STORE_FILE}.erasures`, log),
      log,
      baseUrl: `http://127.0.0.1:${port}`,
      trustProxy: 0,
      fullAddresses: false,
      now: () => new Date(),
      draining: () => false,
    }),
  );
  console.log(`Listening at http://127.0.0.1:${port}`);
}

run();
