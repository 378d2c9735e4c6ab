/** Markup in every text that visitors, installers and makers of data set: it is shown as text, and no policy lets a script of it run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Frame, type Page } from '@playwright/test';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import inputs from '../../../fixtures/link-inputs.json' with { type: 'json' };
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { FLAGS, LISTS, NUMBERS, OWN } from '../explorer/url-state.ts';
import { wordsOf } from '../messages/messages.ts';
import { KEY, PERSON, put, startIntegrations } from './integrations/start-integrations.ts';
import { makeLink } from './start.ts';
import { expectRefusals, test } from './test.ts';
import { goOn, openFolds, settle } from './visit.ts';

const JANUARY = Date.UTC(2024, 11, 31, 23);
const words = wordsOf('sv').configurator;

/** Ends attributes, elements and scripts, and has what runs. */
const EVIL = `'"></title></script><img src=x onerror=stolen()><script>stolen()</script>`;
/** Elements that exist only if the text became markup. */
const MADE = 'img[src="x"], script:not([src]):not([type="application/json"])';

/** Counts the calls of what the markup calls. */
async function watchStolen(page: Page): Promise<() => number> {
  let calls = 0;
  await page.exposeFunction('stolen', () => {
    calls++;
  });
  return () => calls;
}

/** Expects that no markup became an element. */
async function expectText(page: Page | Frame): Promise<void> {
  await expect(page.locator(MADE)).toHaveCount(0);
}

/** Puts the markup into a page as elements, as a fault of ours would: the policy refuses what runs. */
async function expectRefused(page: Page, troubles: string[], stolen: () => number): Promise<void> {
  expect(troubles).toEqual([]);
  await page.evaluate(`{
    const script = document.createElement('script');
    script.textContent = 'stolen()';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<svg onload="stolen()"></svg><a id=evil href="javascript:stolen()">x</a>');
    document.querySelector('#evil').click();
  }`);
  // All three are refused. The page's event about each comes after the browser's own line, and may come late.
  await expect
    .poll(() => troubles.filter((one) => one.startsWith('console: policy: script-src')))
    .toHaveLength(3);
  expect(stolen()).toBe(0);
  troubles.splice(0);
}

