import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { wordsOf } from '../../messages/messages.ts';
import { expectRefusals, test } from '../test.ts';
import { expectGoodLooks } from '../visit.ts';
import { KEY, startIntegrations } from './start-integrations.ts';

const PATH = '/integrations/inbox/connect';
const SERVER = fileURLToPath(
  new URL('../../../integrations/test/connect-server.ts', import.meta.url),
);
/** Credentials that the fakes take. */
const TOKEN = 'pat-eu1-fake';
const SECRET = 'fake-secret';
const CREDENTIALS = 'ck cs tk ts';

test.use({ javaScriptEnabled: false });

test('three accounts are connected without a script', async ({
  page,
  context,
  browser,
  troubles,
}) => {
  const { base, file, end } = await startIntegrations({}, {}, ['--import', 'tsx', SERVER]);
  try {
    await connectHubspot(page, base);
    expectRefusals(troubles, /\b422\b/);
    await connectFortnox(page);
    await connectScrive(page);
    const stored = readFileSync(file, 'utf8');
    const [own] = JSON.parse(stored).organisations;
    // The stage was chosen, the company is that of the consent.
    expect(own.crm.stage).toBe('contractsent');
    expect(own.accounting.tenant_id).toBe('4711');
    expect(own.signature.provider).toBe('scrive');
    const shown = (await page.content()) + stored;
    for (const secret of [TOKEN, SECRET, CREDENTIALS]) expect(shown).not.toContain(secret);
    // axe is a script.
    const looking = await browser.newContext({
      javaScriptEnabled: true,
      storageState: await context.storageState(),
    });
    await expectGoodLooks(await looking.newPage(), (language) => `${base}${PATH}?l=${language}`);
    await looking.close();
  } finally {
    await end();
  }
});

const words = wordsOf('sv').connect;

/** A wrong key is refused in its place, the right one shows the stages. */
async function connectHubspot(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/integrations/inbox?l=sv`);
  await page.locator('#key').fill(KEY);
  await page.getByRole('button', { name: wordsOf('sv').inbox.login }).click();
  await page.getByRole('link', { name: words.title }).click();
  const panel = page.locator('#crm');
  await panel.getByLabel(words.token).fill('pat-wrong');
  await panel.getByRole('button', { name: words.connect }).click();
  await panel.getByRole('alert').getByText('401').waitFor();
  await panel.getByLabel(words.token).fill(TOKEN);
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
  await panel.getByLabel(words.clientSecret).fill(SECRET);
  await panel.getByRole('button', { name: words.next }).click();
  await panel.getByRole('link', { name: words.consent }).click();
  await panel.getByText(words.saved).waitFor();
  await panel.getByLabel(words.account).selectOption('3001');
  await panel.getByRole('button', { name: words.save }).click();
  await panel.getByText(words.saved).waitFor();
}

async function connectScrive(page: Page): Promise<void> {
  const panel = page.locator('#signature');
  const [client, clientSecret, token, tokenSecret] = CREDENTIALS.split(' ');
  await panel.getByLabel(words.scriveClient).fill(client);
  await panel.getByLabel(words.scriveClientSecret).fill(clientSecret);
  await panel.getByLabel(words.scriveToken).fill(token);
  await panel.getByLabel(words.scriveTokenSecret).fill(tokenSecret);
  await panel.getByRole('button', { name: words.connect }).click();
  await panel.getByText(words.saved).waitFor();
}
