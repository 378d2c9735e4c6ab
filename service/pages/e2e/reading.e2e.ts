/** Texts that a home owner reads: words large enough, none of the trade, and drawings whose colours may be the reader's own. */
import { expect, type Page } from '@playwright/test';
import { findInsiderWords } from '../messages/insider-words.ts';
import { LANGUAGES, type Language } from '../messages/messages.ts';
import { contrast } from '../ui/charts/colour-scale.ts';
import { expectGoodLook, test } from './test.ts';
import { LAST_PANEL, openFolds, settle } from './visit.ts';
import { SCHEMES } from './windows.ts';

/** Smallest size of a word of a drawing, px of the screen. */
const LEAST_PX = 11;
const WIDTHS = [360, 768, 1280] as const;
/** A roof with everything that has a sentence of its own. */
const ROOF = '/?lat=59.61&lng=16.55&f=27_100_5~27_280_5&s=50_40_20_5_0_0_0_0_0_0_10_30&ev=40&';

/** Lists the drawings' words below a size, each with its size. A drawing is as much smaller as its container is narrower. */
const SMALLER = `(least) => [...document.querySelectorAll('svg text')].flatMap((text) => {
  const { width } = text.getBoundingClientRect();
  const { a, b } = text.getScreenCTM() ?? { a: 0, b: 0 };
  const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  const isSeen = width > 0 && text.checkVisibility();
  return isSeen && text.textContent.trim() && size < least - 0.05
    ? [text.textContent.trim() + ' ' + size.toFixed(1)] : [];
})`;

/** Text that is seen or read aloud, folded parts included. Code and the licence's attribution are others' words. */
const READ = `(() => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  for (const one of document.querySelectorAll('pre, .attribution, script, noscript')) one.remove();
  const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
  return [document.title, document.body.innerText, ...labels].join('\\n');
})()`;

for (const language of LANGUAGES) {
  test(`the explorer's words and drawings, ${language}`, async ({ page }) => {
    await page.goto(`${ROOF}l=${language}`);
    await settle(page);
    await page.waitForSelector(LAST_PANEL);
    await openFolds(page, 'planes-fold', 'day-fold');
    await page.locator('.ring').first().waitFor();
    await page.locator('.month-line').last().waitFor({ state: 'attached' });
    await page.locator('.bars .day-load').first().waitFor({ state: 'attached' });
    await expectLargeWords(page);
    if (language === 'sv') await checkForcedColours(page);
    await expectPlainWords(page, language);
  });

  for (const [name, address] of [
    ['/embedded/demo', '/embedded/demo'],
    ['/i/...', process.env.E2E_PROPOSAL],
    ['/data', '/data'],
  ])
    test(`the words and drawings of ${name}, ${language}`, async ({ page }) => {
      await page.goto(`${address}?l=${language}`);
      await page.waitForSelector('svg', { state: 'attached' });
      await expectLargeWords(page);
      // The page about the data is not a home owner's.
      if (name !== '/data') await expectPlainWords(page, language);
    });
}

async function expectLargeWords(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const small: string[] = await page.evaluate(`(${SMALLER})(${LEAST_PX})`);
    expect(small, `at ${width} px`).toEqual([]);
  }
}

async function expectPlainWords(page: Page, language: Language): Promise<void> {
  const text: string = await page.evaluate(READ);
  expect(findInsiderWords(text, language)).toEqual([]);
  expect(text.length).toBeGreaterThan(300);
}

/** WCAG 1.4.11: of a drawing's marks to their ground. */
const LEAST_CONTRAST = 3;
const MARKS = ['.bars .day-load', '.bars .day-battery', '.bars .month-line'];

/** With the colours of the reader's system, what a colour means is still there, and can be seen. */
async function checkForcedColours(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const mark of MARKS)
      expect(await contrastOf(page, mark), mark).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    await expectGoodLook(page);
  }
}

/** Contrast of a mark to its ground. */
async function contrastOf(page: Page, mark: string): Promise<number> {
  const found = page.locator(mark).first();
  const [own, ground] = await found.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.closest('.panel') ?? document.body).backgroundColor,
  ]);
  return contrast(hexOf(own), hexOf(ground));
}

/** A colour as #rrggbb, which a style has as rgb(). */
function hexOf(colour: string): string {
  const channels = colour.match(/\d+/g) ?? [];
  return `#${channels.map((each) => Number(each).toString(16).padStart(2, '0')).join('')}`;
}
