import type { Page } from 'playwright-core';
import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import type { Checked } from './check.ts';
import { visit } from './visit.ts';

const ICON_WIDTH = `(async () => {
  const icon = new Image();
  icon.src = document.querySelector('link[rel=icon]').href;
  await icon.decode();
  return icon.naturalWidth;
})()`;

/** Tries the page of the API: its operations, a call, a link to one operation, the schemas. */
export async function checkApiDocs({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/docs/api`, { waitUntil: 'networkidle' });
  expect(Number(await page.evaluate(ICON_WIDTH)) > 0, 'the icon loads');
  await checkOperations(page, expect);
  await checkTryOut(page, expect);
  await checkDeepLink(page, base, expect);
  const nameless = await openOperations(page);
  expect(true, 'every operation opens');
  expect(nameless === 0, 'every list has a name');
  await checkSchemas(page, expect);
  expect(
    troubles.length === 0,
    `no foreign request, error or breach ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
}

async function checkOperations(page: Page, expect: Checked['expect']): Promise<void> {
  await page.waitForSelector('.opblock');
  const shown = await page.locator('.opblock-summary-path').allInnerTexts();
  const plain = shown.map((path) => path.replace(/\u200b/g, ''));
  const expected = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(() => path),
  );
  expect(
    plain.toSorted().join() === expected.toSorted().join(),
    `all ${expected.length} operations are shown`,
  );
  expect((await page.locator('.errors').count()) === 0, 'the page warns of nothing');
  const title = await page.locator('.info .title').innerText();
  expect(title.includes(openapi.info.version), `version ${openapi.info.version} is shown`);
}

/** Sends the lookup with the values that the page suggests. */
async function checkTryOut(page: Page, expect: Checked['expect']): Promise<void> {
  const lookup = page.locator('[id$="-getPvYield"]');
  await lookup.locator('.opblock-summary-control').click();
  await lookup.getByRole('button', { name: 'Execute' }).click();
  const answer = lookup.locator('.live-responses-table .response');
  await answer.waitFor();
  expect(
    /^200/.test(await answer.locator('.response-col_status').innerText()),
    'a lookup gives 200',
  );
  const text = await answer.locator('.highlight-code').innerText();
  expect(text.includes('"annual_kwh_kwp"'), 'its answer is shown');
}

async function checkDeepLink(page: Page, base: string, expect: Checked['expect']): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${base}/docs/api#/Yield/getPvYieldMeta`, { waitUntil: 'networkidle' });
  const open = page.locator('[id$="-getPvYieldMeta"].is-open');
  await open.waitFor();
  expect((await open.count()) === 1, 'a link to one operation opens it');
}

/** Opens the operations one by one, each closed again: open ones keep the browser busy. Counts lists without a name. */
async function openOperations(page: Page): Promise<number> {
  const operations = page.locator('.opblock');
  let nameless = 0;
  for (const operation of await operations.all()) {
    const isOpen = /is-open/.test((await operation.getAttribute('class')) ?? '');
    const control = operation.locator('.opblock-summary-control');
    if (!isOpen) await control.click();
    await operation.locator('.responses-table').first().waitFor();
    nameless += await operation.locator('select:not([aria-label])').count();
    await control.click();
    await operation.locator('.responses-table').first().waitFor({ state: 'detached' });
  }
  return nameless;
}

/** Scrolls through the list of schemas: one of over a hundred draws only what is in view. */
async function checkSchemas(page: Page, expect: Checked['expect']): Promise<void> {
  const entries = page.locator('.models [data-json-schema-level="0"]');
  expect((await entries.count()) === 0, 'the schemas are folded');
  await page.locator('.models button').first().click();
  const missing = new Set(Object.keys(openapi.components.schemas));
  const all = missing.size;
  for (let steps = 0; missing.size > 0 && steps < all; steps++) {
    const titles = await entries.locator('.json-schema-2020-12__title').allInnerTexts();
    for (const title of titles) missing.delete(title);
    await entries.last().scrollIntoViewIfNeeded();
    await page.waitForTimeout(100);
  }
  expect(missing.size === 0, `all ${all} schemas are listed ${[...missing].join(' ')}`.trimEnd());
}
