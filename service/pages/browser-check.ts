/**
 * Opens the documentation page of a service of its own in headless Chromium and uses it as a reader
 * would. Any request to another origin, console error or breach of the page's policy is a failure.
 * Environment: CHROMIUM, the browser (default /usr/bin/chromium).
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import openapi from '../../schemas/openapi.json' with { type: 'json' };
import { runService } from './run-service.ts';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** Chromium's own traffic would be refused by our rules anyway; these keep it from trying. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Scripts for the page are texts: the project's types know no browser. */
const REPORT_BREACHES = `addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.violatedDirective + ' refuses ' + event.blockedURI);
});`;

const ICON_WIDTH = `(async () => {
  const icon = new Image();
  icon.src = document.querySelector('link[rel=icon]').href;
  await icon.decode();
  return icon.naturalWidth;
})()`;

/** What opens an operation that is not open. */
const CLOSED = '.opblock:not(.is-open) .opblock-summary-control';

const failures: string[] = [];

function expect(holds: boolean, what: string): void {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
}

if (!existsSync(CHROMIUM)) {
  console.error(
    `There is no browser at ${CHROMIUM}. Install chromium, or set CHROMIUM to its path.`,
  );
  process.exit(1);
}
const service = await runService();
try {
  await using browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  await checkPage(browser, service.base);
} finally {
  await service.stop();
}
console.log(failures.length === 0 ? 'The page works.' : `${failures.length} checks failed.`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function checkPage(browser: Browser, base: string): Promise<void> {
  const page = await browser.newPage();
  const troubles = await watch(page, base);
  await page.goto(`${base}/`, { waitUntil: 'networkidle' });
  expect(page.url() === `${base}/docs/api`, 'the root leads to /docs/api');
  await checkIcon(page);
  await checkOperations(page);
  await checkTryOut(page);
  await checkDeepLink(page, base);
  await openOperations(page);
  await checkSchemas(page);
  expect(troubles.length === 0, 'no foreign request, console error or policy breach');
  for (const trouble of troubles) console.log(`     ${trouble}`);
}

/** Collects what must not happen on the page, and stops requests to other origins. */
async function watch(page: Page, base: string): Promise<string[]> {
  const troubles: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(`${base}/`) || url.startsWith('data:')) return route.continue();
    troubles.push(`request to ${url}`);
    return route.abort();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} for ${response.url()}`);
  });
  await page.addInitScript({ content: REPORT_BREACHES });
  return troubles;
}

async function checkIcon(page: Page): Promise<void> {
  const width = Number(await page.evaluate(ICON_WIDTH));
  expect(width > 0, 'the icon loads');
}

async function checkOperations(page: Page): Promise<void> {
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
async function checkTryOut(page: Page): Promise<void> {
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

async function checkDeepLink(page: Page, base: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${base}/docs/api#/Yield/getPvYieldMeta`, { waitUntil: 'networkidle' });
  const open = page.locator('[id$="-getPvYieldMeta"].is-open');
  await open.waitFor();
  expect((await open.count()) === 1, 'a link to one operation opens it');
}

/** Opens the operations one by one: all together keep the browser busy for half a minute. */
async function openOperations(page: Page): Promise<void> {
  const closed = page.locator(CLOSED);
  for (let left = await closed.count(); left > 0; left--) {
    await closed.first().click();
    await page.waitForFunction(`document.querySelectorAll('${CLOSED}').length < ${left}`);
  }
  expect(true, 'every operation opens');
}

/** Scrolls through the list of schemas: one of over a hundred draws only what is in view. */
async function checkSchemas(page: Page): Promise<void> {
  const missing = new Set(Object.keys(openapi.components.schemas));
  const all = missing.size;
  const entries = page.locator('.models [data-json-schema-level="0"]');
  for (let steps = 0; missing.size > 0 && steps < all; steps++) {
    const titles = await entries.locator('.json-schema-2020-12__title').allInnerTexts();
    for (const title of titles) missing.delete(title);
    await entries.last().scrollIntoViewIfNeeded();
    await page.waitForTimeout(100);
  }
  expect(missing.size === 0, `all ${all} schemas are listed ${[...missing].join(' ')}`.trimEnd());
}
