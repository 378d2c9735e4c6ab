/** The search for a place, which the explorer and the configurator share. */
import { expect, type Page } from '@playwright/test';
import { expectGoodLook, test } from './test.ts';
import { placeOn } from './visit.ts';

/** Sentences about what is no place. */
const SENTENCES = [
  ['60.6', 'halv koordinat'],
  ['791 71', 'Postnummer finns inte här'],
  ['https://maps.app.goo.gl/AbCdEf', 'Kortlänkar'],
  ['Qwertyvägen 12', 'adresser finns inte här'],
];

test('other texts than places are explained, a name that is like one is not taken, and a map link finds its place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/?l=sv');
  const box = page.getByRole('combobox').first();
  await expect(box).toHaveAccessibleDescription(/inte gatuadress/);
  for (const [text, part] of SENTENCES) {
    await box.fill(text);
    await page.locator('[role=status]', { hasText: part }).waitFor();
  }
  await box.fill('Fallun');
  await page.getByRole('option', { name: 'Falun' }).first().waitFor();
  await expectGoodLook(page);
  await box.fill('Oslo');
  await page.getByRole('option', { name: 'Ösmo' }).waitFor();
  await box.press('Enter');
  await page.locator('[role=status]', { hasText: 'Ingen ort heter precis så' }).waitFor();
  expect(page.url()).not.toContain('lat=');
  await box.press('ArrowDown');
  await box.press('Enter');
  await page.waitForURL(/lat=58\.98/);
  await box.fill('https://www.openstreetmap.org/#map=15/63.1792/14.6357');
  await page.getByRole('option', { name: '63.1792, 14.6357' }).waitFor();
  await box.press('Enter');
  await page.waitForURL(/lat=63\.1792&lng=14\.6357/);
});

test("typing replaces a place's name that loads late", async ({ page }) => {
  const { box, send } = await openBeforePlaces(page, '/?l=sv');
  await box.focus();
  await send();
  await placeOn(page);
  await page.keyboard.type('alsike');
  await expect(box).toHaveValue('alsike');
});

test('places that load late open no list, and an entered place is then chosen', async ({
  page,
}) => {
  await page.clock.install();
  const { box, send } = await openBeforePlaces(page, '/embedded/demo?l=sv');
  await box.fill('uppsala');
  await page.keyboard.press('Tab');
  await send();
  await page.clock.runFor(300);
  await expect(page.getByRole('option')).toHaveCount(0);
  const entered = await openBeforePlaces(page, '/embedded/demo?l=sv');
  await entered.box.fill('alsike');
  await entered.box.press('Enter');
  await page.keyboard.press('Tab');
  await entered.send();
  await expect(page.locator('.where [role=status]')).toHaveText('Valt: Alsike');
});

/** Opens a page before it has its places. @returns what lets them come */
async function openBeforePlaces(page: Page, path: string) {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(
    /places\b.*\.json/,
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(path);
  const send = async () => {
    const come = page.waitForResponse(/places\b.*\.json/);
    letCome();
    await (await come).finished();
  };
  return { box: page.getByRole('combobox').first(), send };
}

test.describe('with a thumb', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('a tap chooses the place and not the map below it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/embedded/demo?l=sv');
    await page.getByRole('combobox').tap();
    await page.keyboard.type('uppsala');
    await page.getByRole('option', { name: 'Alsike' }).tap();
    const chosen = page.locator('.where [role=status]');
    await expect(chosen).toHaveText('Valt: Alsike');
    await page.clock.runFor(300);
    await expect(chosen).toHaveText('Valt: Alsike');
  });
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
