/** A house's meter on the explorer: from its files to other figures, and back. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
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
  const schema = 'http://schemas.openxmlformats.org';
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="${schema}/package/2006/relationships"><Relationship Id="r1" Type="${schema}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  const main = `${schema}/spreadsheetml/2006/main`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${schema}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${schema}/officeDocument/2006/relationships"><sheets><sheet name="Blad1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${head}${rows.join('')}</sheetData></worksheet>`,
  };
  const bytes = zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, part]) => [path, strToU8(part)])),
  );
  return { name: 'bok.xlsx', mimeType: 'application/zip', buffer: Buffer.from(bytes) };
}

test("a house's meter by keys only: errors are named, its figures count, and it is sent nowhere", async ({
  page,
  troubles,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/?l=sv');
  await settle(page);
  const verdict = page.locator('.systems tbody');
  const before = (await verdict.textContent()) ?? '';
  for (const fold of ['details.house', 'details.meter-fold']) {
    await page.locator(`${fold} > summary`).focus();
    await page.keyboard.press('Enter');
  }
  const input = page.locator('.meter input[type=file]');
  const meter = page.locator('.meter');
  const panel = page.locator('.meter-panel');

  // The code that reads files may not come, and a file may be too short.
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
  const chosen = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chosen).setFiles(months);
  await page.getByLabel('Vad är ”Serie A (kWh)”?').waitFor();
  await tabTo(page, '.meter-panel select');
  await page.keyboard.press('End');
  await meter.getByText('ingen kolumn med köpt el').waitFor();
  await page.keyboard.press('Home');
  await panel.getByText(/Köpt: 10.9/).waitFor();
  const unit = page.getByLabel('Enhet för ”Serie A (kWh)”');
  await unit.selectOption('Wh');
  await meter.getByText('mycket lite för ett hus').waitFor();
  await unit.selectOption('kWh');
  await panel.getByText(/Köpt: 10.9/).waitFor();
  await expectGoodLook(page);
  await expect(verdict).toHaveText(before);
  await tabTo(page, '.meter-panel button.main');
  await page.keyboard.press('Space');
  await meter.getByText(/del-1.csv … del-12.csv: 10.9/).waitFor();
  await settle(page);
  await expect(verdict).not.toHaveText(before);
  expect(sent.filter((body) => body.includes('consumption'))).toEqual([]);

  await page.getByRole('button', { name: 'Ta bort filen' }).press('Enter');
  await settle(page);
  await expect(verdict).toHaveText(before);
  await input.setInputFiles(workbook());
  await panel.getByText(/Köpt: 10.9/).waitFor();
});

test('files that are too large, and a picture, get a sentence, and the page goes on', async ({
  page,
}, info) => {
  await page.goto('/?l=sv');
  await settle(page);
  await openFolds(page, 'house', 'meter-fold');
  const input = page.locator('.meter input[type=file]');
  const said = page.locator('.meter').getByRole('alert');
  const path = info.outputPath('stor.csv');
  const file = openSync(path, 'w');
  ftruncateSync(file, 200_000_000);
  closeSync(file);
  await input.setInputFiles(path);
  await said.getByText('stor.csv är för stor').waitFor();
  const zip = zipSync({ 'bomb.csv': Buffer.alloc(100_000_000) });
  await input.setInputFiles({
    ...{ name: 'liten.zip', mimeType: 'application/zip' },
    buffer: Buffer.from(zip),
  });
  await said.getByText('liten.zip är för stor').waitFor();
  const buffer = await page.screenshot();
  await input.setInputFiles({ name: 'tak.png', mimeType: 'image/png', buffer });
  await said.getByText('tak.png är varken text eller en Excel-fil').waitFor();
  await input.setInputFiles(workbook());
  await page
    .locator('.meter-panel')
    .getByText(/Köpt: 10.9/)
    .waitFor();
});
