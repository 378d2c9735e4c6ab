import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PRICE_FIELDS, ROOF_FIELDS } from '../api-docs/code-data.ts';
import { trimAnswer } from '../api-docs/trim-answer.ts';
import { readState } from '../explorer/url-state.ts';
import { CODE_LANGUAGES, type Codes } from '../ui/write-code.ts';
import { runCode } from './run-code.ts';
import { test } from './test.ts';

test('the calls of /docs run as copied, in every language', async ({ page, service }) => {
  await page.goto('/docs?l=sv');
  const printed = new Set<string>();
  for (const language of CODE_LANGUAGES) {
    const codes = await page
      .locator(`:is(.call, #meter, #places) pre.in-${language}`)
      .allTextContents();
    expect(codes).toHaveLength(6);
    for (const code of codes) expect(code).toMatch(new RegExp(`${service}|meter\\.csv`));
    printed.add(JSON.stringify(await answersOf(language, codes, service)));
  }
  const [text, ...others] = printed;
  expect(others, 'every language gets the same answers').toEqual([]);
  const answers = JSON.parse(text);
  await checkShown(page, answers);
  const [house, meter] = answers.flatMap((answer: { battery_sek?: number }) =>
    answer?.battery_sek === undefined ? [] : [answer.battery_sek],
  );
  expect(house).toBeGreaterThan(0);
  // The meter's year is that of the house.
  expect(meter).toBeCloseTo(house, 2);
});

test('/docs keeps the chosen language of code, and its other language leads to the roof', async ({
  page,
  context,
}) => {
  await page.goto('/docs?l=sv');
  const shown = (language: keyof Codes) => page.locator(`pre.in-${language}:visible`);
  await expect(shown('curl')).toHaveCount(3);
  await expect(shown('python')).toHaveCount(0);
  await page.getByLabel('Python').check();
  await expect(shown('curl')).toHaveCount(0);
  await page.reload();
  await expect(shown('python')).toHaveCount(3);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.in-python > button').first().click();
  await page.getByRole('button', { name: 'Kopierat' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(await page.locator('pre.in-python').first().innerText());
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('h1')).toHaveText('An answer in a minute');
  await page.getByRole('link', { name: 'The same roof in the calculator, with' }).click();
  await page.locator('.roof').waitFor();
  const { lat, faces } = readState(new URL(page.url()).search, 'en');
  expect(lat).toBe(59.61);
  expect(faces).toHaveLength(2);
});

/** The answers on the page are those that the code prints. */
async function checkShown(page: Page, [roof, house, prices]: object[]): Promise<void> {
  const shown = await page.locator('.call .answer pre').allInnerTexts();
  expect(shown).toHaveLength(3);
  expect(shown[0]).toBe(trimAnswer(roof, { fields: ROOF_FIELDS }));
  expect(JSON.parse(shown[1])).toEqual(house);
  expect(shown[2]).toBe(trimAnswer(prices, { fields: PRICE_FIELDS }));
}

/** The JSON of each that prints any, run in order in one empty folder: one writes the file that the next reads. */
async function answersOf(language: keyof Codes, codes: readonly string[], base: string) {
  const cwd = await mkdtemp(join(tmpdir(), 'recipes-'));
  try {
    const answers = [];
    for (const code of codes) {
      const text = await runCode(language, code, base, cwd);
      answers.push(text ? JSON.parse(text) : null);
    }
    return answers;
  } finally {
    await rm(cwd, { recursive: true });
  }
}
