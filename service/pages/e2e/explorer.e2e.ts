import { expect, type Page } from '@playwright/test';
import { runCode } from './run-code.ts';
import { expectGoodLook, test } from './test.ts';
import { FIGURE, kwhOn, openFolds, placeOn, settle, tabTo } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_100_5~27_280_5';

test('a roof is set by mouse, and Back, link and language keep it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/${ROOF}&l=sv`);
  await page.waitForSelector(FIGURE);
  await openFolds(page, 'planes-fold');
  await page.getByRole('button', { name: 'Lägg till takyta' }).click();
  await expect(page.locator('.ring')).toHaveCount(3);
  // Sentences that are longer than the previous ones move what is below them.
  await settle(page);
  const third = page.locator('.ring').nth(2);
  // A hover waits until the ring is at rest, and finds it there.
  await third.hover();
  const ring = await third.boundingBox();
  await page.mouse.down();
  if (ring) await page.mouse.move(ring.x + 60, ring.y - 30, { steps: 5 });
  await page.mouse.up();
  const dragged = await third.getAttribute('aria-valuenow');
  expect(dragged).not.toBe('190');
  await page.waitForURL((url) => url.search.includes(`_${dragged}_5&`));
  await page.goBack();
  await expect(page.locator(`.ring[aria-valuenow="${dragged}"]`)).toHaveCount(0);
  await page.getByText('Visa som tabell').first().click();
  await expectGoodLook(page);
  const address = new URL(page.url()).searchParams.get('f');
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/[?&]l=en/);
  await page.waitForSelector(FIGURE);
  expect(new URL(page.url()).searchParams.get('f')).toBe(address);
});

test('the copied call gives the figure that is shown', async ({ page, baseURL }) => {
  await page.goto(`/${ROOF}&ev=40&l=sv`);
  await settle(page);
  const saves = page.locator('.systems tr', { hasText: 'Sparar per år' }).locator('td').first();
  const shown = Number((await saves.innerText()).replace(/\s/g, ''));
  await openFolds(page, 'code');
  const printed = await runCode('curl', await page.locator('pre').innerText(), baseURL ?? '');
  const { sun_sek }: { sun_sek: number } = JSON.parse(printed);
  expect(Math.round(sun_sek)).toBe(shown);
});

test('the explorer is used by keyboard only', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.clock.install();
  await page.goto('/?l=sv');
  await page.waitForSelector(FIGURE);
  // The place's name comes with the list of places. What is typed before that stands behind it.
  await placeOn(page);
  await tabTo(page, '[role=combobox]');
  await page.keyboard.type('uppsala');
  await page.waitForSelector('[role=option]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('vasteras');
  // The timer that began on leaving the box must not close the list after the focus is back.
  await page.clock.runFor(300);
  await expect(page.locator('[role=option]').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/lat=59\.6/);
  await expect(page.getByRole('combobox').first()).toHaveValue(/^Västerås/);
  await tabTo(page, '.planes-fold > summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.map');
  await tabTo(page, '.map');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForURL(/lat=60\.1/);
  // Until the place has its yields there is no ring.
  await page.waitForSelector('.ring');
  await tabTo(page, '.form-row.roof > summary');
  await page.keyboard.press('Enter');
  await tabTo(page, '.tilts input');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/f=35_/);
  await tabTo(page, '.compass input');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/f=\d+_225_/);
  await tabTo(page, '.ring');
  const before = await kwhOn(page);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/f=\d+_215_/);
  // Nearer to south the roof yields more.
  await expect.poll(() => kwhOn(page)).toBeGreaterThan(before);
});

test.describe('with a thumb', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('a tap takes the place and not the map below it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/?l=sv');
    const box = page.locator('[role=combobox]').first();
    await box.tap();
    await page.keyboard.type('uppsala');
    await page.locator('[role=option]', { hasText: 'Alsike' }).tap();
    await page.waitForURL(/lat=/);
    await page.clock.runFor(300);
    await expect(box).toHaveValue('Alsike');
  });
});

test('a place’s name that comes late is replaced by what is typed', async ({ page }) => {
  const { box, send } = await openBeforePlaces(page);
  await box.focus();
  await send();
  await placeOn(page);
  await page.keyboard.type('alsike');
  await expect(box).toHaveValue('alsike');
});

test('places that come late open no list', async ({ page }) => {
  const { box, send } = await openBeforePlaces(page);
  await box.fill('uppsala');
  await page.keyboard.press('Tab');
  await send();
  await page.clock.runFor(300);
  await expect(page.locator('[role=option]')).toHaveCount(0);
  await box.fill('alsike');
  await page.locator('[role=option]', { hasText: 'Alsike' }).waitFor();
});

test('a place that was entered is taken when the list comes', async ({ page }) => {
  const { box, send } = await openBeforePlaces(page);
  await box.fill('alsike');
  await box.press('Enter');
  await page.keyboard.press('Tab');
  await send();
  await expect(box).toHaveValue('Alsike');
});

/** Opens the page before it has its places. @returns what lets them come */
async function openBeforePlaces(page: Page) {
  await page.clock.install();
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/places\b.*\.json/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/?l=sv');
  const send = async () => {
    const come = page.waitForResponse(/places\b.*\.json/);
    letCome();
    await (await come).finished();
  };
  return { box: page.locator('[role=combobox]').first(), send };
}
