/** The pages that a home owner reads have no words of the trade, those that come from data included. */
import type { Page } from '@playwright/test';
import { findInsiderWords } from '../../messages/insider-words.ts';
import { test } from '../test.ts';
import { LAST_PANEL, visit } from '../visit.ts';

/** A roof with everything that has a sentence of its own. */
const ROOF = '/?lat=59.61&lng=16.55&f=27_100_5~27_280_5&s=50_40_20_5_0_0_0_0_0_0_10_30';

/** Text that is seen or read aloud, folded parts included. Code and the licence's attribution are others' words. */
const READ = `(() => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  for (const one of document.querySelectorAll('pre, .attribution, script, noscript')) one.remove();
  const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
  return [document.title, document.body.innerText, ...labels].join('\\n');
})()`;

test('pages of home owners have no words of the trade', async ({
  checked: { browser, base, expect },
}) => {
  const untilThere = (last: string) => async (page: Page) =>
    void (await page.waitForSelector(last));
  const untilDrawn = untilThere('svg');
  const pages = [
    { name: '/', url: base + ROOF, ready: untilThere(LAST_PANEL) },
    { name: '/embedded/demo', url: `${base}/embedded/demo?`, ready: untilDrawn },
    { name: '/i/…', url: `${process.env.E2E_PROPOSAL}?`, ready: untilDrawn },
  ];
  for (const { name, url, ready } of pages) {
    const { page } = await visit(browser, new URL(url).origin);
    for (const language of ['sv', 'en'] as const) {
      await page.goto(`${url}&l=${language}`);
      await ready(page);
      const text: string = await page.evaluate(READ);
      const found = [...new Set(findInsiderWords(text, language))].join(', ');
      expect(
        found === '',
        `${name} ${language}: no words of the trade in its text ${found}`.trimEnd(),
      );
      expect(text.length > 300, `${name} ${language}: ${text.length} letters of it were read`);
    }
    await page.context().close();
  }
});
