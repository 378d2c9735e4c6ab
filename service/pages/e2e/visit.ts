import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test';
import type { Language } from '../messages/messages.ts';
import { expectGoodLook } from './test.ts';
import { LOOKS } from './windows.ts';

/** Time that something may take on a machine that has other work to do. */
const MOST_MS = 120_000;

/** The explorer's sentence about the roof's year. */
export const FIGURE = '.months .figure';

/** The roof's year on the explorer, kWh. */
export async function kwhOn(page: Page): Promise<number> {
  const [figure = ''] = /[\d\s,]+/.exec(await page.locator(FIGURE).innerText()) ?? [];
  return Number(figure.replace(/\D/g, ''));
}

/**
 * Waits until an expression holds on a page. By a function: a text is evaluated at every look, which our pages' policies
 * refuse from the second on, and that ends the wait.
 */
export async function untilTrue(page: Page | Frame, expression: string): Promise<void> {
  const holds = new Function(`return ${expression}`) as () => unknown;
  await page.waitForFunction(holds, undefined, { timeout: MOST_MS });
}

/** Selects the last panel of the explorer once all of them are there, with figures of the page's state. */
export const LAST_PANEL = 'main:not(:has([aria-busy=true])) .money';

/** Selects the configurator of /docs/sdk once it has the height of what is in it. */
export const SHOWN_DEMO = '#solar iframe:not([style*="height: 640px"])';

/** Pages, each with a selector of what is there when all of it is. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': LAST_PANEL,
  '/docs': 'pre',
  '/docs/sdk': SHOWN_DEMO,
  '/docs/api': '.operations',
  '/docs/api/postSimulation': '.fields',
  '/data': 'svg',
  '/i/...': 'svg',
};

/** Opens one of the pages, and waits for all of it. */
export async function openPage(page: Page, path: string, language: Language) {
  const address = path === '/i/...' ? process.env.E2E_PROPOSAL : path;
  await page.goto(`${address}?l=${language}`);
  await page.locator(PAGES[path]).first().waitFor({ state: 'attached' });
}

/** Waits until the next frame is drawn. */
async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** Waits until the explorer's figures are those of its state. */
export async function settle(page: Page): Promise<void> {
  // A change is drawn in the next frame.
  await nextFrame(page);
  // The HTML has a verdict, the script's first frame the roof.
  await page.locator('.roof').waitFor();
  await page.locator('.verdict .small').last().waitFor();
  await page.locator('main:not(:has([aria-busy=true]))').waitFor({ timeout: MOST_MS });
}

/** Name of the explorer's place, once its list of places has come. */
export async function placeOn(page: Page): Promise<string> {
  const box = page.getByRole('combobox').first();
  await expect(box).toHaveValue(/\S/);
  return await box.inputValue();
}

/** Opens folds and rows of the explorer by their classes, where they are closed. */
export async function openFolds(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    // A wide window shows all of the form.
    const fold = page.locator(`:is(details, fieldset).${name}`).first();
    const isFold = await fold.evaluate((element) => element.matches('details'));
    if (isFold && (await fold.getAttribute('open')) === null)
      await fold.locator('summary').first().click();
  }
}

/** Goes on with the Tab key until an element is reached, once around the page at most. @param frame that has it */
export async function tabTo(
  page: Page,
  selector: string,
  frame: Page | Frame = page,
): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await frame.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}

/** Opens an address in the four windows, on a phone also at 320 px, and expects that it reads well in each. */
export async function expectGoodLooks(page: Page, addressIn: (language: Language) => string) {
  for (const { width, colorScheme, language } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(addressIn(language));
    expect(await isDark(page)).toBe(colorScheme === 'dark');
    await expectNarrowTables(page);
    await expectGoodLook(page);
    if (width > 360) continue;
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await isTooWide(page)).toBe(false);
  }
}

/** Goes on to the configurator's next step. @param heading that it has */
export async function goOn(frame: Page | FrameLocator, heading: string): Promise<void> {
  await frame.locator('[type=submit]:enabled').click();
  await frame.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Whether a page is wider than its window. */
export async function isTooWide(page: Page | Frame): Promise<boolean> {
  return await page.evaluate('document.documentElement.scrollWidth > innerWidth');
}

/** Whether a page is on a dark ground. */
export async function isDark(page: Page): Promise<boolean> {
  const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  return Number(/\d+/.exec(ground)?.[0]) < 128;
}

/** Expects that no table of a page scrolls sideways. */
export async function expectNarrowTables(page: Page): Promise<void> {
  for (const table of await page.locator('.wide').all())
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
}
