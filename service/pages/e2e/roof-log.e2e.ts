import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { PvYieldSeries } from '../../../schemas/types.ts';
import { expectGoodLook, test } from './test.ts';
import { FIGURE, isTooWide, kwhOn, openFolds, settle } from './visit.ts';

const PLACE = { lat: 59.61, lng: 16.55 };
const FACES = [100, 280].map((azimuth) => ({ tilt: 27, azimuth, kwp: 5 }));
const ROOF = '?lat=59.61&lng=16.55&f=27_100_5~27_280_5';

test("a roof's log calibrates its losses, which the link keeps", async ({ page, request }) => {
  const data = { ...PLACE, faces: FACES };
  const answer = await request.post('/api/v1/pv-yield/series', { data });
  const { hourly_kwh: hours }: PvYieldSeries = await answer.json();
  await page.goto(`/${ROOF}&l=sv`);
  await settle(page);
  const whole = await kwhOn(page);
  await page.getByText('Ditt taks egen logg').click();
  const input = page.locator('.roof-log input[type=file]');
  await input.setInputFiles(file('Tid;Förbrukning\n2025-01-01 00:00;1\n2025-01-01 01:00;1'));
  await page.getByText('ingen kolumn med produktion').waitFor();
  await input.setInputFiles(file((hours ?? []).map((kwh) => 0.9 * kwh).join('\n')));
  await page.locator('.roof-log button.main').click();
  await page.getByText('0,900 gånger').waitFor();
  const explained = await page.getByText('Så väl följer de två varandra').innerText();
  expect(explained).toMatch(/100 %.*100 %.*100 %/);
  expect(await kwhOn(page)).toBe(whole);
  await expectGoodLook(page);
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isTooWide(page), `at ${width} px`).toBe(false);
  }
  await page.getByRole('button', { name: 'Räkna med förluster på 22,6 %' }).click();
  await page.getByText('1,000 gånger').waitFor();
  await settle(page);
  const calibrated = await kwhOn(page);
  expect(Math.abs(calibrated - 0.9 * whole)).toBeLessThanOrEqual(1);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByText('matched to the roof’s own log').waitFor();
  expect(page.url()).toContain('loss=22.6');
  await expect.poll(() => kwhOn(page)).toBe(calibrated);
  expect(await codeOn(page)).toMatch(/"system_loss": ?0\.226\b/);
  await page.getByRole('button', { name: 'Back to 14 %' }).click();
  await page.getByText('matched to the roof’s own log').waitFor({ state: 'detached' });
  const asBefore = new RegExp(`^${String(whole).replace(/(?=(\d{3})+$)/g, '\\D?')} kWh`);
  await page.locator(FIGURE).filter({ hasText: asBefore }).waitFor();
  await page.waitForURL(({ search }) => !search.includes('loss='));
});

test("the roof's hours are a file with the API's values", async ({ page, request }) => {
  const answer = await request.post('/api/v1/pv-yield/series', {
    data: { ...PLACE, faces: FACES },
  });
  const { hourly_kwh: hours = [] }: PvYieldSeries = await answer.json();
  await page.goto(`/${ROOF}&l=sv`);
  await settle(page);
  await openFolds(page, 'planes-fold');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hämta takets 8 760 timmar som CSV' }).click();
  const [columns, ...lines] = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect([columns, lines.length]).toEqual(['month,day,hour,kwh', 8760]);
  const noonOfMay2 = 24 * (31 + 28 + 31 + 30 + 1) + 12;
  expect(lines[noonOfMay2]).toMatch(/^5,2,12,/);
  const furthest = lines.map((line, hour) => Math.abs(Number(line.split(',')[3]) - hours[hour]));
  expect(Math.max(...furthest)).toBeLessThan(0.001);
});

async function codeOn(page: Page): Promise<string> {
  await openFolds(page, 'code');
  return await page.locator('.code pre').innerText();
}

const file = (text: string) => ({
  name: 'logg.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
