import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import inputs from '../../../fixtures/link-inputs.json' with { type: 'json' };
import { LANGUAGES, wordsOf } from '../messages/messages.ts';
import { LINK_INPUTS, makeLink } from './start.ts';
import { expectGoodLook, expectRefusals, test } from './test.ts';
import { expectNarrowTables, goOn, isDark, settle } from './visit.ts';

const url = () => process.env.E2E_PROPOSAL ?? '';

test('explorer and configurator give the years of a proposal', async ({ page, installer }) => {
  await page.goto(`${url()}?l=sv`);
  const yearsIn = async (row: RegExp) => {
    const cells = page.locator('tr', { hasText: row }).first().locator('td');
    return (await cells.allInnerTexts()).map(wholeYears);
  };
  const [panels, both] = await yearsIn(/^\s*Betalt på/);
  const [, , battery] = await yearsIn(/^\s*10 kWh/);
  await page.locator('a[href^="/?lat="]').first().click();
  await page.waitForURL(/\/\?lat=/);
  await settle(page);
  const shown = await page.locator('.option .paid, .verdict p.small').allInnerTexts();
  expect(shown.map(wholeYears)).toEqual([panels, both, battery]);
  await page.goto(`${installer}/demo?l=sv`);
  const frame = await fillConfigurator(page);
  await frame.locator('.offers:not([aria-busy=true])').waitFor();
  const offered = await frame.locator('.offer').allInnerTexts();
  expect(offered.map(paidYears).slice(0, 2)).toEqual([panels, both]);
  await expect(frame.locator('.offer:has(.suggested)')).toContainText(
    `Batteriet är betalt på ungefär ${battery} år`,
  );
});

/** Years of a table or a sentence, rounded to whole ones. */
function wholeYears(text: string): number {
  const [, years = ''] = /([\d,]+) år/.exec(text) ?? [];
  return Math.round(Number(years.replace(',', '.')));
}

/** Years of a system of the configurator, which also names those of the battery. */
function paidYears(text: string): number {
  return Number(/, betalt på ungefär (\d+) år/.exec(text)?.[1]);
}

/** Fills in the example's house in the configurator of an installer's site. */
async function fillConfigurator(page: Page): Promise<FrameLocator> {
  const { lat, lng, faces, use } = inputs;
  const prefill = { lat, lng, faces, use_kwh: use.yearly_kwh };
  const mount = { slug: 'demo', target: '#solar', locale: 'sv', prefill };
  await page.evaluate(
    `document.querySelector('#solar').replaceChildren(); SunOverSweden.mount(${JSON.stringify(mount)})`,
  );
  const frame = page.frameLocator('iframe');
  const words = wordsOf('sv').configurator;
  for (const step of ['roof', 'house'] as const) await goOn(frame, words[step]);
  await frame.getByLabel(words.ev).fill(String(use.ev_km_per_day));
  await goOn(frame, words.offer);
  return frame;
}

test('a changed link returns 404', async ({ page, troubles }) => {
  const answer = await page.goto(`${url().slice(0, -1)}${url().endsWith('A') ? 'B' : 'A'}`);
  expect(answer?.status()).toBe(404);
  await expectGoodLook(page);
  expectRefusals(troubles, /\b404\b/);
});

test.describe('on a dark phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' });

  test('a later version reads well and prints on two light sheets', async ({ page }) => {
    const later = await makeLater();
    for (const language of LANGUAGES) {
      await page.goto(`${later}?l=${language}`);
      await page.locator('svg').first().waitFor();
      for (const name of ['Svenska', 'English'])
        await expect(page.getByRole('link', { name })).toBeVisible();
      await expectGoodLook(page);
      await expectNarrowTables(page);
      await expectTwoSheets(page);
    }
  });
});

/** Writes the link of the example's next version, in which another system is chosen. */
async function makeLater(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proposal-check-'));
  const later = join(folder, 'later.json');
  const inputs = JSON.parse(readFileSync(LINK_INPUTS, 'utf8'));
  writeFileSync(later, JSON.stringify({ ...inputs, system: 'charger' }));
  const link = await makeLink(later, url());
  rmSync(folder, { recursive: true });
  return link;
}

/** Expects a page that is dark on the screen to be printed on two A4, light. */
async function expectTwoSheets(page: Page): Promise<void> {
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await isDark(page)).toBe(false);
  await page.emulateMedia({ media: null });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([width, height].map((points) => Math.round(Number(points)))).toEqual([595, 842]);
}
