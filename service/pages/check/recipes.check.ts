import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Checked } from './check.ts';
import { visit } from './visit.ts';

const FOCUSED = 'document.activeElement.id || document.activeElement.getAttribute("href")';

/** Runs the calls that /docs shows, as they are copied, and goes through the page by keyboard. */
export async function checkRecipes({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/docs?l=sv`);
  const commands = await page.locator('pre').allInnerTexts();
  expect(commands.length > 0, `/docs shows ${commands.length} calls`);
  for (const command of commands) {
    // The page cannot know which free port the service of this check has.
    const here = command.replaceAll('http://localhost:3000', base);
    const { stdout } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', here]);
    const answer = JSON.parse(stdout);
    const isWhole = 'attribution' in answer || answer.battery_sek > 0;
    expect(isWhole, `answered: ${command}`);
  }
  await page.keyboard.press('Tab');
  expect((await page.evaluate(FOCUSED)) === '#main', 'the first key leads to the skip link');
  await page.keyboard.press('Enter');
  expect((await page.evaluate(FOCUSED)) === 'main', 'which leads to the content');
  await page.getByRole('link', { name: 'English' }).click();
  expect(
    (await page.locator('h1').innerText()) === 'Get started',
    'the other language is one click away',
  );
  expect(troubles.length === 0, `/docs: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}
