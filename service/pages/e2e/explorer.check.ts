import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { onSlowLine, type Painted, paintedOn, transferredKb, WATCH_PAINT } from './budgets.ts';
import type { Checked, Measured } from './check.ts';
import { traceSlider } from './explorer/trace-slider.ts';
import { axeFaults, COMPUTED, placeOn, settle, visit, WIDTHS } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_100_5~27_280_5';
const FIGURE = '.figure strong';

/** Uses the explorer as a neighbour would, by mouse and by keyboard alone. */
export async function checkExplorer(checked: Checked): Promise<void> {
  await setRoof(checked);
  await checkEarnings(checked);
  await byKeyboard(checked);
  await byTouch(checked);
  await checkLateList(checked);
  await checkLateEntered(checked);
  await checkOutside(checked);
}

/** Weighs what the explorer sends and how long it takes, on a phone and on a laptop. */
export async function weighExplorer(checked: Measured): Promise<void> {
  // The service makes a page when it is first asked for.
  await fetch(`${checked.base}/?l=sv`);
  for (const width of WIDTHS) await weigh(checked, width);
}

async function setRoof({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/${ROOF}&l=sv`);
  await page.waitForSelector(FIGURE);
  const figure = await kwhOn(page);
  const asked = await yieldOf(base, [100, 280], 5);
  expect(figure === Math.round(asked), `the year is the API's: ${figure} of ${asked} kWh`);
  await page.getByRole('button', { name: 'Lägg till takyta' }).click();
  expect((await page.locator('.ring').count()) === 3, 'a third face has a ring');
  // Sentences that are longer than the former move what is below them.
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
  const faults = await axeFaults(page);
  expect(Object.keys(faults).length === 0, `with its table open: axe ${JSON.stringify(faults)}`);
  const address = new URL(page.url()).searchParams.get('f');
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/[?&]l=en/);
  await page.waitForSelector(FIGURE);
  const kept = new URL(page.url()).searchParams.get('f');
  expect(kept === address, `the other language has the same roof: ${kept}`);
  expect(troubles.length === 0, `the explorer: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}

/** The copied call gives the figure that is shown, to the krona. */
async function checkEarnings({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/${ROOF}&ev=40&l=sv`);
  await page.getByText(COMPUTED).waitFor();
  const verdict = await page.locator('.verdict', { hasText: 'sänker' }).innerText();
  const shown = Number(/sänker elkostnaden med ([\d\s]+) kr/.exec(verdict)?.[1].replace(/\s/g, ''));
  const command = await page.locator('pre').innerText();
  const { stdout } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', command]);
  const { sun_sek }: { sun_sek: number } = JSON.parse(stdout);
  expect(
    shown === Math.round(sun_sek),
    `the sun saves ${shown} SEK, the copied call says ${sun_sek}`,
  );
  expect(troubles.length === 0, `what it earns: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}

async function byKeyboard({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 360, height: 780 } });
  await page.goto(`${base}/?l=sv`);
  await page.waitForSelector(FIGURE);
  await tabTo(page, '[role=combobox]');
  await page.keyboard.type('uppsala');
  await page.waitForSelector('[role=option]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('vasteras');
  // The timer that began on leaving the box must not close the list after the focus is back.
  await page.waitForTimeout(300);
  expect(await page.locator('[role=option]').first().isVisible(), 'the places found stay');
  await page.keyboard.press('Enter');
  await page.waitForURL(/lat=59\.6/);
  const place = await placeOn(page);
  expect(place.startsWith('Västerås'), `a place is found by name: ${place}`);
  await tabTo(page, '.map');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForURL(/lat=60\.1/);
  expect(true, 'an arrow moves the place on the map');
  // Until the place has its yields there is no ring.
  await page.waitForSelector('.ring');
  await tabTo(page, '.tilts input');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/f=(3|14|45)_/);
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
}

/** A tap on a place takes it, and does not go on to the map beneath the list. */
async function byTouch({ browser, base, expect }: Checked): Promise<void> {
  const viewport = { width: 360, height: 780 };
  const { page } = await visit(browser, base, { viewport, hasTouch: true });
  await page.goto(`${base}/?l=sv`);
  await page.locator('[role=combobox]').first().tap();
  await page.keyboard.type('uppsala');
  await page.locator('[role=option]', { hasText: 'Alsike' }).tap();
  await page.waitForURL(/lat=/);
  await page.waitForTimeout(300);
  const place = await placeOn(page);
  expect(
    place === 'Alsike',
    `a tap on a place takes it: ${place} at ${new URL(page.url()).search}`,
  );
  await page.context().close();
}

/** The places come when the box has been left: nothing opens for nobody, and who is back finds them. */
async function checkLateList(checked: Checked): Promise<void> {
  const { page, box, send } = await openBeforePlaces(checked);
  await box.fill('uppsala');
  await page.keyboard.press('Tab');
  await send();
  await page.waitForTimeout(300);
  const opened = await page.locator('[role=option]').count();
  checked.expect(opened === 0, `places that come late open no list: ${opened}`);
  await box.fill('alsike');
  await page.locator('[role=option]', { hasText: 'Alsike' }).waitFor();
  await page.context().close();
}

/** A text that was entered is looked up all the same. */
async function checkLateEntered(checked: Checked): Promise<void> {
  const { page, box, send } = await openBeforePlaces(checked);
  await box.fill('alsike');
  await box.press('Enter');
  await page.keyboard.press('Tab');
  await send();
  await page.locator('.where strong', { hasText: 'Alsike' }).waitFor();
  checked.expect(true, 'a place that was entered is taken when the places come');
  await page.context().close();
}

/** The page before it has its places, and what lets them come. */
async function openBeforePlaces({ browser, base }: Checked) {
  const { page } = await visit(browser, base);
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

/** Chromium's own line in the console about the refusal is no trouble here. */
async function checkOutside({ browser, base, expect }: Checked): Promise<void> {
  const { page } = await visit(browser, base);
  await page.goto(`${base}/?lat=55.68&lng=12.57&l=sv`);
  const alert = page.locator('.problem', { hasText: 'utanför Sverige' });
  await alert.waitFor();
  expect(
    await page.locator('.roof').isVisible(),
    'Copenhagen is said to be outside, and the roof stays',
  );
  await page.context().close();
}

/** Weight and times of one visit. */
interface Weighed extends Painted {
  html: number;
  js: number;
  worker: number;
  css: number;
  data: number;
  p95Ms: number;
  taskMs: number;
  /** Calls of the API while the slider moved. */
  calls: number;
}

/** Most that the times of a visit may be. */
const MOST_MS = { lcpMs: 2000, answerMs: 2000, p95Ms: 100, taskMs: 120 };
const TIMES = ['lcpMs', 'answerMs', 'p95Ms', 'taskMs'] as const;

async function weigh(checked: Measured, width: number): Promise<void> {
  const { expect } = checked;
  const weighed = await weighVisit(checked, width);
  const { html, js, worker, css, data, shift, calls } = weighed;
  expect(html <= 14, `HTML with the map: ${html} kB of 14`);
  expect(js <= 32, `scripts: ${js} kB of 32`);
  expect(worker <= 45, `the worker, with the API’s own code: ${worker} kB of 45`);
  // Of it 87 kB are the first lookup's: head and index, and two rows of records (schemas/artifact-format.md section 5).
  const all = Math.round(html + js + worker + css + data);
  expect(all <= 224, `all that comes until it says what it earns: ${all} kB of 224`);
  expect(css <= 5, `styles: ${css} kB of 5`);
  const where = `at ${width} px, 1.6 Mbit/s and 150 ms`;
  const names = {
    lcpMs: `largest paint ${where}`,
    answerMs: `what it earns ${where}`,
    p95Ms: `at ${width} px, slider to picture on a processor of a quarter, 95 of 100`,
    taskMs: `at ${width} px, longest task meanwhile`,
  };
  for (const key of TIMES) checked.time(weighed[key], MOST_MS[key], names[key]);
  expect(calls === 0, `while kW move the API is asked ${calls} times`);
  expect(shift <= 0.02, `what moves by itself: ${shift.toFixed(3)} of 0.02`);
}

/** One visit of somebody who was never here, on the slow line. */
async function weighVisit({ browser, base }: Checked, width: number): Promise<Weighed> {
  const { page } = await visit(browser, base, { viewport: { width, height: 780 } });
  await page.addInitScript({ content: WATCH_PAINT });
  const line = await onSlowLine(page);
  await page.goto(`${base}/${ROOF}&l=sv`);
  await page.getByText(COMPUTED).waitFor();
  const { html, js, worker, css } = await transferredKb(page);
  const data = await readDataKb(page);
  const painted = await paintedOn(page);
  await line.detach();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls++;
  });
  const work = await traceSlider(browser, page, '.roof [type=range]');
  await page.context().close();
  return { html, js, worker, css, data, ...painted, ...work, calls };
}

/**
 * Kilobytes of the dataset's files that the page's first script and its worker asked for until the page said what the
 * roof earns: from a cache they count none.
 */
async function readDataKb(page: Page): Promise<number> {
  const saidMs: number = await page.evaluate('performance.timeOrigin + painted.answerMs');
  const sum = `performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => name.includes('/data/') && performance.timeOrigin + startTime < ${saidMs})
    .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000`;
  const read = [
    page.evaluate<number>(sum),
    ...page.workers().map((worker) => worker.evaluate<number>(sum)),
  ];
  return (await Promise.all(read)).reduce((all, kb) => all + kb, 0);
}

async function kwhOn(page: Page): Promise<number> {
  return Number((await page.locator(FIGURE).innerText()).replace(/\D/g, ''));
}

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
