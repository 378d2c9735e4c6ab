import type { Page } from '@playwright/test';
import { test } from './test.ts';
import { FIGURE, kwhOn, openFolds, placeOn, settle, visit } from './visit.ts';

test("the device's place is found, or is outside", async ({
  checked: { browser, base, expect },
}) => {
  const at = (latitude: number, longitude: number) =>
    visit(browser, base, { permissions: ['geolocation'], geolocation: { latitude, longitude } });
  const { page, troubles } = await at(63.8258, 20.263);
  await page.goto(`${base}/?l=sv`);
  await myPlace(page);
  await page.waitForURL(/lat=63\.826&lng=20\.263/);
  const place = await placeOn(page);
  expect(place.includes('Umeå'), `the place is named: ${place}`);
  expect(troubles.length === 0, `the device's place is found, to 100 m ${troubles.join('; ')}`);
  await page.context().close();
  const { page: outside } = await at(55.676, 12.568);
  await outside.goto(`${base}/?l=sv`);
  await myPlace(outside);
  const alert = outside.locator('.problem', { hasText: 'utanför Sverige' });
  await alert.waitFor();
  await outside.waitForURL(/lat=55\.676/);
  await outside.reload();
  await alert.waitFor();
  const said = await outside.getByText('utanför Sverige').count();
  const hasAnswer = await outside.locator('.verdict, .day-fold').count();
  expect(said === 1 && hasAnswer === 0, 'it is said once, without an answer');
  const hasRoof = await outside.locator('.roof').isVisible();
  expect(
    hasRoof,
    'a device in Copenhagen, and its link, are told to be outside, and the roof stays',
  );
  await outside.context().close();
});

test('a refused place is explained', async ({ checked: { browser, base, expect } }) => {
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/?l=sv`);
  await myPlace(page);
  await page.getByText('Webbläsaren gav ingen plats').waitFor();
  expect(troubles.length === 0, `a place that is refused is said ${troubles.join('; ')}`);
  await page.context().close();
});

async function myPlace(page: Page): Promise<void> {
  await openFolds(page, 'planes-fold');
  await page.getByRole('button', { name: 'Min plats' }).click();
}

test('without a network the roof is computed, and places return with it', async ({
  checked: { browser, base, expect },
}) => {
  const { page } = await visit(browser, base);
  await page.goto(`${base}/?l=sv`);
  await settle(page);
  const saved = () => page.locator('.verdict', { hasText: /sparar .* kr om året/ });
  const before = await saved().innerText();
  await page.locator('[role=combobox]').first().fill('kiruna');
  const kiruna = page.locator('[role=option]', { hasText: 'Kiruna' }).first();
  await kiruna.waitFor();
  await page.context().setOffline(true);
  // The list of places lies over the roof's fields until it is closed.
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'sydväst' }).check({ force: true });
  await settle(page);
  expect((await saved().innerText()) !== before, 'without a network the roof is computed as well');
  await page.locator('[role=combobox]').first().fill('kiruna');
  await kiruna.click();
  await page.locator('.verdict', { hasText: 'Kanske är du utan nät' }).waitFor();
  expect((await saved().count()) === 0, 'a place that cannot be read has no figures of another');
  await page.context().setOffline(false);
  await saved().waitFor();
  await page.locator('.verdict', { hasNotText: 'utan nät' }).waitFor();
  await page.context().close();
});

test('the figures of a place need no API', async ({ page, checked: { expect } }) => {
  const asked: string[] = [];
  await page.route('**/api/**', (route) => void asked.push(route.request().url()));
  await page.goto('/?l=sv');
  await settle(page);
  await page.locator('[role=combobox]').first().fill('kiruna');
  await page.locator('[role=option]', { hasText: 'Kiruna' }).first().click();
  await page.waitForURL(/lat=67/);
  await settle(page);
  const html = await (await fetch(page.url())).text();
  const [, own] = /<p class="yields">(.*?)<\/p>/.exec(html) ?? [];
  const said = await page.locator('.verdict').innerText();
  const kwh = Number(own?.replace(/\D/g, ''));
  const isOwn = kwh === (await kwhOn(page)) && /kr om året/.test(said);
  expect(isOwn, `Kiruna's own figures come: ${own}`);
  expect(asked.length === 0, `the API was asked for ${asked.join(' ')}`);
});

test('without prices the roof still yields', async ({ checked: { browser, base } }) => {
  const { page } = await visit(browser, base);
  await page.route('**/data/prices-*', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 2,
  });
  await page.goto(`${base}/?l=sv`);
  await page
    .locator('.verdict', { hasText: 'Priserna gick inte att läsa. Nytt försök om 10 s' })
    .waitFor();
  await page.locator(FIGURE).waitFor();
  // When there are prices again it is said by itself.
  await page.locator('.verdict', { hasText: /sparar .* kr om året/ }).waitFor();
  await page.context().close();
});
