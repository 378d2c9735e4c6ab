import type { Page } from 'playwright-core';
import type { Checked } from './check.ts';
import { visit } from './visit.ts';

const MARKET = '**/api/v1/simulation/market?*';
const NO_PRICES = {
  status: 503,
  headers: { 'Retry-After': '1' },
  json: { error: { code: 'prices_unavailable', message: 'The spot price profile is not loaded.' } },
};

/** The explorer where something is missing: the device's place, the network, prices. */
export async function checkStraits(checked: Checked): Promise<void> {
  await placeOfDevice(checked);
  await placeRefused(checked);
  await checkWithoutNetwork(checked);
  await checkWithoutPrices(checked);
}

async function placeOfDevice({ browser, base, expect }: Checked): Promise<void> {
  const at = (latitude: number, longitude: number) =>
    visit(browser, base, { permissions: ['geolocation'], geolocation: { latitude, longitude } });
  const { page, troubles } = await at(63.8258, 20.263);
  await page.goto(`${base}/?l=sv`);
  await myPlace(page);
  await page.locator('.where', { hasText: 'Umeå' }).waitFor();
  await page.waitForURL(/lat=63\.826&lng=20\.263/);
  expect(troubles.length === 0, `the device's place is found, to 100 m ${troubles.join('; ')}`);
  await page.context().close();
  const { page: outside } = await at(55.676, 12.568);
  await outside.goto(`${base}/?l=sv`);
  await myPlace(outside);
  await outside.locator('.problem', { hasText: 'utanför Sverige' }).waitFor();
  expect(true, 'a device in Copenhagen is told that it is outside');
  await outside.context().close();
}

async function placeRefused({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/?l=sv`);
  await myPlace(page);
  await page.getByText('Webbläsaren gav ingen plats').waitFor();
  expect(troubles.length === 0, `a place that is refused is said ${troubles.join('; ')}`);
  await page.context().close();
}

async function myPlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Min plats' }).click();
}

/** Chromium's own lines in the console about lost calls are no trouble here, nor below. */
async function checkWithoutNetwork({ browser, base, expect }: Checked): Promise<void> {
  const { page } = await visit(browser, base);
  await page.goto(`${base}/?l=sv`);
  await page.getByText('bekräftat av API:et').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('radio', { name: 'sydväst' }).check({ force: true });
  await page.locator('.verdict', { hasText: 'kanske är nätet borta' }).waitFor();
  expect(true, 'a lost network is said where the answer would be');
  await page.context().setOffline(false);
  await page.locator('.verdict', { hasText: 'sänker elkostnaden' }).waitFor();
  await page.locator('.verdict', { hasNotText: 'nätet borta' }).waitFor();
  await page.getByText('bekräftat av API:et').waitFor();
  expect(true, 'when it is back the answer comes by itself');
  await page.context().close();
}

async function checkWithoutPrices({ browser, base, expect }: Checked): Promise<void> {
  const { page } = await visit(browser, base);
  await page.route(MARKET, (route) => route.fulfill(NO_PRICES), { times: 1 });
  await page.goto(`${base}/?l=sv`);
  await page.locator('.verdict', { hasText: 'inga elpriser just nu' }).waitFor();
  await page.locator('.figure strong').waitFor();
  expect(true, 'without prices the roof still yields, and what it earns is said to be unknown');
  await page.locator('.verdict', { hasText: 'sänker elkostnaden' }).waitFor();
  expect(true, 'when there are prices again it is said by itself');
  await page.context().close();
}