test('explorer: every parameter of a link, a file and its columns, and the price lists', async ({
  page,
  troubles,
}) => {
  const stolen = await watchStolen(page);
  const names = [
    ...['lat', 'lng', 'f', 'net', 'fuse', 'v', 'l', EVIL],
    ...[...LISTS, ...FLAGS].map(([name]) => name),
    ...Object.keys({ ...NUMBERS, ...OWN }),
  ];
  const evil = new URLSearchParams(names.map((name) => [name, EVIL]));
  await page.goto(`/?${evil}`);
  await settle(page);
  await expectText(page);
  await page.route('**/data/*tariffs*', async (route) => {
    const response = await route.fetch();
    const lists: object[] = await response.json();
    await route.fulfill({
      response,
      json: lists.map((list) => ({ ...list, company: EVIL, product: EVIL, note: EVIL })),
    });
  });
  await page.goto('/?lat=57.7&lng=11.97&f=35_180_8&net=goteborg-gnm63-2026&l=sv');
  await settle(page);
  await page.locator('option', { hasText: 'stolen()' }).first().waitFor({ state: 'attached' });
  await openFolds(page, 'house', 'meter-fold');
  const name = `"><img src=x onerror=stolen()>.csv`;
  const head = `Tid;"${EVIL.replaceAll('"', '""')} (kWh)"`;
  const rows = Array.from(
    { length: 8760 },
    (_, i) => `${new Date(i * 3_600_000 + JANUARY).toISOString()};1`,
  );
  const buffer = Buffer.from([head, ...rows].join('\n'));
  await page
    .locator('.meter input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
  // A file whose column is unknown opens its choices by itself.
  await page.locator('.meter-panel select').first().waitFor();
  await page.locator('.meter-panel').getByText('stolen()').first().waitFor({ state: 'attached' });
  await expectText(page);
  await page.locator('.meter-panel select').first().selectOption('bought');
  await page.locator('.meter-panel button.main').click();
  await page.locator('.meter [role=status] p', { hasText: 'stolen()' }).waitFor();
  await expectText(page);
  await expectRefused(page, troubles, stolen);
});

test('configurator and proposal: all texts of an installer, the host page and the visitor', async ({
  page,
  installer,
  troubles,
}) => {
  const stolen = await watchStolen(page);
  const folder = mkdtempSync(join(tmpdir(), 'markup-'));
  const EMBEDS_FILE = join(folder, 'embeds.json');
  writeFileSync(EMBEDS_FILE, JSON.stringify({ evil: evilRecord([installer]) }));
  const service = await startProgram([SERVICE], { env: { EMBEDS_FILE } });
  try {
    await page.goto(
      `${service.base}/embedded/evil?l=${encodeURIComponent(EVIL)}&theme=${encodeURIComponent(EVIL)}`,
    );
    await expectText(page);
    await page.goto(`${service.base}/embedded/${encodeURIComponent(EVIL)}`);
    await expectText(page);
    expectRefusals(troubles, /\b404\b/);
    await page.goto(`${service.base}/embedded/evil?l=sv`);
    await page.getByRole('combobox').fill('59.61, 16.55');
    await page.keyboard.press('Enter');
    await page.locator('.where [role=status]', { hasText: /\S/ }).waitFor();
    for (const step of ['roof', 'house', 'offer', 'contact'] as const) {
      await goOn(page, words[step]);
      await expectText(page);
    }
    for (const name of ['given-name', 'family-name', 'street-address', 'address-level2'])
      await page.locator(`[autocomplete=${name}]`).fill(EVIL.slice(0, 60));
    await page.locator('[autocomplete=postal-code]').fill('722 12');
    await page.locator('[type=email]').fill('asa@example.com');
    await page.locator('[type=checkbox]').check();
    await page.locator('footer [type=submit]').click();
    await page.getByText(words.trialThanks).waitFor();
    await expectText(page);
    // A form of less than three seconds is refused once, as a robot's.
    expectRefusals(troubles, /\b422\b/);
    await expectRefused(page, troubles, stolen);

    const path = join(folder, 'inputs.json');
    writeFileSync(path, JSON.stringify({ ...inputs, brand: 'evil', place: EVIL }));
    const { pathname } = new URL(await makeLink(path));
    for (const language of ['sv', encodeURIComponent(EVIL)]) {
      await page.goto(`${service.base}${pathname}?l=${language}`);
      await expect(page.locator('body')).toContainText('stolen()');
      await expectText(page);
    }
    await expectRefused(page, troubles, stolen);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});

test("offer and inbox: an organisation's, a prospect's and an offer's texts", async ({
  page,
  troubles,
}) => {
  const stolen = await watchStolen(page);
  const { base, end } = await startIntegrations({ name: EVIL });
  try {
    await put(base, '/prospects/p-1', { ...PERSON, first_name: EVIL, last_name: EVIL });
    const row = {
      description: EVIL,
      quantity: 1,
      unit: 'st',
      unit_price_ore: 100_00,
      vat_percent: 25,
      subsidy_class: 'none',
    };
    const { public_url } = await put(base, '/offers/o-1', {
      ...{ prospect_id: 'p-1', number: 'A-1', title: EVIL, valid_until: '2999-12-31' },
      ...{ payment_date: '2026-12-15', turnkey: false, rows: [row], applicants: [] },
    });
    await page.goto(`${base}${new URL(public_url).pathname}?l=sv`);
    await expect(page.locator('body')).toContainText('stolen()');
    await expectText(page);
    await expectRefused(page, troubles, stolen);
    await page.goto(`${base}/integrations/inbox?l=${encodeURIComponent(EVIL)}`);
    await page.locator('#key').fill(KEY);
    await page.locator('form [type=submit], form button').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectText(page);
    await expectRefused(page, troubles, stolen);
  } finally {
    await end();
  }
});

/** A configurator whose every free text is the markup. */
function evilRecord(origins: string[]) {
  const titled = <Part extends { title: string }>(parts: Part[]) =>
    parts.map((part) => ({ ...part, title: EVIL }));
  const { demo } = fixture;
  const consent = {
    version: EVIL.slice(0, 40),
    sv: EVIL,
    en: EVIL,
    privacy_url: `https://a.example/${EVIL}`,
  };
  return {
    ...{ ...demo, title: EVIL, origins },
    panels: titled(demo.panels),
    inverters: titled(demo.inverters),
    batteries: titled(demo.batteries),
    chargers: titled(demo.chargers),
    lead: { ...demo.lead, consent },
  };
}
