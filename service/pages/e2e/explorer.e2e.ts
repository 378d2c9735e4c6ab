import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type Checked, expectGoodLook, test } from './test.ts';
import { FIGURE, kwhOn, openFolds, placeOn, settle, visit } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_100_5~27_280_5';

test('a roof is set by mouse, and Back, link and language keep it', async ({
  checked: { browser, base, expect },
}) => {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/${ROOF}&l=sv`);
  await page.waitForSelector(FIGURE);
  const figure = await kwhOn(page);
  const asked = await yieldOf(base, [100, 280], 5);
  expect(figure === Math.round(asked), `the year is the API's: ${figure} of ${asked} kWh`);
  await openFolds(page, 'planes-fold');
  await page.getByRole('button', { name: 'Lägg till takyta' }).click();
  expect((await page.locator('.ring').count()) === 3, 'a third face has a ring');
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
  expect(dragged !== '190', `dragging moves it, to azimuth ${dragged}`);
  await page.waitForURL((url) => url.search.includes(`_${dragged}_5&`));
  expect(true, `the address holds it: ${page.url()}`);
  await page.goBack();
  expect((await page.locator('.ring').count()) >= 2, 'Back leads to the step before');
  await page.getByText('Visa som tabell').first().click();
  await expectGoodLook(page);
  const address = new URL(page.url()).searchParams.get('f');
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/[?&]l=en/);
  await page.waitForSelector(FIGURE);
  const kept = new URL(page.url()).searchParams.get('f');
  expect(kept === address, `the other language has the same roof: ${kept}`);
  expect(troubles.length === 0, `the explorer: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
});

test('the copied call gives the figure that is shown', async ({
  checked: { browser, base, expect },
}) => {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/${ROOF}&ev=40&l=sv`);
  await settle(page);
  const saves = page.locator('.systems tr', { hasText: 'Sparar per år' }).locator('td').first();
  const shown = Number((await saves.innerText()).replace(/\s/g, ''));
  await openFolds(page, 'code');
  const command = await page.locator('pre').innerText();
  // From an address of its own: other tests use up the limits of this machine's.
  const counted = command.replaceAll('curl -s', "curl -s -H 'X-Forwarded-For: 10.3.0.1'");
  const { stdout } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', counted]);
  const { sun_sek }: { sun_sek: number } = JSON.parse(stdout);
  expect(
    shown === Math.round(sun_sek),
    `the sun saves ${shown} SEK, the copied call says ${sun_sek}`,
  );
  expect(troubles.length === 0, `what it earns: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
});

test('the explorer is used by keyboard only', async ({ checked: { browser, base, expect } }) => {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 360, height: 780 } });
  await page.clock.install();
  await page.goto(`${base}/?l=sv`);
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
  expect(await page.locator('[role=option]').first().isVisible(), 'the places found stay');
  await page.keyboard.press('Enter');
  await page.waitForURL(/lat=59\.6/);
  const place = await placeOn(page);
  expect(place.startsWith('Västerås'), `a place is found by name: ${place}`);
  await tabTo(page, '.planes-fold > summary');
  await page.keyboard.press('Enter');
  await tabTo(page, '.map');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForURL(/lat=60\.1/);
  expect(true, 'an arrow moves the place on the map');
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
  expect(
    (await kwhOn(page)) > before,
    'a ring goes nearer to south by an arrow, and the roof yields more',
  );
  expect(troubles.length === 0, `by keyboard: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
});

test('a tap takes the place and not the map below it', async ({
  checked: { browser, base, expect },
}) => {
  const viewport = { width: 360, height: 780 };
  const { page } = await visit(browser, base, { viewport, hasTouch: true });
  await page.clock.install();
  await page.goto(`${base}/?l=sv`);
  await page.locator('[role=combobox]').first().tap();
  await page.keyboard.type('uppsala');
  await page.locator('[role=option]', { hasText: 'Alsike' }).tap();
  await page.waitForURL(/lat=/);
  await page.clock.runFor(300);
  const place = await placeOn(page);
  expect(
    place === 'Alsike',
    `a tap on a place takes it: ${place} at ${new URL(page.url()).search}`,
  );
  await page.context().close();
});

test('places that come late open no list', async ({ checked }) => {
  const { page, box, send } = await openBeforePlaces(checked);
  await box.fill('uppsala');
  await page.keyboard.press('Tab');
  await send();
  await page.clock.runFor(300);
  const opened = await page.locator('[role=option]').count();
  checked.expect(opened === 0, `places that come late open no list: ${opened}`);
  await box.fill('alsike');
  await page.locator('[role=option]', { hasText: 'Alsike' }).waitFor();
  await page.context().close();
});

test('a place that was entered is taken when the list comes', async ({ checked }) => {
  const { page, box, send } = await openBeforePlaces(checked);
  await box.fill('alsike');
  await box.press('Enter');
  await page.keyboard.press('Tab');
  await send();

  const place = await placeOn(page);
  checked.expect(
    place === 'Alsike',
    `a place that was entered is taken when the places come: ${place}`,
  );
  await page.context().close();
});

/** The page before it has its places, and what lets them come. */
async function openBeforePlaces({ browser, base }: Checked) {
  const { page } = await visit(browser, base);
  await page.clock.install();
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/places\b.*\.json/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${base}/?l=sv`);
  const send = async () => {
    const come = page.waitForResponse(/places\b.*\.json/);
    letCome();
    await (await come).finished();
  };
  return { page, box: page.locator('[role=combobox]').first(), send };
}

test('a place outside is named, and the roof stays', async ({
  checked: { browser, base, expect },
}) => {
  const { page } = await visit(browser, base);
  await page.goto(`${base}/?lat=55.68&lng=12.57&l=sv`);
  const alert = page.locator('.problem', { hasText: 'utanför Sverige' });
  await alert.waitFor();
  expect(
    await page.locator('.roof').isVisible(),
    'Copenhagen is said to be outside, and the roof stays',
  );
  await page.context().close();
});

/** Yield by the API's lookup, one face at a time. */
async function yieldOf(base: string, azimuths: number[], kwp: number): Promise<number> {
  const answers = azimuths.map(async (azimuth) => {
    const query = `lat=59.61&lng=16.55&tilt=27&azimuth=${azimuth}&kwp=${kwp}`;
    const response = await fetch(`${base}/api/v1/pv-yield?${query}`);
    const { annual_kwh }: { annual_kwh: number } = JSON.parse(await response.text());
    return annual_kwh;
  });
  return (await Promise.all(answers)).reduce((sum, kwh) => sum + kwh, 0);
}

/** Goes on with the Tab key until an element is reached, once around the page at most. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}
