import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '../messages/messages.ts';
import { LINK_INPUTS, makeLink } from './start.ts';
import { type Checked, expectGoodLook, test } from './test.ts';
import { IS_DARK, lookAtLink, settle, visit } from './visit.ts';

/** HTML and styles, compressed. */
const BUDGET_BYTES = 40_000;

const url = () => process.env.E2E_PROPOSAL ?? '';

test('a proposal is light, and its calculator gives the same years', async ({ checked }) => {
  await checkWeight(checked, url());
  await compareYears(checked, url());
});

test('a proposal prints on two sheets', ({ checked }) => print(checked, url()));

test('a changed link returns 404', ({ checked }) => checkGone(checked, url()));

test('a later version of a proposal', async ({ checked }) => {
  const folder = mkdtempSync(join(tmpdir(), 'proposal-check-'));
  const later = join(folder, 'later.json');
  const inputs = JSON.parse(readFileSync(LINK_INPUTS, 'utf8'));
  writeFileSync(later, JSON.stringify({ ...inputs, system: 'charger' }));
  const next = await makeLink(later, url());
  rmSync(folder, { recursive: true });
  for (const language of LANGUAGES)
    await lookAtLink(checked, '/i/... later version', next, {
      width: 360,
      colorScheme: 'dark',
      language,
    });
  await print(checked, next);
});

async function checkWeight({ base, expect }: Checked, url: string): Promise<void> {
  const html = await (await fetch(url)).text();
  const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path);
  let bytes = 0;
  for (const address of [url, ...styles.map((path) => base + path)]) {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers.get('content-length'));
    await answer.body?.cancel();
  }
  expect(bytes < BUDGET_BYTES, `/i/…: ${bytes} bytes of HTML and ${styles.length} style sheets`);
}

/** The calculator that the proposal links to gives the same years for the same house. */
async function compareYears({ browser, base, expect }: Checked, url: string): Promise<void> {
  const { page } = await visit(browser, base, { viewport: { width: 1366, height: 900 } });
  await page.goto(`${url}?l=sv`);
  const yearsIn = async (row: RegExp) => {
    const text = await page.locator('tr', { hasText: row }).first().innerText();
    return Number(/(\d+) år/.exec(text)?.[1]);
  };
  // The first cell of the years is the panels'.
  const proposed = [await yearsIn(/^\s*Betalt på/), await yearsIn(/^\s*10 kWh/)];
  await page.locator('a[href^="/?lat="]').first().click();
  await page.waitForURL(/\/\?lat=/);
  await settle(page);
  const texts = ['.option .paid', '.verdict p.small'].map((one) =>
    page.locator(one).first().innerText(),
  );
  const shown = (await Promise.all(texts)).map((text) =>
    Number(/betalt på (\d+) år/.exec(text)?.[1]),
  );
  expect(
    String(proposed) === String(shown),
    `/i/… says panels and battery are paid off in ${proposed} years, its calculator in ${shown}`,
  );
  await page.context().close();
}

async function print({ browser, base, expect }: Checked, url: string): Promise<void> {
  const { page } = await visit(browser, base, { colorScheme: 'dark' });
  for (const language of ['sv', 'en']) {
    await page.goto(`${url}?l=${language}`, { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print' });
    expect(!(await page.evaluate(IS_DARK)), `/i/… ${language} printed from the dark: light`);
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length;
    const box = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/
      .exec(pdf)
      ?.slice(1)
      .map((points) => Math.round(Number(points)));
    expect(sheets === 2, `/i/… ${language} printed: ${sheets} sheets`);
    expect(String(box) === '595,842', `/i/… ${language} printed: A4 (${box} points)`);
  }
  await page.context().close();
}

async function checkGone({ browser, base, expect }: Checked, url: string): Promise<void> {
  const { page } = await visit(browser, base);
  const answer = await page.goto(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`);
  expect(answer?.status() === 404, '/i/… changed in its last letter: 404');
  await expectGoodLook(page);
  await page.context().close();
}
