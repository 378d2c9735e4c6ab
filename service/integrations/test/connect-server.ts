/** A program for the connect page's browser check: the integrations with three fakes, and an organisation without accounts. */
import type { RequestListener } from 'node:http';
import pino from 'pino';
import { listen } from '../../test/listen.ts';
import { createIntegrationsApp } from '../app.ts';
import { openAccounts } from '../organisations/accounts-file.ts';
import { readOrganisations } from '../organisations/organisations.ts';
import { erasuresOf } from '../store/erase.ts';
import { openStore } from '../store/sqlite.ts';
import { startAccounts } from './fakes/accounts.ts';
import { ENCRYPTION } from './organisation.ts';

const { ORGANISATIONS_FILE = '', STORE_FILE = '' } = process.env;

async function run(): Promise<void> {
  const { addresses } = await startAccounts();
  let app: RequestListener;
  const { base } = await listen((request, response) => app(request, response));
  const store = await openStore(STORE_FILE, ENCRYPTION);
  const log = pino({ level: 'silent' });
  const organisations = { current: readOrganisations(ORGANISATIONS_FILE, {}, ENCRYPTION) };
  const accounts = openAccounts(ORGANISATIONS_FILE, {}, ENCRYPTION, async (read) => {
    organisations.current = read;
  });
  app = createIntegrationsApp({
    organisations,
    accounts,
    addresses,
    store,
    encryption: ENCRYPTION,
    erasures: erasuresOf(store, `${STORE_FILE}.erasures`, log),
    log,
    baseUrl: base,
    trustProxy: 0,
    fullAddresses: false,
    now: () => new Date(),
    draining: () => false,
  });
  console.log(`Listening at ${base}`);
}

run();
