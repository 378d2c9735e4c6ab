import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../messages/messages.ts';
import { arrive, type Journey, setOut, stopAt } from './journey.ts';

/** A developer reads how to begin, takes code along in Python, finds a field, and looks at the data. */
export async function goAsDeveloper(journey: Journey): Promise<void> {
  const { base, language, where, expect } = journey;
  const { site } = wordsOf(language);
  const way = await setOut(journey, base);
  const { page } = way;
  await page.goto(`${base}/docs?l=${language}`);
  await page.getByLabel('Python').check();
  const code = page.locator('.copied.in-python').first();
  await code.getByRole('button').click();
  await code.getByRole('button', { name: site.copied }).waitFor();
  await stopAt(journey, way, 'docs');
  const call = await code.locator('pre').innerText();
  const { stdout } = await promisify(execFile)('python3', ['-c', call]);
  expect('annual_kwh' in JSON.parse(stdout), `${where}: what is copied answers`);

  await open(page, site.sdk);
  const seen = await page.locator('pre.in-python:visible').count();
  expect(seen === 2, `${where}: the chosen language is the next page's too`);
  await stopAt(journey, way, 'sdk');

  await open(page, site.api);
  await page.getByRole('searchbox').fill('battery soc_min');
  await page.locator('#search a').first().click();
  await page.waitForURL(/#body\.battery\.soc_min$/);
  expect(await page.locator(':target').isVisible(), `${where}: a field is found`);
  await stopAt(journey, way, 'operation');

  await open(page, site.data);
  await stopAt(journey, way, 'data');
  await arrive(journey, way, 'developer');
}

/** Follows a link of the page's head. */
async function open(page: Page, name: string): Promise<void> {
  await page.locator('header').getByRole('link', { name, exact: true }).click();
  await page.waitForLoadState('load');
}
