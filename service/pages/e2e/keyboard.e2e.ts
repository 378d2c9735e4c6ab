import type { Page } from '@playwright/test';
import { type Checked, test } from './test.ts';
import { LAST_PANEL, visit } from './visit.ts';

/** A phone's, where what stays in view lies over most. */
const VIEWPORT = { width: 360, height: 780 };

/** Pages, and what is there when all of them is. */
const PAGES = {
  '/': LAST_PANEL,
  '/docs': 'pre',
  '/docs/sdk': 'pre',
  '/data': 'svg',
  '/docs/api': '.operations',
  '/docs/api/getPvYieldMatrix': '.fields',
};

/** More than any page has stops: a page that keeps the keyboard would not end. */
const MOST_STOPS = 150;

/** A stop of the Tab key. */
interface Stop {
  what: string;
  /** Whether a ring around it, its label or its mark shows where the keyboard is. */
  isMarked: boolean;
  /** Whether it is in the window, and nothing lies over it. */
  isSeen: boolean;
}

/** The focused element. Null at the end of the page. A drawing's ring is marked by its stroke. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  // What has the focus in a frame is the frame's own page's to mark.
  if (at.tagName === 'IFRAME') return { what: 'IFRAME', isMarked: true, isSeen: true };
  const marks = ({ outlineStyle, outlineWidth, strokeDasharray }) =>
    (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || (strokeDasharray ?? 'none') !== 'none';
  const near = [at, at.parentElement, at.nextElementSibling, ...at.children];
  const { left, top, width, height, bottom } = at.getBoundingClientRect();
  // A table to scroll is taller than the window.
  const y = Math.max(0, top) + Math.min(height, 30) / 2;
  const over = document.elementFromPoint(left + width / 2, Math.min(y, innerHeight - 1));
  return {
    what: at.tagName + ' ' + (at.textContent || at.getAttribute('aria-label') || at.id).trim().slice(0, 30),
    isMarked: near.some((one) => one && marks(getComputedStyle(one))),
    isSeen: bottom > 0 && top < innerHeight && (at.parentElement.contains(over) || over?.contains(at) === true),
  };
})()`;

for (const [path, last] of Object.entries(PAGES))
  test(`${path} by the Tab key: the skip link first, every stop marked and seen, an end`, ({
    checked,
  }) => throughPage(checked, `${checked.base}${path}?l=sv`, path, last));

test('/i/... by the Tab key', ({ checked }) =>
  throughPage(checked, `${process.env.E2E_PROPOSAL}?l=sv`, '/i/...', 'svg'));

/** Checks a page by the keyboard. @param name of the page, for the messages */
async function throughPage(
  { browser, base, expect }: Checked,
  url: string,
  name: string,
  last: string,
): Promise<void> {
  const { page } = await visit(browser, base, { viewport: VIEWPORT });
  await page.goto(url);
  await page.waitForSelector(last, { state: 'attached' });
  const stops = await stopsOf(page);
  const poor = stops.filter(({ isMarked, isSeen }) => !isMarked || !isSeen);
  expect(
    stops.length > 1 && stops.length < MOST_STOPS && poor.length === 0,
    `${name}: the Tab key makes ${stops.length} stops, marked and seen ${JSON.stringify(poor)}`,
  );
  await page.evaluate("document.querySelector('.skip').focus()");
  await page.keyboard.press('Enter');
  const main = await page.evaluate('document.activeElement.id');
  expect(stops[0]?.what.startsWith('A ') && main === 'main', `${name}: skips to its content`);
  await page.context().close();
}

async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const stop: Stop | null = await page.evaluate(FOCUSED);
    if (!stop) return stops;
    stops.push(stop);
  }
  return stops;
}
