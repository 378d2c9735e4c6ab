import { type Checked, expectGoodLook, test } from './test.ts';
import { FIGURE, kwhOn, openFolds, settle, visit } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_180_10';
const ROOF_OF_API = { lat: 59.61, lng: 16.55, faces: [{ tilt: 27, azimuth: 180, kwp: 10 }] };
const PHONE = { viewport: { width: 320, height: 800 } };
const RIDGE = '0 0 0 0 5 15 25 15 5 0 0 0';
const SHADE = '30 20 10 0 0 0 0 0 0 10 20 30';

for (const lang of ['sv', 'en'] as const)
  test(`horizon and shade: lists, their line, and the link, ${lang}`, ({ checked }) =>
    setSurroundings(checked, lang));

async function setSurroundings(
  { browser, base, expect }: Checked,
  lang: 'sv' | 'en',
): Promise<void> {
  const { page, troubles } = await visit(browser, base, PHONE);
  await page.goto(`${base}/${ROOF}&l=${lang}`);
  await page.waitForSelector(FIGURE);
  const script = /surroundings\..*\.js/;
  const isLoaded = (await page.evaluate(
    'performance.getEntriesByType("resource").map(({ name }) => name)',
  )) as string[];
  expect(!isLoaded.some((name) => script.test(name)), `surroundings ${lang}: loaded when opened`);
  await openFolds(page, 'roof', 'surroundings');
  const list = page.locator('.surroundings .list-field input[type=text]').first();
  await list.fill('1 2 3');
  await list.press('Enter');
  await page.locator('.surroundings [role=alert]').waitFor();
  await list.fill(RIDGE);
  await list.press('Enter');
  await settle(page);
  const annual_kwh = await askYearKwh(new URL(page.url()).origin);
  const shown = await kwhOn(page);
  expect(
    shown === Math.round(annual_kwh),
    `surroundings ${lang}: ${shown} kWh, the API's are left`,
  );
  await page.locator('.shadingPct input').fill(SHADE);
  await page.locator('.shadingPct input').press('Enter');
  await settle(page);
  await openFolds(page, 'code');
  const code = await page.locator('.code pre').innerText();
  expect(
    code.includes('"shading": [0.7,0.8,0.9,1,'),
    `surroundings ${lang}: its code has the shade`,
  );
  await page.locator('.taken', { hasNotText: '…' }).waitFor();
  const line = await page.locator('.taken').innerText();
  const causes = lang === 'sv' ? 'horisont och skugga' : 'the horizon and shade';
  expect(line.includes(causes), `surroundings ${lang}: ${line}`);
  await expectGoodLook(page);
  await page.reload();
  await page.locator('.taken', { hasNotText: '…' }).waitFor();
  const again = await page.locator('.taken').innerText();
  expect(again === line, `surroundings ${lang}: the link keeps it`);
  expect(
    troubles.length === 0,
    `surroundings ${lang}: no trouble ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
}

/** The year of the roof behind the ridge by the API. */
async function askYearKwh(base: string): Promise<number> {
  const horizon_deg = RIDGE.split(' ').map(Number);
  const body = JSON.stringify({ ...ROOF_OF_API, horizon_deg });
  const response = await fetch(`${base}/api/v1/pv-yield/series`, { method: 'POST', body });
  const { annual_kwh }: { annual_kwh: number } = JSON.parse(await response.text());
  return annual_kwh;
}
