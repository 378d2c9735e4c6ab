import { join } from 'node:path';
import type { BrowserContextOptions, Frame } from 'playwright-core';
import type { Language } from '../../messages/messages.ts';
import type { Checked } from '../check.ts';
import { axeFaults, isTooWide, type Visit, visit } from '../visit.ts';

/** A way through the pages in one browser, window, scheme and language. */
export interface Journey extends Checked {
  /** Address of an installer's site, with a page in each language. */
  installer: string;
  language: Language;
  options: BrowserContextOptions;
  /** Browser, width, scheme and language in one word. */
  where: string;
}

/** Opens the journey's window at a site. */
export async function setOut({ browser, options }: Journey, site: string): Promise<Visit> {
  return await visit(browser, site, options);
}

/** Looks at a page as a reader comes to it: its width, axe, and a picture of it where SHOTS names a folder. */
export async function stopAt(
  { expect, where }: Journey,
  { page, troubles }: Visit,
  name: string,
  frame?: Frame,
): Promise<void> {
  const looked = frame ?? page;
  expect(!(await isTooWide(looked)), `${where} ${name}: fits its window`);
  const faults = JSON.stringify(await axeFaults(looked));
  expect(faults === '{}', `${where} ${name}: axe ${faults}`);
  if (!process.env.SHOTS) return;
  const path = join(process.env.SHOTS, `${name}.${where}.png`);
  const before = troubles.length;
  await page.screenshot({ path, fullPage: true, caret: 'initial' });
  // For its picture the driver adds a style, which the pages' policy refuses.
  troubles.length = before;
}

/** Ends a journey, on which nothing may have gone wrong unseen. */
export async function arrive(journey: Journey, { page, troubles }: Visit, who: string) {
  const { expect, where } = journey;
  expect(troubles.length === 0, `${where} ${who}: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}
