import { expect } from '@playwright/test';
import { test } from './test.ts';
import { openFolds, settle } from './visit.ts';

/** A year of quarters as a grid company has them, of a house that takes 1 kW in every hour. */
function writeQuarters(): string {
  const lines = ['Tid;Förbrukning (kWh)'];
  for (let at = Date.UTC(2024, 11, 31, 23); at < Date.UTC(2025, 11, 31, 23); at += 900_000) {
    lines.push(`${new Date(at).toISOString()};0,25`);
  }
  return lines.join('\n');
}

const file = (text: string) => ({
  name: 'matare.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test("a house's meter counts, is sent nowhere, and errors are named", async ({
  page,
  troubles,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/?l=sv');
  await settle(page);
  const verdict = page.locator('.systems tbody');
  const before = await verdict.textContent();
  await openFolds(page, 'meter-fold');
  const input = page.locator('.meter input[type=file]');
  await page.route('**/assets/chunk-*', (route) => route.abort());
  await input.setInputFiles(file(writeQuarters()));
  await page.locator('.meter [role=alert]').getByText('gick inte att hämta').waitFor();
  await page.unroute('**/assets/chunk-*');
  // The browser reports the script that was refused above.
  expect(troubles.splice(0)).not.toEqual([]);
  await input.setInputFiles([]);
  await input.setInputFiles(file('Tid;kWh\n2025-01-01 00:00;1'));
  await page.locator('.meter [role=alert]').getByText('Exportera ett helt år').waitFor();
  const asBefore = () => expect(verdict).toHaveText(before ?? '');
  await asBefore();
  sent.length = 0;
  await input.setInputFiles(file(writeQuarters()));
  const accept = page.locator('.meter button.main');
  await accept.waitFor();
  await asBefore();
  const unit = page.getByLabel('Enhet för ”Förbrukning (kWh)”');
  await unit.selectOption('Wh');
  await page.locator('.meter').getByText('mycket lite för ett hus').waitFor();
  await unit.selectOption('kWh');
  // Spring's hour is not there, and autumn's two are one.
  await page.locator('.meter-panel').getByText('Köpt: 8').waitFor();
  await accept.press('Enter');
  await page
    .locator('.meter')
    .getByText(/matare.csv: 8.759 kWh/)
    .waitFor();
  await settle(page);
  expect(await verdict.textContent()).not.toBe(before);
  expect(sent.filter((body) => body.includes('consumption'))).toEqual([]);
  await page.getByRole('button', { name: 'Ta bort filen' }).click();
  await settle(page);
  await asBefore();
});
