import { expect } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';
import { openFolds, settle } from './visit.ts';

const PLACE = '?lat=57.7&lng=11.97&f=35_180_8&l=sv';
/** A list with a power charge. */
const CHARGES = 'goteborg-gnm63-2026';

test("a grid company's price list is used, explained and stored in the link", async ({ page }) => {
  await page.goto(`/${PLACE}&net=no-such-list`);
  await settle(page);
  // A list that is not there leaves the link.
  await page.waitForURL(({ search }) => !search.includes('net='));
  const verdict = page.locator('.systems tbody');
  const before = await verdict.textContent();
  // A list in the link has opened the fold.
  await page.getByText('De flesta elnätsföretag tar inget betalt').waitFor();
  await page.getByText('Göteborg Energi har elnät i kommunen').waitFor();
  await page.getByRole('button', { name: 'Räkna med dess prislista' }).click();
  await page.waitForURL(/net=goteborg-gnm63-2026/);
  const company = page.getByLabel('Ditt elnätsföretag');
  await company.locator(`option[value=${CHARGES}]`).waitFor({ state: 'attached' });
  await company.selectOption(CHARGES);
  await page.getByText('49,00 kr/kW och månad').waitFor();
  await page.locator('.list-effect').waitFor();
  await expect(page.locator('.list-effect')).toHaveText(
    /Med nätföretagets prislista: .+ Utan den: .+/,
  );
  await settle(page);
  expect(await verdict.textContent()).not.toBe(before);
  await page.getByLabel('Huvudsäkring').selectOption('25');
  await page.waitForURL(/net=goteborg-gnm63-2026&fuse=25/);
  await expectGoodLook(page);
  await page.reload();
  await page.locator('.list-effect').waitFor();
  await company.locator(`option[value=${CHARGES}]`).waitFor({ state: 'attached' });
  await expect(company).toHaveValue(CHARGES);
  await openFolds(page, 'day-fold');
  await page.locator('.typical-day').waitFor();
});
