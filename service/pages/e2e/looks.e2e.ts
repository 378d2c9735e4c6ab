import { expect } from '@playwright/test';
import { describeIn, expectGoodLook, test } from './test.ts';
import { isDark, LAST_PANEL, SHOWN_DEMO } from './visit.ts';
import { LOOKS } from './windows.ts';

/** Pages, each with a selector of what is there when all of it is. */
const PAGES = {
  '/': LAST_PANEL,
  '/docs': 'pre',
  '/docs/sdk': SHOWN_DEMO,
  '/docs/api': '.operations',
  '/docs/api/postSimulation': '.fields',
  '/data': 'svg',
  '/i/...': 'svg',
} as const;

const OPEN_FOLDS = "for (const fold of document.querySelectorAll('details')) fold.open = true";

/** Narrower: a small phone, and a screen that shows twice as large. */
const narrower = (width: number) => (width === 360 ? 320 : width / 2);

describeIn(LOOKS, () => {
  for (const [path, last] of Object.entries(PAGES))
    test(`${path} reads well`, async ({ page, language, viewport, colorScheme }) => {
      const address = path === '/i/...' ? process.env.E2E_PROPOSAL : path;
      await page.goto(`${address}?l=${language}`);
      await page.locator(last).first().waitFor({ state: 'attached' });
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
