import { expect, type Page } from '@playwright/test';
import { crmRecord } from '../../../integrations/test/organisation.ts';
import { listen } from '../../../test/listen.ts';
import { until } from '../../../test/until.ts';
import { fill } from '../../messages/format.ts';
import { wordsOf } from '../../messages/messages.ts';
import { test, watch } from '../test.ts';
import { expectGoodLooks } from '../visit.ts';
import { KEY, PERSON, put, startIntegrations } from './start-integrations.ts';

const PATH = '/integrations/inbox';
const PROSPECTS = 3;
/** A CRM's refusal. */
const REFUSAL = {
  status: 'error',
  category: 'VALIDATION_ERROR',
  message: 'Property values were not valid: <b>"solar_adults"</b> is wrong',
};

const words = wordsOf('sv').inbox;

test.use({ javaScriptEnabled: false });

test('the repair inbox without a script', async ({ page, context, browser }) => {
  const crm = await listen((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(REFUSAL));
  });
  const { base, end } = await startIntegrations({ crm: crmRecord(crm.base) }, { TOKEN: 'token' });
  // axe is a script.
  const looking = await browser.newContext({ javaScriptEnabled: true });
  try {
    for (let i = 0; i < PROSPECTS; i++) await put(base, `/prospects/p-${i}`, PERSON);
    await put(base, '/prospects/open', PERSON);
    await untilStuck(base);
    const look = await looking.newPage();
    const troubles = await watch(look);
    const addressIn = (language: string) => `${base}${PATH}?l=${language}`;
    await expectGoodLooks(look, addressIn);
    await page.goto(addressIn('sv'));
    await page.locator('#key').fill(KEY);
    await page.getByRole('button', { name: words.login }).click();
    await page.getByRole('button', { name: words.logout }).waitFor();
    await looking.addCookies(await context.cookies());
    await expectGoodLooks(look, addressIn);
    await look.getByRole('button', { name: words.logout }).waitFor();
    expect(troubles).toEqual([]);
    await retry(page);
    await page.getByRole('button', { name: words.logout }).click();
    await page.locator('#key').waitFor();
    expect(await context.cookies()).toEqual([]);
  } finally {
    await looking.close();
    crm.close();
    await end();
  }
});

/** Waits until the CRM has refused all. */
async function untilStuck(base: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` };
  await until(async () => {
    const answer = await fetch(`${base}/integrations/v1/status`, { headers });
    const { tasks } = (await answer.json()) as { tasks: { failed: number } };
    return tasks.failed > PROSPECTS;
  }, 'the work for the CRM is stuck');
}

/** Retries one of the refused tasks, then all. */
async function retry(page: Page): Promise<void> {
  const all = fill(words.retryAll, { count: PROSPECTS + 1 });
  await page.getByRole('button', { name: all }).waitFor();
  await page
    .getByRole('button', { name: /^Försök igen: / })
    .first()
    .click();
  await page.getByText(fill(words.retried, { count: 1 })).waitFor();
  await page.getByRole('button', { name: /Försök igen med alla/ }).click();
  // The one of before may be tried still. Others may be refused again before the page is drawn.
  const notices = [PROSPECTS, PROSPECTS + 1].map((count) => fill(words.retried, { count }));
  await page.getByText(new RegExp(notices.join('|'))).waitFor();
  expect(page.url()).toContain('did=retried');
}
