import type { Page } from '@playwright/test';
import { listen } from '../../../test/listen.ts';
import { until } from '../../../test/until.ts';
import { fill } from '../../messages/format.ts';
import { type Language, wordsOf } from '../../messages/messages.ts';
import { type Checked, expectGoodLook, test } from '../test.ts';
import { isTooWide, visit, WAYS, type Way } from '../visit.ts';
import { KEY, PERSON, put, startIntegrations } from './start-integrations.ts';

const PATH = '/integrations/inbox';
const PROSPECTS = 3;
/** A CRM's refusal, with what would turn and break a page. */
const REFUSAL = {
  status: 'error',
  category: 'VALIDATION_ERROR',
  message: 'Property values were not valid: <b>"solar_adults"</b> \u202Eis wrong',
};

test('the repair inbox without a script', async ({ checked }) => {
  const crm = await listen((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(REFUSAL));
  });
  const organisation = {
    crm: {
      provider: 'hubspot',
      base_url: crm.base,
      token: { env: 'CHECK_TOKEN' },
      prefix: 'solar',
      pipeline: 'default',
      stage: 'first',
    },
  };
  const { base, end } = await startIntegrations(organisation, { CHECK_TOKEN: 'token' });
  try {
    for (let i = 0; i < PROSPECTS; i++) await put(base, `/prospects/p-${i}`, PERSON);
    await put(base, '/prospects/open', PERSON);
    await untilStuck(base);
    await journey({ ...checked, base });
    for (const way of WAYS) await look({ ...checked, base }, way);
  } finally {
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

/** Logs in, tries one and all again, and leaves. */
async function journey({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { javaScriptEnabled: false });
  const words = wordsOf('sv').inbox;
  await logIn(page, base, 'sv');
  const all = fill(words.retryAll, { count: PROSPECTS + 1 });
  await page.getByRole('button', { name: all }).waitFor();
  const text = await page.locator('.items > li').first().innerText();
  expect(text.includes('[U+202E]') || !text.includes('\u202E'), 'inbox: nothing turns the text');
  await page
    .getByRole('button', { name: /^Försök igen: / })
    .first()
    .click();
  await page.getByText(fill(words.retried, { count: 1 })).waitFor();
  await page.getByRole('button', { name: /Försök igen med alla/ }).click();
  // The one of before may be tried still. Others may be refused again before the page is drawn.
  const told = [PROSPECTS, PROSPECTS + 1].map((count) => fill(words.retried, { count }));
  await page.getByText(new RegExp(told.join('|'))).waitFor();
  expect(page.url().includes('did=retried'), `inbox: all are tried again: ${page.url()}`);
  await page.getByRole('button', { name: words.logout }).click();
  await page.locator('#key').waitFor();
  expect((await page.context().cookies()).length === 0, 'inbox: out');
  expect(troubles.length === 0, `inbox: its journey has no trouble ${troubles.join('; ')}`);
  await page.context().close();
  await untilStuck(base);
}

async function logIn(page: Page, base: string, language: Language): Promise<void> {
  const words = wordsOf(language).inbox;
  await page.goto(`${base}${PATH}?l=${language}`);
  await page.locator('#key').fill(KEY);
  await page.getByRole('button', { name: words.login }).click();
  await page.getByRole('button', { name: words.logout }).waitFor();
}

/** Looks at the login and at every page. */
async function look(
  { browser, base, expect }: Checked,
  { width, colorScheme, language }: Way,
): Promise<void> {
  const viewport = { width, height: 800 };
  const { page, troubles } = await visit(browser, base, { viewport, colorScheme });
  const see = async (where: string) => {
    await expectGoodLook(page);
    if (width !== 360) return;
    await page.setViewportSize({ ...viewport, width: 320 });
    expect(!(await isTooWide(page)), `${where}: fits 320 px`);
    await page.setViewportSize(viewport);
  };
  await page.goto(`${base}${PATH}?l=${language}`);
  await see(`inbox login ${language} at ${width} px, ${colorScheme}`);
  await logIn(page, base, language);
  await see(`inbox ${language} at ${width} px, ${colorScheme}`);
  expect(troubles.length === 0, `inbox at ${width} px: no trouble ${troubles.join('; ')}`);
  await page.context().close();
}
