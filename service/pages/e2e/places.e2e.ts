import type { Page } from '@playwright/test';
import { type Checked, expectGoodLook, test } from './test.ts';
import { visit } from './visit.ts';

const PHONE = { viewport: { width: 320, height: 800 } };

/** Texts that are pasted or typed, and where they lead: the address of the page. */
const TEXTS: [text: string, at: RegExp][] = [
  ['Fallun', /lat=60\.6\d*&lng=15\.6/],
  ['59,61 16,55', /lat=59\.61&lng=16\.55/],
  ['https://www.google.com/maps/@57.7089,11.9746,15z', /lat=57\.7089&lng=11\.9746/],
  ['https://www.openstreetmap.org/#map=15/63.1792/14.6357', /lat=63\.1792&lng=14\.6357/],
  ['Storgatan 5, 791 71 Falun', /lat=60\.6\d*&lng=15\.6/],
];

/** Sentences about what is no place. */
const SENTENCES = {
  sv: [
    ['60.6', 'halv koordinat'],
    ['791 71', 'Postnummer finns inte här'],
    ['https://maps.app.goo.gl/AbCdEf', 'Kortlänkar'],
    ['Qwertyvägen 12', 'adresser finns inte här'],
  ],
  en: [
    ['60.6', 'half a coordinate'],
    ['791 71', 'Postcodes are not known here'],
    ['https://maps.app.goo.gl/AbCdEf', 'Short links'],
    ['Qwerty Road 12', 'addresses are not known here'],
  ],
} as const;

test('misspelt names, degrees and map links lead to their places', async ({
  checked: { browser, base, expect },
}) => {
  const { page, troubles } = await visit(browser, base, PHONE);
  await page.goto(`${base}/?l=sv`);
  const box = page.locator('[role=combobox]').first();
  for (const [text, at] of TEXTS) {
    await box.fill(text);
    await page.locator('[role=option]').first().waitFor();
    await box.press('Enter');
    await page.waitForURL(at);
    expect(true, `places: ${text} leads to ${new URL(page.url()).search}`);
  }
  expect(troubles.length === 0, `places: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
});

for (const lang of ['sv', 'en'] as const)
  test(`what is no place is explained, ${lang}`, ({ checked }) => readSentences(checked, lang));

async function readSentences(
  { browser, base, expect }: Checked,
  lang: keyof typeof SENTENCES,
): Promise<void> {
  const { page } = await visit(browser, base, PHONE);
  await page.goto(`${base}/?l=${lang}`);
  const box = page.locator('[role=combobox]').first();
  const help = await describeBox(page);
  const knows = lang === 'sv' ? 'inte gatuadress' : 'not a street address';
  expect(help.includes(knows), `places ${lang}: ${help}`);
  for (const [text, part] of SENTENCES[lang]) {
    await box.fill(text);
    await page.locator('[role=status]', { hasText: part }).waitFor();
    expect(true, `places ${lang}: "${text}" is told: ${part}`);
  }
  await box.fill('Fallun');
  await page.locator('[role=option]').first().waitFor();
  await expectGoodLook(page);
  await page.context().close();
}

/** The text that describes the box to a screen reader. */
async function describeBox(page: Page): Promise<string> {
  return await page.evaluate(
    `document.getElementById(document.querySelector('[role=combobox]').getAttribute('aria-describedby')).innerText`,
  );
}
