/** What a configurator tells its visitor: the price, what is suggested, and what is kept. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { wordsOf } from '../messages/messages.ts';
import type { Checked } from './check.ts';
import { type Site, siteOf } from './sdk-stand-ins.ts';
import { axeFaults, isTooWide, untilTrue, visit } from './visit.ts';

const PHONE = { width: 360, height: 740 };
const CONTACT = {
  'given-name': 'Åsa',
  'family-name': 'Ek-Östman',
  'street-address': 'Hemliga gatan 7',
  'postal-code': '72212',
  'address-level2': 'Staden',
  email: 'asa@example.com',
  tel: '0705556677',
};

/** The project's demo, whose battery is just paid back; one with dearer batteries; and a page that has the demo in it. */
export async function checkConfigurator({ browser, expect }: Checked): Promise<void> {
  const { demo } = fixture;
  let loader = '';
  const site = await siteOf(() => ({ type: 'text/html', text: hostPage(loader) }));
  const batteries = demo.batteries.map((battery) => ({ ...battery, sek: 2 * battery.sek }));
  const folder = mkdtempSync(join(tmpdir(), 'configurator-check-'));
  const file = join(folder, 'embeds.json');
  const embeds = { demo: { ...demo, origins: [site.base] }, dear: { ...demo, batteries } };
  writeFileSync(file, JSON.stringify(embeds));
  const service = await startProgram([SERVICE], { env: { EMBEDS_FILE: file } });
  loader = service.base;
  try {
    for (const language of ['sv', 'en'] as const) {
      for (const slug of ['demo', 'dear']) {
        const { page, troubles } = await visit(browser, service.base, { viewport: PHONE });
        await page.goto(`${service.base}/embedded/${slug}?l=${language}`);
        await checkOffer(page, { slug, language }, expect);
        if (slug === 'demo') await checkKept(page, language, expect);
        expect(troubles.length === 0, `${slug} ${language}: no trouble ${troubles.join('; ')}`);
        await page.context().close();
      }
    }
    const { page } = await visit(browser, site.base);
    await page.route(`${service.base}/**`, (route) => route.continue());
    await checkPageAround(page, site, expect);
    await page.context().close();
  } finally {
    await service.stop();
    site.close();
    rmSync(folder, { recursive: true });
  }
}

