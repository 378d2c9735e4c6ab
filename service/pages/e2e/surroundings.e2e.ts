import { expect } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';
import { FIGURE, kwhOn, openFolds, settle } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_180_10';
const ROOF_OF_API = { lat: 59.61, lng: 16.55, faces: [{ tilt: 27, azimuth: 180, kwp: 10 }] };
const RIDGE = '0 0 0 0 5 15 25 15 5 0 0 0';
const SNOW = '50 40 20 5 0 0 0 0 0 0 10 30';
const SHADE = '30 20 10 0 0 0 0 0 0 10 20 30';

test.use({ viewport: { width: 320, height: 800 } });

test('horizon, snow and shade: lists, their line, and the link', async ({ page, baseURL }) => {
  await page.goto(`/${ROOF}&l=sv`);
  await page.waitForSelector(FIGURE);
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
  await horizon.fill(RIDGE);
  await horizon.press('Enter');
  await settle(page);
  const annual_kwh = await askYearKwh(baseURL ?? '');
  expect(await kwhOn(page)).toBe(Math.round(annual_kwh));
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
  const said = await line.innerText();
  expect(said).toContain('horisont, skugga och snö');
  const figure = await kwhOn(page);
  const table = page.locator('.months tbody tr').last().locator('td').first();
  const year = Number(((await table.textContent()) ?? '').replace(/\D/g, ''));
  expect(year).toBe(figure);
  await openFolds(page, 'code');
  const code = await page.locator('.code pre').innerText();
  expect(code).toContain('"snow_loss": [0.5,0.4,');
  expect(code).toContain('"shading": [0.7,0.8,0.9,1,');
  await expectGoodLook(page);
  await page.reload();
  await line.waitFor();
  await expect.poll(() => line.innerText()).toBe(said);
});

/** The year of the roof behind the ridge by the API. */
async function askYearKwh(base: string): Promise<number> {
  const horizon_deg = RIDGE.split(' ').map(Number);
  const body = JSON.stringify({ ...ROOF_OF_API, horizon_deg });
  const response = await fetch(`${base}/api/v1/pv-yield/series`, { method: 'POST', body });
  const { annual_kwh }: { annual_kwh: number } = JSON.parse(await response.text());
  return annual_kwh;
}
