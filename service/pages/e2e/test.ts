import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page, type TestInfo } from '@playwright/test';
import type { Language } from '../messages/messages.ts';
import { nameOf, optionsOf, type Window } from './windows.ts';

/** Options of a project. */
export interface Options {
  language: Language;
}

interface Fixtures extends Options {
  /** Scheme, host and port of the service. */
  service: string;
  /** Origin of an installer's site. */
  installer: string;
  /** Errors on the page so far. A test takes out those that it expects. */
  troubles: string[];
}

/** Start of an address on this machine, or of no address at all. */
const ON_THIS_MACHINE = /^(http:\/\/(127\.0\.0\.1|localhost):\d+\/|data:)/;

const REPORT_BREACHES = `addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.violatedDirective + ' refuses ' + event.blockedURI);
});`;

/**
 * A test with a page from an address of its own, whose rate limits are its own, too. It fails when the page calls
 * another machine, logs an error, breaches its policy or gets an answer of 400 or more.
 */
export const test = base.extend<Fixtures>({
  language: ['sv', { option: true }],
  service: async ({ browserName: _ }, use) => use(process.env.E2E_BASE ?? ''),
  installer: async ({ browserName: _ }, use) => use(process.env.E2E_INSTALLER ?? ''),
  baseURL: async ({ service }, use) => use(service),
  extraHTTPHeaders: async ({ browserName: _ }, use, info) =>
    use({ 'X-Forwarded-For': addressOf(info) }),
  troubles: [
    async ({ page }, use) => {
      const troubles = await watch(page);
      await use(troubles);
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Describes tests in each window of `make browser-check`. In `make journeys` a project is a window. There each project
 * starts its own browsers.
 */
export function describeIn(windows: readonly Window[], tests: () => void): void {
  if (process.env.E2E_RUN === 'journeys') tests();
  else
    for (const window of windows)
      test.describe(nameOf(window), () => {
        test.use(optionsOf(window));
        tests();
      });
}

function addressOf({ testId, workerIndex }: TestInfo): string {
  const letters = [...testId].map((letter) => letter.charCodeAt(0));
  const hash = letters.reduce((sum, code) => (31 * sum + code) % 65_521, workerIndex);
  return `10.9.${hash >> 8}.${hash & 255}`;
}

/** Collects what must not happen on a page. No request is intercepted, which would switch the browser's cache off. */
export async function watch(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('request', (request) => {
    if (!ON_THIS_MACHINE.test(request.url())) troubles.push(`request to ${request.url()}`);
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

/** Finds fields whose label has the mark of a required field, and which are not, or the other way round. */
const MISMARKED = `[...document.querySelectorAll('input, select, textarea')]
  .filter(({ required, labels }) =>
    [...(labels ?? [])].some((label) => required !== [label, ...label.children]
      .some((element) => getComputedStyle(element, '::after').content.includes('*'))))
  .map((field) => field.outerHTML)`;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Breaches that axe finds in one document: each rule with its first element. A frame is a page of its own. */
const BREACHES = `axe.run(document, { iframes: false, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`;

/**
 * Expects that axe finds nothing on a page, nor in its frame, that neither is wider than its window, and that required
 * fields are marked.
 */
export async function expectGoodLook(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(AXE);
    expect(await frame.evaluate(BREACHES)).toEqual([]);
    expect(
      await frame.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0);
    expect(await frame.evaluate(MISMARKED)).toEqual([]);
  }
}

/** Takes out troubles that a test provokes, each an answer of a status or the console's line about it. */
export function expectRefusals(troubles: string[], status: RegExp): void {
  for (const trouble of troubles.splice(0)) expect(trouble).toMatch(status);
}
