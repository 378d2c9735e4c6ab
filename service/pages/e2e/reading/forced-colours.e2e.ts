/** Drawings with the colours of the reader's system: what a colour means is still there, and can be seen. */
import { expect, type Page } from '@playwright/test';
import { expectGoodLook, test } from '../test.ts';
import { openFolds, SCHEMES, settle } from '../visit.ts';

const ROOF = '/?lat=59.61&lng=16.55&f=27_100_5~27_280_5&use=15000';
/** WCAG 1.4.11: of a drawing's marks to their ground. */
const LEAST_CONTRAST = 3;
const MARKS = ['.bars .day-load', '.bars .day-battery', '.bars .month-line'];

for (const colorScheme of SCHEMES)
  test(`drawings keep their meaning in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.goto(ROOF);
    await settle(page);
    await openFolds(page, 'planes-fold', 'day-fold');
    await page.locator('.ring').first().waitFor();
    await page.locator('.month-line').last().waitFor({ state: 'attached' });
    await page.locator('.bars .day-load').first().waitFor({ state: 'attached' });
    for (const mark of MARKS)
      expect(await contrastOf(page, mark), mark).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    await expectGoodLook(page);
  });

/** Contrast of a mark, WCAG 2's ratio, to its ground. 0 where there is none. */
async function contrastOf(page: Page, mark: string): Promise<number> {
  return await page.evaluate(`((selector) => {
  const found = document.querySelector(selector);
  if (!found) return 0;
  const luminance = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
    .map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const { color: own } = getComputedStyle(found);
  const ground = getComputedStyle(found.closest('.panel') ?? document.body).backgroundColor;
  const [light, dark] = [luminance(own), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
})(${JSON.stringify(mark)})`);
}