const stepTo = async (page: Page | Frame, heading: string, isBack = false) => {
  await page.locator(isBack ? 'footer [type=button]' : 'footer [type=submit]:enabled').click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

/** The price in the line of the total, with what it is the price of. */
const totalOf = async (page: Page | Frame) =>
  (await page.locator('.total').innerText()).split(' · ').slice(-2).join(' · ');

/** Sees the same price on each step, and a battery that is chosen in it. */
async function checkOffer(
  page: Page,
  { slug, language }: { slug: string; language: 'sv' | 'en' },
  expect: Checked['expect'],
): Promise<void> {
  const words = wordsOf(language).configurator;
  await page.getByRole('combobox').fill('59.61, 16.55');
  await page.keyboard.press('Enter');
  await page.locator('.total').waitFor();
  const totals = [await totalOf(page)];
  for (const step of ['roof', 'house', 'offer'] as const) {
    await stepTo(page, words[step]);
    totals.push(await totalOf(page));
  }
  const confirmed = page.locator('details p', { hasText: words.confirmed });
  await confirmed.waitFor({ state: 'attached' });
  totals.push(await totalOf(page));
  expect(new Set(totals).size === 1, `${slug} ${language}: one price on all steps: ${totals[0]}`);
  const chosen = await page.locator('.offer:has(:checked) strong').first().innerText();
  expect(chosen === words.solar, `${slug} ${language}: no battery is chosen beforehand: ${chosen}`);

  const [, said] = await page.locator('.offer').nth(1).locator('.soft').allInnerTexts();
  const [years, warranty] = said.match(/\d+([.,]\d)?/g)?.map(toNumber) ?? [];
  const isPaid =
    said.split(' {')[0].startsWith(words.batteryAlone.split('{')[0]) && years <= warranty;
  const suggested = await page.locator('.offer > span:has(.suggested) > strong').allInnerTexts();
  const expected = isPaid ? words.battery : words.solar;
  expect(
    suggested.join() === expected && isPaid === (slug === 'demo'),
    `${slug} ${language}: suggested is ${suggested.join()}: ${said}`,
  );

  await page.locator('.offer').nth(1).click();
  const faults = await axeFaults(page);
  expect(Object.keys(faults).length === 0, `${slug} ${language}: axe ${JSON.stringify(faults)}`);
  expect(!(await isTooWide(page)), `${slug} ${language}: fits 360 px`);
  const battery = await totalOf(page);
  for (const step of ['house', 'roof'] as const) await stepTo(page, words[step], true);
  expect(
    (await totalOf(page)) === battery,
    `${slug} ${language}: a battery that is chosen stays in the price: ${battery}`,
  );
  await page.locator('input[type=number]').first().fill('24');
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Reloads on the way: roof, house and choice are there again, and nothing of the person ever was. */
async function checkKept(
  page: Page,
  language: 'sv' | 'en',
  expect: Checked['expect'],
): Promise<void> {
  const words = wordsOf(language).configurator;
  const before = await totalOf(page);
  await untilTrue(page, `(sessionStorage.getItem('demo') ?? '').includes('"panel_count":24')`);
  await page.reload();
  await page.getByText(words.near.split(' {')[0]).waitFor();
  expect((await totalOf(page)) === before, `${language}: a reload keeps the house: ${before}`);
  for (const step of ['roof', 'house', 'offer', 'contact'] as const)
    await stepTo(page, words[step]);
  await page.getByText(words.trial).waitFor();
  for (const [name, text] of Object.entries(CONTACT))
    await page.locator(`[autocomplete=${name}]`).fill(text);
  await page.locator('[type=checkbox]').check();
  // The server takes a form that is three seconds old.
  await page.waitForTimeout(3_400);
  const kept = decodeURIComponent(
    String(
      await page.evaluate(
        'location.href + JSON.stringify({ ...sessionStorage, ...localStorage }) + document.cookie',
      ),
    ),
  );
  const leaked = Object.values(CONTACT).filter((text) => kept.includes(text));
  expect(
    leaked.length === 0 && kept.includes('59.61'),
    `${language}: nothing of the person is kept: ${kept}`,
  );
  await page.locator('footer [type=submit]').click();
  await page.getByText(words.trialThanks).waitFor();
  expect(true, `${language}: a trial says that it keeps nothing, before and after it is sent`);
}

const hostPage = (loader: string) => `<!doctype html><html lang="sv"><title>host</title>
<main><h1>Host</h1><div id="solar"></div></main><script src="${loader}/sdk/v1.js"></script>
<script>SunOverSweden.mount({ slug: 'demo', target: '#solar',
  prefill: { lat: 59.61, lng: 16.55, first_name: 'Anna', use_kwh: Number(new URLSearchParams(location.search).get('use')) } });</script>`;

/** Reloads the page around, which makes its frame anew, and then one that knows of another house. */
async function checkPageAround(
  page: Page,
  { base }: Site,
  expect: Checked['expect'],
): Promise<void> {
  const words = wordsOf('sv').configurator;
  const open = async (isAgain: boolean, use: number) => {
    await (isAgain ? page.reload() : page.goto(`${base}/?use=${use}`));
    const element = await page.locator('#solar iframe').elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('The page has no frame.');
    await frame.locator('.total').waitFor();
    await stepTo(frame, words.roof);
    return frame;
  };
  const panelsIn = (frame: Frame) => frame.locator('input[type=number]').first();
  const first = await open(false, 9000);
  await panelsIn(first).fill('31');
  await untilTrue(first, `(sessionStorage.getItem('demo') ?? '').includes('"panel_count":31')`);
  const second = await open(true, 9000);
  expect(
    (await panelsIn(second).inputValue()) === '31',
    'a reload of the page around keeps what the visitor has changed',
  );
  await stepTo(second, words.house);
  expect(
    (await second.locator('input[type=number]').first().inputValue()) === '9000',
    'and what the page knew',
  );
  const third = await open(false, 12_000);
  expect(
    (await panelsIn(third).inputValue()) === '20',
    'a page that knows of another house begins with that one',
  );
}
