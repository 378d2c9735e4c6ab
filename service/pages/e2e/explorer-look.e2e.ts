/** What the explorer promises of its look: how much it shows, how high it is, where the answer ends. */
import { expect, type Page } from '@playwright/test';
import { test } from './test.ts';
import { settle } from './visit.ts';

/** A window, and the most that it shows. Lengths in CSS px. */
const WINDOWS = [
  { width: 390, height: 844, pagePx: 3200, answerPx: 640 },
  { width: 1366, height: 900, pagePx: 2000, answerPx: 450 },
] as const;

const MOST_WORDS = 350;
const MOST_CONTROLS = 16;

/** Script and style of the page before it had this look, compressed. */
const MOST_BYTES = 33_359;

/** Widths at which a focused field is looked for: those of rows, and those with the whole form. */
const WIDTHS = [
  [390, 768, 900],
  [1024, 1366],
];

/**
 * Counts what is seen above the folds at the end of the page. A group of radio buttons is one control, as it is for the
 * Tab key. The handle of a closed fold is not counted, nor what is in it.
 */
const COUNT = `(() => {
  const end = document.querySelector('.economy');
  const isAbove = (element) => end.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
  const isSeen = (element) => element.checkVisibility() && !element.closest('.hidden') && isAbove(element);
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  let words = 0;
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement.closest('select') && isSeen(parentElement))
      words += (textContent.match(/[\\p{L}\\p{N}]\\S*/gu) ?? []).length;
  }
  const controls = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea)')]
    .filter(isSeen)
    .map(({ type, name }, index) => (type === 'radio' ? name : index));
  return {
    words,
    controls: new Set(controls).size,
    widthPx: document.documentElement.scrollWidth,
    pagePx: document.documentElement.scrollHeight,
    answerPx: Math.round(document.querySelector('.systems-choice').getBoundingClientRect().bottom),
    surePx: Math.round(document.querySelector('.band').getBoundingClientRect().bottom),
    cardsFit: [...document.querySelectorAll('.option')].every((one) => one.scrollWidth <= one.clientWidth),
  };
})()`;

interface Counted {
  words: number;
  controls: number;
  widthPx: number;
  pagePx: number;
  /** Bottom edges of the answer and of how sure it is. */
  answerPx: number;
  surePx: number;
  cardsFit: boolean;
}

for (const lang of ['sv', 'en'])
  for (const { width, height, pagePx, answerPx } of WINDOWS)
    test(`words, controls and heights at ${width} px, ${lang}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await open(page, lang);
      const counted: Counted = await page.evaluate(COUNT);
      expect.soft(counted.words).toBeLessThanOrEqual(MOST_WORDS);
      expect.soft(counted.controls).toBeLessThanOrEqual(MOST_CONTROLS);
      expect.soft(counted.widthPx).toBe(width);
      expect.soft(counted.pagePx).toBeLessThanOrEqual(pagePx);
      expect.soft(counted.answerPx).toBeLessThanOrEqual(answerPx);
      if (width > 960) expect.soft(counted.surePx).toBeLessThanOrEqual(height);
      expect.soft(counted.cardsFit).toBe(true);
    });

test('the first load is not heavier than it was', async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (['script', 'stylesheet'].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto('/?l=sv');
  const bytes = await Promise.all(sizes);
  expect(bytes.length).toBeGreaterThan(2);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MOST_BYTES);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the answer is there, and no form to fill in', async ({ page }) => {
    await page.goto('/?l=sv');
    await expect(page.locator('.option')).toHaveCount(2);
    await expect(page.locator('.form')).toBeHidden();
    await expect(page.locator('noscript p')).toContainText('Utan JavaScript');
  });
});

test('nothing covers a focused field at five widths', async ({ page }) => {
  for (const widths of WIDTHS) {
    await page.setViewportSize({ width: widths[0], height: 844 });
    await open(page, 'sv');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      for (const row of await page.locator('.form-row > summary').all()) {
        await row.click();
        await expectUncovered(page, width);
      }
      await expectUncovered(page, width);
    }
  }
});

/** Focuses each visible field of the form, and expects to find it in its middle. */
async function expectUncovered(page: Page, width: number): Promise<void> {
  const fields = page.locator('.form :is([role=combobox], [type=number]):visible');
  for (const field of await fields.all()) {
    await field.focus();
    const covering = await field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found === element ? '' : found?.outerHTML.slice(0, 80);
    });
    expect.soft(covering, `at ${width} px`).toBe('');
  }
}

async function open(page: Page, lang: string): Promise<void> {
  await page.goto(`/?l=${lang}`);
  await settle(page);
  await page.locator('.months .part-1').first().waitFor({ state: 'attached' });
  await page.locator('.band .sure').waitFor();
}
