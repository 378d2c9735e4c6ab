import { expect } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';
import { kwhOn, openFolds, settle } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_180_10';
const RIDGE = '0 0 0 0 5 15 25 15 5 0 0 0';
const LOW = '0 0 0 0 1 3 5 3 1 0 0 0';
const SNOW = '50 40 20 5 0 0 0 0 0 0 10 30';
const SHADE = '30 20 10 0 0 0 0 0 0 10 20 30';

test.use({ viewport: { width: 320, height: 800 } });

test('horizon, snow and shade: lists, their line, and the link', async ({ page }) => {
  await page.goto(`/${ROOF}&l=sv`);
  await settle(page);
  const free = await kwhOn(page);
  const loaded: string[] = await page.evaluate(
    'performance.getEntriesByType("resource").map(({ name }) => name)',
  );
  expect(loaded.filter((name) => /surroundings\..*\.js/.test(name))).toEqual([]);
  await expect(page.locator('.taken')).toHaveCount(0);
  await openFolds(page, 'roof', 'surroundings');
  const horizon = page.locator('.surroundings .list-field input[type=text]').first();
  await horizon.fill('1 2 3');
  await horizon.press('Enter');
  await page.locator('.surroundings [role=alert]').waitFor();
  const heights = { name: 'horisont.csv', mimeType: 'text/csv' };
  const file = page.locator('.surroundings .list-field input[type=file]');
  const alert = page.locator('.surroundings [role=alert]');
  await file.setInputFiles({ ...heights, buffer: Buffer.from(LOW) });
  await expect(horizon).toHaveValue(LOW);
  await file.setInputFiles({ ...heights, buffer: Buffer.alloc(1_000_001, '5 ') });
  await alert.getByText('högst 1 MB').waitFor();
  await horizon.fill(RIDGE);
  await horizon.press('Enter');
  await settle(page);
  await expect(alert).toHaveCount(0);
  const behind = await kwhOn(page);
  expect(behind).toBeLessThan(free);
  const snow = page.locator('.snowPct input');
  await snow.pressSequentially('50 40');
  await snow.press('Enter');
  await page.locator('.snowPct [role=alert]').waitFor();
  await snow.fill('');
  await snow.pressSequentially(SNOW);
  await snow.press('Enter');
  await page.locator('.shadingPct input').fill(SHADE);
  await page.locator('.shadingPct input').press('Enter');
  await page.waitForURL(/s=50_40_20_5_0_0_0_0_0_0_10_30/);
  await settle(page);
  const line = page.locator('.taken', { hasNotText: '…' });
  await line.waitFor();
  await expect(line).toContainText('horisont, skugga och snö');
  const figure = await kwhOn(page);
  expect(figure).toBeLessThan(behind);
  const table = page.locator('.months tbody tr').last().locator('td').first();
  const year = Number(((await table.textContent()) ?? '').replace(/\D/g, ''));
  expect(year).toBe(figure);
  await openFolds(page, 'code');
  const code = await page.locator('.code pre').innerText();
  expect(code).toContain('"snow_loss": [0.5,0.4,');
  expect(code).toContain('"shading": [0.7,0.8,0.9,1,');
  await expectGoodLook(page);
});
