import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readState } from '../shared/url-state.ts';
import type { Checked } from './check.ts';
import { visit } from './visit.ts';

const FOCUSED = 'document.activeElement.id || document.activeElement.getAttribute("href")';

/** Runs the calls that /docs shows, as they are copied, and goes through the page by keyboard. */
export async function checkRecipes({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/docs?l=sv`);
  const commands = await page.locator('pre').allInnerTexts();
  expect(commands.length > 0, `/docs shows ${commands.length} calls`);
  // The page cannot know which free port the service of this check has.
  const here = commands.map((command) => command.replaceAll('http://localhost:3000', base));
  const answers = await answersOf(here);
  for (const [at, answer] of answers.entries()) {
    const isWhole = answer === null || 'attribution' in answer || answer.battery_sek > 0;
    expect(isWhole, `answered: ${commands[at]}`);
  }
  const [house, meter] = answers.flatMap((answer) => answer?.battery_sek ?? []);
  expect(
    Math.abs(house - meter) < 0.01,
    `a battery saves ${house} in the house, ${meter} behind its meter`,
  );
  await page.keyboard.press('Tab');
  expect((await page.evaluate(FOCUSED)) === '#main', 'the first key leads to the skip link');
  await page.keyboard.press('Enter');
  expect((await page.evaluate(FOCUSED)) === 'main', 'which leads to the content');
  await page.getByRole('link', { name: 'English' }).click();
  expect(
    (await page.locator('h1').innerText()) === 'Get started',
    'the other language is one click away',
  );
  await page.getByRole('link', { name: 'These faces on the map' }).click();
  await page.locator('.verdict').filter({ hasText: 'kWh a year' }).waitFor();
  const { lat, faces } = readState(new URL(page.url()).search, 'en');
  expect(lat === 59.61 && faces.length === 2, "the explorer opens with the recipe's roof");
  expect(troubles.length === 0, `/docs: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}

/** The JSON of each that prints any, run in order in one empty folder: one writes the file that the next reads. */
async function answersOf(commands: readonly string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'recipes-'));
  try {
    const answers = [];
    for (const command of commands) {
      const run = promisify(execFile)('bash', ['-o', 'pipefail', '-c', command], { cwd });
      answers.push((await run).stdout);
    }
    return answers.map((text) => (text ? JSON.parse(text) : null));
  } finally {
    await rm(cwd, { recursive: true });
  }
}
