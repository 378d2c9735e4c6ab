/** A page that is used for long: many changes leave no more of it than the first ones did. */
import type { CDPSession, Page } from 'playwright-core';
import type { Checked } from '../check.ts';
import { IS_WHOLE, settle, visit } from '../visit.ts';

const CHANGES = IS_WHOLE ? 200 : 60;
/** A round of all kinds of change. */
const ROUND = 10;
/** Compiled code and the engine's own tables settle late; one element that stays at each change would be 100 kB. */
const MOST_KB = 1500;

const PLACES = ['lat=57.71&lng=11.97', 'lat=55.6&lng=13', 'lat=63.83&lng=20.26'];

/** A year of hours, each of one kilowatt. */
const METER = ['Tid;Förbrukning (kWh)']
  .concat(
    Array.from({ length: 8760 }, (_, hour) => {
      const at = new Date(Date.UTC(2024, 11, 31, 23 + hour));
      return `${at.toISOString()};1`;
    }),
  )
  .join('\n');

interface Held {
  heapKb: number;
  nodes: number;
  listeners: number;
}

/** Slider, ring, place, numbers and a meter's file in rounds, and what they leave. */
export async function checkGrowth({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/?l=sv`);
  await settle(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let round = 0; round < 3; round++) await changeAll(page, round);
  const before = await readHeldAtRest(page, session);
  for (let round = 0; round < CHANGES / ROUND; round++) await changeAll(page, round);
  const after = await readHeldAtRest(page, session);
  const more = {
    heapKb: Math.round(after.heapKb - before.heapKb),
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  };
  // A part that loads late may come between the counts; one listener left at each change would be four times this.
  const most = CHANGES / 4;
  const isSame = more.heapKb <= MOST_KB && more.nodes <= most && more.listeners <= most;
  expect(
    isSame,
    `${CHANGES} changes leave ${more.heapKb} kB (of ${Math.round(before.heapKb)}), ${more.nodes} nodes (of ${before.nodes}), ${more.listeners} listeners (of ${before.listeners}) more`,
  );
  expect(troubles.length === 0, `growth: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}

/** Counts once the drawings that come after the figures are there and the former ones gone. */
async function readHeldAtRest(page: Page, session: CDPSession): Promise<Held> {
  await page.locator('.typical-day svg').first().waitFor({ state: 'attached' });
  let held = await readHeld(session);
  for (let again = 0; again < 10; again++) {
    await page.waitForTimeout(500);
    const { nodes } = held;
    held = await readHeld(session);
    if (held.nodes === nodes) break;
  }
  return held;
}

/** Ten changes: slider, ring, place, two numbers, a meter that comes and goes. */
async function changeAll(page: Page, round: number): Promise<void> {
  const slide = (value: number) => setInput(page, '.roof [type=range]', value);
  await slide(5 + (round % 10));
  await slide(10);
  const ring = page.locator('.ring').first();
  await ring.press('ArrowLeft');
  await ring.press('ArrowRight');
  await setInput(page, '.earnings input[type=number]', 12_000 + 100 * (round % 10));
  await setInput(page, '.earnings input[type=number]', 15_000);
  await moveTo(page, PLACES[round % PLACES.length]);
  const file = { name: 'matare.csv', mimeType: 'text/csv', buffer: Buffer.from(METER) };
  await page.locator('.meter input[type=file]').setInputFiles(file);
  await page.locator('.meter button.main').click();
  await settle(page);
  await page.locator('.meter input[type=file]').setInputFiles([]);
  await moveTo(page, 'lat=59.33&lng=18.07');
  await settle(page);
}

async function setInput(page: Page, selector: string, value: number): Promise<void> {
  await page.evaluate(`(() => {
  const input = document.querySelector(${JSON.stringify(selector)});
  input.value = ${value};
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
})()`);
  await page.waitForTimeout(30);
}

/** As the browser's own Back and Forward do. */
async function moveTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`(() => {
  history.replaceState(null, '', '?${place}&f=27_180_10&l=sv');
  dispatchEvent(new PopStateEvent('popstate'));
})()`);
  await page.waitForTimeout(30);
}

/** Counts of what is held once the engine has collected its garbage. */
async function readHeld(session: CDPSession): Promise<Held> {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    heapKb: read('JSHeapUsedSize') / 1000,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  };
}
