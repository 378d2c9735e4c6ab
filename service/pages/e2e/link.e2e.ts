import { expect } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';

test.use({ viewport: { width: 320, height: 800 } });

test('a link with values out of bounds: one notice, and a corrected address', async ({ page }) => {
  await page.goto('/?f=27_180_99999&use=-5&lat=67&l=sv');
  await page.waitForSelector('.roof');
  await expect(page.locator('#told[role=status]')).toContainText('27_180_99999, use=-5, lat=67.');
  await page.waitForURL(({ search }) =>
    ['lat=59.33&lng=18.07', 'f=27_180_1000', 'use=0'].every((part) => search.includes(part)),
  );
  await expectGoodLook(page);
  await page.reload();
  await page.waitForSelector('.roof');
  await expect(page.locator('#told')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Stockholm: .*kWh/);
});
