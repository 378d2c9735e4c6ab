import { expect } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';

test.use({ viewport: { width: 320, height: 800 } });

/** Links that ask for what the page does not take, and the address that the page then has. */
const LINKS: [query: string, address: string][] = [
  ['f=27_180_99999', 'f=27_180_1000'],
  ['lat=59.61&lng=16.55&use=-5', 'use=0'],
  ['lat=67', 'lat=59.33&lng=18.07'],
];

test('a link with values out of bounds: one notice, and a corrected address', async ({ page }) => {
  for (const [query, address] of LINKS) {
    await page.goto(`/?${query}&l=sv`);
    await page.waitForSelector('.roof');
    await page.locator('#told[role=status]').waitFor();
    await page.waitForURL((url) => url.search.includes(address));
  }
  await expectGoodLook(page);
  await page.reload();
  await page.waitForSelector('.roof');
  await expect(page.locator('#told')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Stockholm: .*kWh/);
});
