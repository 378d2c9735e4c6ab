import { expect, type Page } from '@playwright/test';
import { expectRefusals, test } from './test.ts';
import { FIGURE, kwhOn, openFolds, settle } from './visit.ts';

const PLACES = {
  umeå: { latitude: 63.8258, longitude: 20.263 },
  copenhagen: { latitude: 55.676, longitude: 12.568 },
};

test("a refused device's place is explained, and one that is allowed is found to 100 m", async ({
  page,
  context,
}) => {
  await page.goto('/?l=sv');
  await myPlace(page);
  await page.getByText('Webbläsaren gav ingen plats').waitFor();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(PLACES.umeå);
  await myPlace(page);
  await page.waitForURL(/lat=63\.826&lng=20\.263/);
  await expect(page.getByRole('combobox').first()).toHaveValue(/Umeå/);
});

test('a place outside Sweden, and its link, have a notice and no answer', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(PLACES.copenhagen);
  await page.goto('/?l=sv');
  await myPlace(page);
  const alert = page.locator('.problem', { hasText: 'utanför Sverige' });
  await alert.waitFor();
  await page.waitForURL(/lat=55\.676/);
  await page.reload();
  await alert.waitFor();
  // It is said once, without an answer.
  await expect(page.getByText('utanför Sverige')).toHaveCount(1);
  await expect(page.locator('.verdict, .day-fold')).toHaveCount(0);
  await expect(page.locator('.roof')).toBeVisible();
});

async function myPlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Min plats' }).click();
}

test('without a network the roof is computed, and places return with it; no figure needs the API', async ({
  page,
  context,
  request,
  troubles,
}) => {
  const requests: string[] = [];
  await page.route('**/api/**', (route) => void requests.push(route.request().url()));
  await page.goto('/?l=sv');
  // The first change loads what all of them need.
  await page.getByRole('radio', { name: 'sydost' }).check({ force: true });
  await settle(page);
  const saved = page.locator('.verdict', { hasText: /sparar .* kr om året/ });
  const before = await saved.innerText();
  await page.locator('[role=combobox]').first().fill('kiruna');
  const kiruna = page.locator('[role=option]', { hasText: 'Kiruna' }).first();
  await kiruna.waitFor();
  await context.setOffline(true);
  // The list of places lies over the roof's fields until it is closed.
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'sydväst' }).check({ force: true });
  await settle(page);
  expect(await saved.innerText()).not.toBe(before);
  await page.locator('[role=combobox]').first().fill('kiruna');
  await kiruna.click();
  await expect(page.getByText('Kanske är du utan nät')).toHaveCount(1);
  // A place that cannot be read has no figures of another.
  await expect(saved).toHaveCount(0);
  await context.setOffline(false);
  await saved.waitFor();
  await expect(page.getByText('utan nät')).toHaveCount(0);
  await settle(page);
  // The title of the page's HTML has the same yield.
  const html = await (await request.get(page.url())).text();
  const [, own = ''] = /<title>Kiruna: (.*?) kWh/.exec(html) ?? [];
  expect(await kwhOn(page)).toBe(Number(own.replace(/\D/g, '')));
  expect(requests).toEqual([]);
  expectRefusals(troubles, /ERR_INTERNET_DISCONNECTED/);
});

test('without prices the yield is shown, and prices are retried', async ({ page, troubles }) => {
  const prices = '**/data/prices-*';
  await page.route(prices, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/?l=sv');
  await page.getByRole('radio', { name: 'sydväst' }).check({ force: true });
  const refused = page.getByText('Priserna gick inte att läsa. Nytt försök om 10 s');
  await refused.waitFor();
  await page.locator(FIGURE).waitFor();
  await page.unroute(prices);
  // When there are prices again it is said by itself.
  await settle(page);
  await expect(refused).toHaveCount(0);
  await page.locator('.verdict', { hasText: /sparar .* kr om året/ }).waitFor();
  expectRefusals(troubles, /\b503\b/);
});

test('a fold that cannot be loaded says so', async ({ page, troubles }) => {
  // A wide window has loaded the fold's script for the map.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/?l=sv');
  await settle(page);
  await page.route('**/assets/chunk-*', (route) => route.abort());
  await openFolds(page, 'day-fold');
  await page.getByText('Delen kunde inte hämtas.').waitFor();
  expectRefusals(troubles, /ERR_FAILED/);
});
