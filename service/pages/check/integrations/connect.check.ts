import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Page } from 'playwright-core';
import { createIntegrationsApp } from '../../../integrations/app.ts';
import { openAccounts } from '../../../integrations/organisations/accounts-file.ts';
import { readOrganisations } from '../../../integrations/organisations/organisations.ts';
import { erasuresOf } from '../../../integrations/store/erasures.ts';
import { sealerOf } from '../../../integrations/store/seal.ts';
import { openStore } from '../../../integrations/store/sqlite.ts';
import { startFortnoxFake } from '../../../integrations/test/fakes/fortnox-fake.ts';
import { startHubspotFake } from '../../../integrations/test/fakes/hubspot-fake.ts';
import { startScriveFake } from '../../../integrations/test/fakes/scrive-fake.ts';
import { wordsOf } from '../../shared/words.ts';
import type { Checked } from '../check.ts';
import { axeFaults, isTooWide, WAYS } from '../visit.ts';

const KEY = `ik_${randomBytes(24).toString('base64url')}`;
const PATH = '/integrations/inbox/connect';

/** Connects three accounts at the fakes by the connect page, without a script, and looks at the page in every way. */
export async function checkConnect({ browser, expect }: Checked): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'connect-check-'));
  const [hubspot, fortnox, scrive] = await Promise.all([
    startHubspotFake(),
    startFortnoxFake(),
    startScriveFake(),
  ]);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(folder, 'organisations.json');
  const key = { sha256: createHash('sha256').update(KEY).digest('hex'), label: 'anna' };
  const organisation = { id: 'solfirman', name: 'Solfirman AB', subscription: 'active' };
  writeFileSync(
    file,
    JSON.stringify({ organisations: [{ ...organisation, api_keys_sha256: [key] }] }),
  );
  const sealer = sealerOf([randomBytes(32)]);
  const store = await openStore(join(folder, 'store.db'), sealer);
  const log = pino({ level: 'silent' });
  const organisations = { current: readOrganisations(file, {}, sealer) };
  const accounts = openAccounts(file, {}, sealer, async (read) => {
    organisations.current = read;
  });
  const addresses = {
    hubspot: hubspot.url,
    fortnox: fortnox.url,
    fortnoxAuth: fortnox.url,
    scrive: `${scrive.url}/api/v2`,
  };
  const parts = { organisations, store, sealer, accounts, addresses, log, baseUrl: base };
  server.on(
    'request',
    createIntegrationsApp({
      ...parts,
      erasures: erasuresOf(store, join(folder, 'erasures'), log),
      trustProxy: 0,
      fullAddresses: false,
      now: () => new Date(),
      draining: () => false,
    }),
  );
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'sv-SE' });
  try {
    const page = await context.newPage();
    await connectHubspot(page, base, hubspot.token);
    await connectFortnox(page);
    await connectScrive(page, scrive.credentials);
    const [own] = organisations.current;
    expect(own.crm?.stage === 'contractsent', 'connect: HubSpot, with the chosen stage');
    expect(
      own.accounting?.tenantId === '4711',
      'connect: Fortnox, with the company of the consent',
    );
    expect(own.signature?.provider === 'scrive', 'connect: Scrive');
    const shown = (await page.content()) + readFileSync(file, 'utf8');
    const secrets = [hubspot.token, 'fake-secret', scrive.credentials];
    expect(
      !secrets.some((secret) => shown.includes(secret)),
      'connect: no secret is shown or stored',
    );
    for (const { width, colorScheme, language } of WAYS) {
      const where = `connect ${language} at ${width} px, ${colorScheme}`;
      const looking = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        storageState: await context.storageState(),
      });
      const look = await looking.newPage();
      await look.goto(`${base}${PATH}?l=${language}`);
      expect(!(await isTooWide(look)), `${where}: fits its window`);
      const faults = await axeFaults(look);
      expect(Object.keys(faults).length === 0, `${where}: axe ${JSON.stringify(faults)}`);
      await looking.close();
    }
  } finally {
    await context.close();
    server.close();
    server.closeAllConnections();
    await Promise.all([hubspot.close(), fortnox.close(), scrive.close()]);
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

const words = wordsOf('sv').connect;

/** A wrong key is refused in its place, the right one shows the stages. */
async function connectHubspot(page: Page, base: string, token: string): Promise<void> {
  await page.goto(`${base}/integrations/inbox?l=sv`);
  await page.locator('#key').fill(KEY);
  await page.getByRole('button', { name: wordsOf('sv').inbox.login }).click();
  await page.getByRole('link', { name: words.title }).click();
  const panel = page.locator('#crm');
  await panel.getByLabel(words.token).fill('pat-wrong');
  await panel.getByRole('button', { name: words.connect }).click();
  await panel.getByRole('alert').getByText('401').waitFor();
  await panel.getByLabel(words.token).fill(token);
  await panel.getByRole('button', { name: words.connect }).click();
  await panel.getByText(words.saved).waitFor();
  await panel.getByLabel(words.stage, { exact: true }).selectOption('default/contractsent');
  await panel.getByRole('button', { name: words.save }).click();
  await panel.getByText(words.saved).waitFor();
}

/** Fortnox redirects back here with a code. */
async function connectFortnox(page: Page): Promise<void> {
  const panel = page.locator('#accounting');
  await panel.getByLabel(words.clientId).fill('fake-client');
  await panel.getByLabel(words.clientSecret).fill('fake-secret');
  await panel.getByRole('button', { name: words.next }).click();
  await panel.getByRole('link', { name: words.consent }).click();
  await panel.getByText(words.saved).waitFor();
  await panel.getByLabel(words.account).selectOption('3001');
  await panel.getByRole('button', { name: words.save }).click();
  await panel.getByText(words.saved).waitFor();
}

async function connectScrive(page: Page, credentials: string): Promise<void> {
  const panel = page.locator('#signature');
  const [client, clientSecret, token, tokenSecret] = credentials.split(' ');
  await panel.getByLabel(words.scriveClient).fill(client);
  await panel.getByLabel(words.scriveClientSecret).fill(clientSecret);
  await panel.getByLabel(words.scriveToken).fill(token);
  await panel.getByLabel(words.scriveTokenSecret).fill(tokenSecret);
  await panel.getByRole('button', { name: words.connect }).click();
  await panel.getByText(words.saved).waitFor();
}
