/** The pages that a home owner reads have no words of the trade, those that come from data included. */
import { expect } from '@playwright/test';
import { findInsiderWords } from '../../messages/insider-words.ts';
import { LANGUAGES } from '../../messages/messages.ts';
import { test } from '../test.ts';
import { LAST_PANEL } from '../visit.ts';

/** A roof with everything that has a sentence of its own. */
const ROOF = '/?lat=59.61&lng=16.55&f=27_100_5~27_280_5&s=50_40_20_5_0_0_0_0_0_0_10_30';

/** Text that is seen or read aloud, folded parts included. Code and the licence's attribution are others' words. */
const READ = `(() => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  for (const one of document.querySelectorAll('pre, .attribution, script, noscript')) one.remove();
  const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
  return [document.title, document.body.innerText, ...labels].join('\\n');
})()`;

const PAGES: [name: string, url: string, last: string][] = [
  ['/', `${ROOF}&`, LAST_PANEL],
  ['/embedded/demo', '/embedded/demo?', 'svg'],
  ['/i/...', `${process.env.E2E_PROPOSAL}?`, 'svg'],
];

for (const [name, url, last] of PAGES)
  test(`${name} has no words of the trade`, async ({ page }) => {
    for (const language of LANGUAGES) {
      await page.goto(`${url}l=${language}`);
      await page.waitForSelector(last);
      const text: string = await page.evaluate(READ);
      expect(findInsiderWords(text, language)).toEqual([]);
      expect(text.length).toBeGreaterThan(300);
    }
  });
