import { expect, type Page } from '@playwright/test';
import { test } from './test.ts';
import { openFolds, settle } from './visit.ts';

const HOUSE = 'f=27_180_10&use=9000&sys=10&invkw=5&reserve=40&v=2&l=en';

/** Yearly cost of the reserve as the page says it, SEK. */
async function reserveSek(page: Page): Promise<number> {
  await settle(page);
  const [, sek = ''] =
    /costs ([\d\s]+) SEK a year/.exec(await page.locator('.money').innerText()) ?? [];
  return Number(sek.replace(/\s/g, ''));
}

test('a reserve from November to March costs less, and a hybrid inverter is in verdict and link', async ({
  page,
}) => {
  await page.goto(`/?lat=59.33&lng=18.07&${HOUSE}`);
  const wholeYearSek = await reserveSek(page);
  expect(wholeYearSek).toBeGreaterThan(0);
  await openFolds(page, 'economy');
  await page.getByText('November to March').click();
  await expect(page).toHaveURL(/&winter=1/);
  const winterSek = await reserveSek(page);
  expect(winterSek).toBeGreaterThan(0);
  expect(winterSek).toBeLessThan(wholeYearSek);
  await expect(page.locator('.verdict')).not.toContainText('a hybrid inverter');
  await page.getByText("the panels' inverter (DC)").click();
  await expect(page).toHaveURL(/&hybrid=1/);
  await settle(page);
  await expect(page.locator('.verdict')).toContainText('a hybrid inverter');
  await page.locator('.option label').first().click();
  await expect(page.getByText("the panels' inverter (DC)")).toBeHidden();
});

test('the last known prices are pressed once, and are those of the area after a move', async ({
  page,
}) => {
  await page.goto(`/?lat=67.86&lng=20.23&${HOUSE}`);
  await settle(page);
  const button = page.getByRole('button', { name: /Prices as in/ });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await settle(page);
  await expect(page.locator('.verdict')).toContainText('+133 %');
  const query = new URL(page.url()).search;
  expect(query).toContain('latest=1');
  expect(query).not.toContain('level=');
  await page.goto(`/${query.replace('lat=67.86&lng=20.23', 'lat=55.6&lng=13')}`);
  await settle(page);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.verdict')).toContainText('+34 %');
  await button.click();
  await settle(page);
  expect(page.url()).not.toContain('latest=1');
});
