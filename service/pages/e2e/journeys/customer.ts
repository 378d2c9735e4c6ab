import type { Frame, Page } from 'playwright-core';
import { wordsOf } from '../../messages/messages.ts';
import { arrive, type Journey, setOut, stopAt } from './journey.ts';

const CONTACT = {
  'given-name': 'Åsa',
  'family-name': 'Ek',
  'street-address': 'Stora gatan 1',
  'postal-code': '722 12',
  'address-level2': 'Västerås',
  email: 'asa@example.com',
};

/** An installer's page with the configurator on it, as /docs/sdk tells installers to make one. */
export const installersPage = (
  base: string,
  language: string,
) => `<!doctype html><html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Solkraft</title>
<h1>Solkraft</h1><div id="solar"></div>
<script src="${base}/sdk/v1.js"></script>
<script>SunOverSweden.mount({ slug: 'demo', target: '#solar', locale: '${language}' });</script>`;

/** An installer's customer gets an offer on the installer's own page and asks for it. */
export async function goAsCustomer(journey: Journey): Promise<void> {
  const { base, installer, language, where, expect } = journey;
  const words = wordsOf(language).configurator;
  const way = await setOut(journey, installer);
  const { page } = way;
  await page.route(`${base}/**`, (route) => route.continue());
  await page.goto(`${installer}/${language}`);
  const frame = await frameOn(page);
  await frame.getByRole('combobox').fill('vasteras');
  await frame.getByRole('option').first().click();
  await frame.locator('.total').waitFor();
  await stopAt(journey, way, 'where', frame);
  for (const step of ['roof', 'house', 'offer'] as const) {
    await goOn(frame, words[step]);
    await stopAt(journey, way, step, frame);
  }
  await frame.locator('.offer').nth(1).click();
  const price = await frame.locator('.total').innerText();
  expect(/\d/.test(price), `${where}: the price is told: ${price}`);
  await goOn(frame, words.contact);
  for (const [field, value] of Object.entries(CONTACT))
    await frame.locator(`[autocomplete=${field}]`).fill(value);
  await frame.getByRole('checkbox').check();
  await stopAt(journey, way, 'contact', frame);
  // A form that is sent in less time is a robot's.
  await page.waitForTimeout(3000);
  await goOn(frame, words.thanks);
  await stopAt(journey, way, 'thanks', frame);
  await arrive(journey, way, "installer's customer");
}

async function frameOn(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error(`${page.url()} has no frame.`);
  return frame;
}

async function goOn(frame: Frame, heading: string): Promise<void> {
  await frame.locator('[type=submit]:enabled').click();
  await frame.getByRole('heading', { level: 1, name: heading }).waitFor();
}
