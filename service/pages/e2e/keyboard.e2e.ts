import { expect, type Page } from '@playwright/test';
import { wordsOf } from '../messages/messages.ts';
import { test } from './test.ts';
import { goOn, openPage, PAGES } from './visit.ts';

/** A phone's, where what stays in view lies over most. */
const VIEWPORT = { width: 360, height: 780 };

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
  // The frame's own page marks the element that has the focus in it.
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

test.use({ viewport: VIEWPORT });

for (const path of Object.keys(PAGES))
  test(`${path} by the Tab key: the skip link first, every stop marked and seen, an end`, async ({
    page,
  }) => {
    await openPage(page, path, 'sv');
    const stops = await stopsOf(page);
    expect(stops.length).toBeGreaterThan(1);
    expect(stops.length).toBeLessThan(MOST_STOPS);
    expect(stops.filter(({ isMarked, isSeen }) => !isMarked || !isSeen)).toEqual([]);
    expect(stops[0].what).toMatch(/^A /);
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });

test('the configurator by the Tab key: its footer lies over no stop', async ({ page }) => {
  const { roof, house, offer } = wordsOf('sv').configurator;
  await page.goto('/embedded/demo?l=sv');
  await page.getByRole('combobox').fill('59.61, 16.55');
  await page.keyboard.press('Enter');
  await page.locator('.where [role=status]', { hasText: /\S/ }).waitFor();
  for (const heading of [roof, house, offer]) {
    await goOn(page, heading);
    expect((await stopsOf(page)).filter(({ isSeen }) => !isSeen)).toEqual([]);
  }
});

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
