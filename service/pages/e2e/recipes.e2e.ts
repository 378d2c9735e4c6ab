import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { PRICE_FIELDS, ROOF_FIELDS } from '../api-docs/code-data.ts';
import { trimAnswer } from '../api-docs/trim-answer.ts';
import { readState } from '../explorer/url-state.ts';
import { CODE_LANGUAGES, type Codes } from '../ui/write-code.ts';
import { runCode } from './run-code.ts';
import { type Checked, test } from './test.ts';

test('the calls of /docs run as copied, in every language', async ({
  page,
  checked: { base, expect },
}) => {
  await page.goto('/docs?l=sv');
  await checkCalls(page, base, expect);
  await checkChoice(page, expect);
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/[?&]l=en/);
  expect(
    (await page.locator('h1').innerText()) === 'An answer in a minute',
    'the other language is one click away',
  );
  await page.getByRole('link', { name: 'The same roof in the calculator, with' }).click();
  await page.locator('.verdict').filter({ hasText: 'kWh a year' }).waitFor();
  const { lat, faces } = readState(new URL(page.url()).search, 'en');
  expect(lat === 59.61 && faces.length === 2, "the explorer opens with the recipe's roof");
});

/** The calls give whole answers, and the same in every language. */
async function checkCalls(page: Page, base: string, expect: Checked['expect']): Promise<void> {
  const told: string[] = [];
  for (const language of CODE_LANGUAGES) {
    const codes = await page
      .locator(`:is(.call, #meter, #places) pre.in-${language}`)
      .allTextContents();
    expect(codes.length === 6, `/docs shows ${codes.length} calls in ${language}`);
    expect(
      codes.every((code) => code.includes(base) || code.includes('meter.csv')),
      `/docs: the address in ${language} is the page's own`,
    );
    const answers = await answersOf(language, codes, base);
    for (const [at, answer] of answers.entries()) {
      const isWhole = answer === null || 'attribution' in answer || answer.battery_sek > 0;
      expect(isWhole, `answered: ${codes[at]}`);
    }
    await checkShown(page, answers, expect);
    const [house, meter] = answers.flatMap((answer) => answer?.battery_sek ?? []);
    expect(
      Math.abs(house - meter) < 0.01,
      `a battery saves ${house} in the house, ${meter} behind its meter`,
    );
    told.push(JSON.stringify(answers));
  }
  expect(new Set(told).size === 1, '/docs: every language gets the same answers');
}

/** The answers on the page are those that the code prints. */
async function checkShown(
  page: Page,
  [roof, house, prices]: object[],
  expect: Checked['expect'],
): Promise<void> {
  const shown = await page.locator('.call .answer pre').allInnerTexts();
  expect(shown.length === 3, '/docs shows an answer for each call');
  expect(shown[0] === trimAnswer(roof, { fields: ROOF_FIELDS }), `roof: ${shown[0]}`);
  expect(isDeepStrictEqual(JSON.parse(shown[1]), house), `house: ${shown[1]}`);
  expect(shown[2] === trimAnswer(prices, { fields: PRICE_FIELDS }), `prices: ${shown[2]}`);
}

/** The JSON of each that prints any, run in order in one empty folder: one writes the file that the next reads. */
async function answersOf(language: keyof Codes, codes: readonly string[], base: string) {
  const cwd = await mkdtemp(join(tmpdir(), 'recipes-'));
  try {
    const answers = [];
    for (const code of codes) {
      answers.push(await runCode(language, code, base, cwd));
    }
    return answers.map((text) => (text ? JSON.parse(text) : null));
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/** The language that is chosen is shown, copied, and there again after a reload. */
async function checkChoice(page: Page, expect: Checked['expect']): Promise<void> {
  const seen = async () => ({
    curl: await page.locator('pre.in-curl:visible').count(),
    python: await page.locator('pre.in-python:visible').count(),
  });
  const first = await seen();
  await page.getByLabel('Python').check();
  const then = await seen();
  await page.reload();
  const kept = await seen();
  expect(
    first.curl === 3 && first.python === 0 && then.curl === 0 && then.python === 3,
    '/docs shows one language, that which is chosen',
  );
  expect(kept.python === 3, '/docs keeps the chosen language');
  const { origin } = new URL(page.url());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.locator('.in-python > button').first().click();
  await page.getByRole('button', { name: 'Kopierat' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(
    copied === (await page.locator('pre.in-python').first().innerText()),
    '/docs: the chosen code is copied',
  );
  await page.reload();
}
