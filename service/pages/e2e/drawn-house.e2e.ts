/** The drawn house with its rows: no text is on another, at any width and in any language. */
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../messages/messages.ts';
import { test } from './test.ts';
import { settle } from './visit.ts';

const WIDTHS = [390, 768, 1366] as const;

/** Roofs whose letters and months are elsewhere in the drawing, and one whose figures are long. */
const ROOFS = [
  '',
  'f=27_90_5~27_270_5',
  'f=60_0_10&lat=63.8&lng=20.3',
  'lat=65.6&lng=22.1',
  'f=15_225_10~45_135_10~45_45_5',
  'f=27_180_400&use=300000',
] as const;

/** Shares of a px are no overlap. */
const TOUCHING_PX = 1;

/** Lists the seen texts of the answer's first part, line by line, with their boxes, and the pairs that overlap. */
const OVERLAPS = `(touching) => {
  const walker = document.createTreeWalker(document.querySelector('.verdict'), NodeFilter.SHOW_TEXT);
  const lines = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!node.data.trim() || !node.parentElement.checkVisibility() || node.parentElement.closest('select, .hidden'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0) lines.push({ text: node.data, box });
  }
  const shared = (one, other, low, high) => Math.min(one[high], other[high]) - Math.max(one[low], other[low]);
  const pairs = lines.flatMap(({ text, box }, at) =>
    lines.slice(at + 1)
      .filter((other) => shared(box, other.box, 'left', 'right') > touching)
      .filter((other) => shared(box, other.box, 'top', 'bottom') > touching)
      .map((other) => text + ' / ' + other.text));
  return { texts: lines.map(({ text }) => text), pairs };
}`;

for (const language of LANGUAGES)
  test(`no two texts of the drawn house and its rows overlap, ${language}`, async ({ page }) => {
    for (const roof of ROOFS) {
      await page.goto(`/?${roof}&l=${language}`);
      await settle(page);
      await expect(page.locator('.flow b').first()).toHaveText(/\d kWh/);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expectApart(page, `${roof} at ${width} px`);
      }
    }
  });

async function expectApart(page: Page, where: string): Promise<void> {
  const found: Record<'texts' | 'pairs', string[]> = await page.evaluate(
    `(${OVERLAPS})(${TOUCHING_PX})`,
  );
  // Four letters of the compass, a month or two, three rows of three, and the verdict.
  expect.soft(found.texts.length, where).toBeGreaterThan(15);
  expect.soft(found.pairs, where).toEqual([]);
}
