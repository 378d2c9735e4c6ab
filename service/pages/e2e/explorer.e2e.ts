import { expect } from '@playwright/test';
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
  // The ring is drawn in the next frame.
  await settle(page);
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
  await tabTo(page, '.country > summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.map');
  // Its sentence is computed when it is seen. What came above it meanwhile may have moved it out of the window.
  await page.locator('.country').evaluate((fold) => fold.scrollIntoView());
  await page.locator('.elsewhere', { hasText: 'Kiruna' }).waitFor();
  await tabTo(page, '.map');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForURL(/lat=60\.1/);
  await tabTo(page, '.planes-fold > summary');
  await page.keyboard.press('Enter');
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
