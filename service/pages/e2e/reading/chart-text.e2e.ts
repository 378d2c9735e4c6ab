/** The words in our drawings are large enough to read on a phone, a tablet and a laptop. */
import { expect, type Page } from '@playwright/test';
import { test } from '../test.ts';
import { LAST_PANEL, openFolds, settle } from '../visit.ts';

/** Smallest size of a word of a drawing, px of the screen. */
const LEAST_PX = 11;
const WIDTHS = [360, 768, 1280] as const;
const ROOF = '/?lat=59.61&lng=16.55&f=27_100_5~27_280_5&use=15000&ev=40';

/** Lists the drawings' words below a size, each with its size. A drawing is as much smaller as its container is narrower. */
const SMALLER = `(least) => [...document.querySelectorAll('svg text')].flatMap((text) => {
  const { width } = text.getBoundingClientRect();
  const { a, b } = text.getScreenCTM() ?? { a: 0, b: 0 };
  const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  const isSeen = width > 0 && text.checkVisibility();
  return isSeen && text.textContent.trim() && size < least - 0.05
    ? [text.textContent.trim() + ' ' + size.toFixed(1)] : [];
})`;

const PAGES: [name: string, url: string, ready: (page: Page) => Promise<void>][] = [
  ['/', ROOF, openExplorer],
  ['/data sv', '/data?l=sv', untilDrawn],
  ['/data en', '/data?l=en', untilDrawn],
  ['/embedded/demo', '/embedded/demo', untilDrawn],
  ['/i/...', process.env.E2E_PROPOSAL ?? '', untilDrawn],
];

for (const [name, url, ready] of PAGES)
  test(`the words of drawings on ${name} are large enough`, async ({ page }) => {
    await page.goto(url);
    await ready(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const small: string[] = await page.evaluate(`(${SMALLER})(${LEAST_PX})`);
      expect(small, `at ${width} px`).toEqual([]);
    }
  });

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForSelector('svg', { state: 'attached' });
}

/** Waits for all drawings of the explorer. */
async function openExplorer(page: Page): Promise<void> {
  await settle(page);
  await page.waitForSelector(LAST_PANEL);
  await openFolds(page, 'planes-fold', 'day-fold');
  await page.waitForSelector('.typical-day svg');
}
