import type { Page } from 'playwright-core';
import { settle } from '../visit.ts';
import { arrive, type Journey, setOut, stopAt } from './journey.ts';

/** A home owner finds the house, sets the roof, takes a loan into account, and sends the link on. */
export async function goAsHomeOwner(journey: Journey): Promise<void> {
  const { base, language, where, expect } = journey;
  const way = await setOut(journey, base);
  const { page } = way;
  await page.goto(`${base}/?l=${language}`);
  await settle(page);
  await stopAt(journey, way, 'explorer');

  await page.getByRole('combobox').first().fill('Fallun');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.waitForURL(/lat=60\.6/);
  await settle(page);
  const small = await verdictOn(page);
  await page.locator('.roof [type=range]').first().fill('14');
  await page.waitForURL(/_14&/);
  await settle(page);
  expect((await verdictOn(page)) !== small, `${where}: a larger roof has another verdict`);

  await openEconomy(page);
  await page.locator('.economy [type=range]').nth(2).fill('4');
  await page.waitForURL(/rate=4&/);
  await settle(page);
  const said = await verdictOn(page);
  expect(/4\s?%/.test(said), `${where}: the verdict tells the interest: ${said}`);
  await stopAt(journey, way, 'decided');

  await page.reload();
  await settle(page);
  expect((await verdictOn(page)) === said, `${where}: the link says the same`);
  await arrive(journey, way, 'home owner');
}

/** A phone has the assumptions in a fold. */
async function openEconomy(page: Page): Promise<void> {
  const fold = page.locator('details.economy');
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
}

/** Sentence and band, which comes a little later. */
async function verdictOn(page: Page): Promise<string> {
  await page.locator('.band p').last().waitFor();
  await settle(page);
  return (await page.locator('.verdict').innerText()).replace(/\s+/g, ' ');
}
