import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../messages/messages.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Scripts for the page are texts: the project's types know no browser. */
const REPORT_BREACHES = `addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.violatedDirective + ' refuses ' + event.blockedURI);
});`;

/** Whether pages are looked at in every way and used for long (`make browser-check WHOLE=1`). */
export const IS_WHOLE = process.env.WHOLE === '1';

/** Windows in which each page must hold: a laptop and a phone, light and dark. */
export const WIDTHS = [1280, 360] as const;
export const SCHEMES = ['light', 'dark'] as const;

/** A window and the words in it. */
export interface Way {
  width: (typeof WIDTHS)[number];
  colorScheme: (typeof SCHEMES)[number];
  language: Language;
}

/** Every two of a width, a scheme and a language meet in one of these four (an orthogonal array); whole: all eight. */
export const WAYS: Way[] = WIDTHS.flatMap((width, w) =>
  SCHEMES.flatMap((colorScheme, s) =>
    LANGUAGES.flatMap((language, l) =>
      IS_WHOLE || (w + s + l) % 2 === 0 ? [{ width, colorScheme, language }] : [],
    ),
  ),
);

/** A page of a context of its own, and what must not happen on it. */
export interface Visit {
  page: Page;
  /** Requests to other origins (which are stopped), errors in the console or of the policy, answers >= 400. */
  troubles: string[];
}

/** Time that something may take on a machine that has other work to do. */
export const MOST_MS = 120_000;

let visits = 0;

/** The words under the explorer's figures once they are there. */
export const COMPUTED = 'räknat i din webbläsare';

/**
 * Waits until an expression holds on a page. By a function: a text is evaluated at every look, which our pages' policies
 * refuse from the second on, and that ends the wait.
 */
export async function untilTrue(page: Page | Frame, expression: string): Promise<void> {
  const holds = new Function(`return ${expression}`) as () => unknown;
  await page.waitForFunction(holds, undefined, { timeout: MOST_MS });
}

/** Selects the last panel of the explorer once all of them are there, with figures of the page's state. */
export const LAST_PANEL = 'main:not(:has([aria-busy=true])) .typical-day';

/** Waits until the explorer's figures are those of its state. */
export async function settle(page: Page): Promise<void> {
  // A change is drawn in the next picture.
  await page.waitForTimeout(100);
  // The HTML has a verdict, the script's first picture the roof.
  await page.locator('.roof').waitFor();
  await page.locator('.verdict .small').last().waitFor();
  const isBusy = () => page.locator('main [aria-busy=true]').count();
  const last = Date.now() + MOST_MS;
  while ((await isBusy()) > 0) {
    if (Date.now() > last) throw new Error(`${page.url()} is still busy after ${MOST_MS} ms.`);
    await page.waitForTimeout(50);
  }
}

/** Name of the explorer's place, once its list of places has come. */
export async function placeOn(page: Page): Promise<string> {
  return await page.locator('.where strong', { hasText: /\S/ }).innerText();
}

/** Opens an empty page in a context of its own, whose limits of calls are its own too: it comes from another address. */
export async function visit(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'sv-SE',
    extraHTTPHeaders: { 'X-Forwarded-For': `10.0.0.${++visits % 256}` },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  return { page, troubles: await watch(page, base) };
}

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

/** How often axe finds each of its rules broken on a page as it is now. */
export async function axeFaults(page: Page | Frame): Promise<Record<string, number>> {
  await page.evaluate(AXE);
  const found: [string, number][] = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length]))",
  );
  return Object.fromEntries(found);
}

/** Whether a page is wider than its window. */
export async function isTooWide(page: Page | Frame): Promise<boolean> {
  return await page.evaluate('document.documentElement.scrollWidth > innerWidth');
}
