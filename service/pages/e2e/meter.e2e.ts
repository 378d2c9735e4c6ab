/** A house's meter on the explorer: from its files to other figures, and back. */
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { expect, type FileChooser, type Locator } from '@playwright/test';
import { zipSync } from 'fflate';
import { bookOf } from '#engine/meter/files/workbook.test-kit.ts';
import { expectGoodLook, test } from './test.ts';
import { openFolds, settle, tabTo } from './visit.ts';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2024, 11, 31, 23);
const HOURS_MS = Array.from({ length: 8760 }, (_, i) => FIRST_MS + i * HOUR_MS);

const csv = (name: string, hours: readonly number[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['Tid;Serie A (kWh)', ...hours.map((ms) => `${new Date(ms).toISOString()};1,25`)].join('\n'),
  ),
});

/** Twelve files of a year that go on in time, of a house that takes 1.25 kW in every hour. */
const months = Array.from({ length: 12 }, (_, i) =>
  csv(`del-${i + 1}.csv`, HOURS_MS.slice(i * 730, (i + 1) * 730)),
);

/** A workbook with a time as text and a number in each row. */
function workbook() {
  const text = (cell: string, value: string) =>
    `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = HOURS_MS.map((ms, i) => {
    const number = `<c r="B${i + 2}"><v>1.25</v></c>`;
    return `<row r="${i + 2}">${text(`A${i + 2}`, new Date(ms).toISOString())}${number}</row>`;
  });
  const head = `<row r="1">${text('A1', 'Tid')}${text('B1', 'Förbrukning (kWh)')}</row>`;
  const { name, bytes } = bookOf(head + rows.join(''));
  return { name, mimeType: 'application/zip', buffer: Buffer.from(bytes) };
}

/** One line, or two where it is narrow. */
const MOST_FOLDED_PX = 80;
const heightOf = async (panel: Locator) => (await panel.boundingBox())?.height ?? 0;

test("a house's meter by keys only: errors are named, its figures count, and it is sent nowhere", async ({
  page,
  troubles,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  // From the beginning: the browser must know it before the key is pressed.
  const chosen = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/?l=sv');
  await settle(page);
  const verdict = page.locator('.systems tbody');
  await expect(verdict).not.toContainText('…');
  const before = (await verdict.textContent()) ?? '';
  for (const fold of ['details.house', 'details.meter-fold']) {
    await page.locator(`${fold} > summary`).focus();
    await page.keyboard.press('Enter');
  }
  const input = page.locator('.meter input[type=file]');
  const meter = page.locator('.meter');
  const panel = page.locator('.meter-panel');

  // The code that reads files may not come, and a file may be too short.
  await input.waitFor();
  await page.route('**/assets/chunk-*', (route) => route.abort());
  await input.setInputFiles(months);
  await meter.getByRole('alert').getByText('gick inte att hämta').waitFor();
  await page.unroute('**/assets/chunk-*');
  // The browser reports the script that was refused above.
  expect(troubles.splice(0)).not.toEqual([]);
  await input.setInputFiles([]);
  await input.setInputFiles(months.slice(0, 1));
  await meter.getByRole('alert').getByText('Exportera ett helt år').waitFor();

  await input.focus();
  await page.keyboard.press('Enter');
  await (await chosen).setFiles(months);
  await panel.getByText(/^10.949 kWh köpt/).waitFor();
  await tabTo(page, '.meter-panel summary');
  await page.keyboard.press('Enter');
  await page.getByLabel('Vad är ”Serie A (kWh)”?').waitFor();
  await tabTo(page, '.meter-panel select');
  await page.keyboard.press('End');
  await meter.getByText('ingen kolumn med köpt el').waitFor();
  await page.keyboard.press('Home');
  await panel.getByText(/^10.949 kWh köpt/).waitFor();
  const unit = page.getByLabel('Enhet för ”Serie A (kWh)”');
  await unit.selectOption('Wh');
  await meter.getByText('mycket lite för ett hus').waitFor();
  await unit.selectOption('kWh');
  await panel.getByText(/^10.949 kWh köpt/).waitFor();
  await expectGoodLook(page);
  await expect(verdict).toHaveText(before);
  await tabTo(page, '.meter-panel button.main');
  await page.keyboard.press('Space');
  await expect(panel.getByRole('combobox')).toHaveCount(0);
  expect(await heightOf(panel)).toBeLessThan(MOST_FOLDED_PX);
  await meter.getByText(/del-1.csv … del-12.csv: 10.9/).waitFor();
  await settle(page);
  await expect(verdict).not.toHaveText(before);
  expect(sent.filter((body) => body.includes('consumption'))).toEqual([]);

  // A link has the sums of the file: its recipient reads that the file is not in it.
  await page.getByRole('button', { name: 'Kopiera länk (utan mätarens fil)' }).waitFor();
  expect(page.url()).toContain('&bought=10949&');
  const recipient = await page.context().newPage();
  await recipient.goto(page.url());
  await recipient.getByText('mätarfil som inte är med i länken').waitFor();
  await settle(recipient);
  await expect(recipient.locator('.option').first()).toContainText('betalt');
  await recipient.close();

  await page.getByRole('button', { name: 'Ta bort filen' }).press('Enter');
  await settle(page);
  await expect(verdict).toHaveText(before);
  await input.setInputFiles(workbook());
  await panel.getByText(/^10.949 kWh köpt/).waitFor();
});

test('files that are too large, and a picture, get a sentence, and the page goes on', async ({
  page,
}, info) => {
  await page.goto('/?l=sv');
  await settle(page);
  await openFolds(page, 'house', 'meter-fold');
  const input = page.locator('.meter input[type=file]');
  const alert = page.locator('.meter').getByRole('alert');
  const path = info.outputPath('stor.csv');
  const file = openSync(path, 'w');
  ftruncateSync(file, 200_000_000);
  closeSync(file);
  await input.setInputFiles(path);
  await alert.getByText('stor.csv är för stor').waitFor();
  const zip = zipSync({ 'bomb.csv': Buffer.alloc(100_000_000) });
  await input.setInputFiles({
    ...{ name: 'liten.zip', mimeType: 'application/zip' },
    buffer: Buffer.from(zip),
  });
  await alert.getByText('liten.zip är för stor').waitFor();
  const buffer = await page.screenshot();
  await input.setInputFiles({ name: 'tak.png', mimeType: 'image/png', buffer });
  await alert.getByText('tak.png är varken text eller en Excel-fil').waitFor();
  await input.setInputFiles(workbook());
  await page
    .locator('.meter-panel')
    .getByText(/^10.949 kWh köpt/)
    .waitFor();
});

test('an accepted file is one line, and what was asked does not come back', async ({ page }) => {
  await page.goto('/?l=en');
  await settle(page);
  await openFolds(page, 'house', 'meter-fold');
  const rows = HOURS_MS.map((ms) => `${new Date(ms + HOUR_MS).toISOString().slice(0, 16)};1,25`);
  await page.locator('.meter input[type=file]').setInputFiles({
    ...{ name: 'vinter.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(['Tid;Förbrukning (kWh)', ...rows].join('\n')),
  });
  const panel = page.locator('.meter-panel');
  await panel.getByRole('alert').getByText('which clock').waitFor();
  await panel.getByRole('button', { name: 'Yes, use the file like this' }).click();
  await expect(panel.getByText('which clock')).toHaveCount(0);
  const line = panel.locator('summary').first();
  await expect(line).toHaveText(/^10,949 kWh bought in a year. Change$/);
  expect(await heightOf(panel)).toBeLessThan(MOST_FOLDED_PX);
  await expectGoodLook(page);
  await line.click();
  await panel.getByRole('combobox').first().selectOption('consumption');
  await expect(panel.getByText('which clock')).toHaveCount(0);
  await panel.getByRole('button').first().waitFor();
});

/** Three years of five minutes. The worker of a page has a smaller stack than Node. */
const MANY = 3 * 105_120;
const LONGEST_TASK_MS = 2000;

test('a file of 315 360 lines is read, and the page goes on', async ({ page }, info) => {
  await page.goto('/?l=sv');
  await settle(page);
  await openFolds(page, 'house', 'meter-fold');
  const first = Date.UTC(2022, 11, 31, 23);
  const rows = Array.from(
    { length: MANY },
    (_, i) => `${new Date(first + i * 300_000).toISOString()};0,1041666667`,
  );
  const longest = await page.evaluateHandle(() => {
    const found = { ms: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.ms = Math.max(found.ms, duration);
    }).observe({ type: 'longtask' });
    return found;
  });
  const path = info.outputPath('minuter.csv');
  writeFileSync(path, ['Tid;Förbrukning (kWh)', ...rows].join('\n'));
  await page.locator('.meter input[type=file]').setInputFiles(path);
  await page
    .locator('.meter-panel')
    .getByText(/^10.950 kWh köpt/)
    .waitFor();
  expect(await longest.evaluate(({ ms }) => ms)).toBeLessThan(LONGEST_TASK_MS);
});
