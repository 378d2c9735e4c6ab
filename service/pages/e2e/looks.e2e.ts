import { expect } from '@playwright/test';
import { describeIn, expectGoodLook, test } from './test.ts';
import { isDark, openPage, PAGES } from './visit.ts';
import { LOOKS } from './windows.ts';

const OPEN_FOLDS = "for (const fold of document.querySelectorAll('details')) fold.open = true";

/** Narrower: a small phone, and a screen that shows twice as large. */
const narrower = (width: number) => (width === 360 ? 320 : width / 2);

describeIn(LOOKS, () => {
  for (const path of Object.keys(PAGES))
    test(`${path} reads well`, async ({ page, language, viewport, colorScheme }) => {
      await openPage(page, path, language);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await isDark(page)).toBe(colorScheme === 'dark');
      // The folds of `/` load when they are opened: tests of their own open them.
      if (path !== '/') await page.evaluate(OPEN_FOLDS);
      await expectGoodLook(page);
      const { width, height } = viewport ?? { width: 360, height: 800 };
      await page.setViewportSize({ width: narrower(width), height });
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        .toBeLessThanOrEqual(0);
    });
});
