import { expect } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';

test.use({ viewport: { width: 320, height: 800 } });

/** Texts that are pasted or typed, and where they lead: the address of the page. */
const TEXTS: [text: string, at: RegExp][] = [
  ['Fallun', /lat=60\.6\d*&lng=15\.6/],
  ['59,61 16,55', /lat=59\.61&lng=16\.55/],
  ['https://www.google.com/maps/@57.7089,11.9746,15z', /lat=57\.7089&lng=11\.9746/],
  ['https://www.openstreetmap.org/#map=15/63.1792/14.6357', /lat=63\.1792&lng=14\.6357/],
  ['Storgatan 5, 791 71 Falun', /lat=60\.6\d*&lng=15\.6/],
];

/** Sentences about what is no place. */
const SENTENCES = [
  ['60.6', 'halv koordinat'],
  ['791 71', 'Postnummer finns inte här'],
  ['https://maps.app.goo.gl/AbCdEf', 'Kortlänkar'],
  ['Qwertyvägen 12', 'adresser finns inte här'],
];

test('misspelt names, degrees and map links lead to their places', async ({ page }) => {
  await page.goto('/?l=sv');
  const box = page.locator('[role=combobox]').first();
  for (const [text, at] of TEXTS) {
    await box.fill(text);
    await page.locator('[role=option]').first().waitFor();
    await box.press('Enter');
    await page.waitForURL(at);
  }
});

test('what is no place is explained', async ({ page }) => {
  await page.goto('/?l=sv');
  const box = page.locator('[role=combobox]').first();
  await expect(box).toHaveAccessibleDescription(/inte gatuadress/);
  for (const [text, part] of SENTENCES) {
    await box.fill(text);
    await page.locator('[role=status]', { hasText: part }).waitFor();
  }
  await box.fill('Fallun');
  await page.locator('[role=option]').first().waitFor();
  await expectGoodLook(page);
});

test('Enter right after the last letter chooses from the list of the whole text', async ({
  page,
}) => {
  await page.goto('/embedded/demo?l=sv');
  await page.locator('[role=combobox]').fill('v');
  await page.locator('[role=option]').first().waitFor();
  // The next task is the earliest in which a browser delivers a key.
  await page.evaluate(`(async () => {
    const box = document.querySelector('[role=combobox]');
    box.value = 'vasteras';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const { port1, port2 } = new MessageChannel();
    await new Promise((done) => { port1.onmessage = done; port2.postMessage(0); });
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  })()`);
  await expect(page.locator('[role=status]').first()).toHaveText('Valt: Västerås');
});
