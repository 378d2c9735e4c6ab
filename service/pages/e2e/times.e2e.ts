/** Files that pages load and how long that takes on slow lines: medians of three visits, by `make browser-times`. */
import { type CDPSession, expect, type Page } from '@playwright/test';
import { test } from './test.ts';

/** A line of 400 kbit/s on a CPU of a quarter, and one of 1.6 Mbit/s. 150 ms there and back. */
const LINES = {
  phone: { kbit: 400, cpu: 4 },
  line: { kbit: 1600, cpu: 1 },
} as const;

const LINK = '/?lat=59.61&lng=16.55&f=27_100_5~27_280_5&l=sv';

interface Row {
  path: string;
  until: string;
  last: string;
  on: keyof typeof LINES;
  kb: number;
  ms: number;
}

/** Most that a page may load, and the time that it may take, until an element is there. `last` is there when all is. */
const TABLE: Row[] = [
  { path: '/?l=sv', until: '.verdict .decision', last: '.band p', on: 'phone', kb: 90, ms: 2000 },
  { path: LINK, until: '.verdict .decision', last: '.band p', on: 'phone', kb: 90, ms: 2000 },
  { path: LINK, until: '.verdict .decision', last: '.band p', on: 'line', kb: 90, ms: 2000 },
  {
    path: '/embedded/demo',
    until: '.map-outline',
    last: '.map-outline',
    on: 'line',
    kb: 57,
    ms: 2000,
  },
  {
    path: '/docs/api?l=sv',
    until: '.operations',
    last: '.operations',
    on: 'line',
    kb: 60,
    ms: 4000,
  },
  {
    ...{ path: '/docs/api/postSimulation?l=sv', until: '.fields', last: '.fields' },
    ...{ on: 'line', kb: 60, ms: 4000 },
  },
];

/** Most ms from the first paint to the largest, and most that moves by itself. */
const MOST_LATE_MS = 300;
const MOST_SHIFT = 0.02;
const VISITS = 3;

/** Keeps what was painted, what moved, and when an element came. */
const watchPaint = (until: string) => `window.seen = { fcpMs: 0, lcpMs: 0, untilMs: 0, shift: 0 };
new MutationObserver((_, observer) => {
  if (!document.querySelector(${JSON.stringify(until)})) return;
  seen.untilMs = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
const each = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
each('largest-contentful-paint', ({ startTime }) => { seen.lcpMs = startTime; });
each('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcpMs = startTime; });
each('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.shift += value; });`;

interface Seen {
  fcpMs: number;
  lcpMs: number;
  untilMs: number;
  shift: number;
}

for (const row of TABLE)
  for (const width of [360, 1280])
    test(`${row.path} at ${width} px until ${row.until}, ${LINES[row.on].kbit} kbit/s`, async ({
      browser,
      baseURL,
    }) => {
      // The service writes a page when it is first requested.
      await fetch(`${baseURL}${row.path}`);
      const visits: (Seen & { kb: number })[] = [];
      for (let i = 0; i < VISITS; i++) {
        const context = await browser.newContext({ viewport: { width, height: 780 } });
        visits.push(await measure(await context.newPage(), row));
        await context.close();
      }
      const ms = medianOf(visits.map(({ untilMs, fcpMs }) => Math.max(untilMs, fcpMs)));
      const kb = medianOf(visits.map((one) => one.kb));
      const lateMs = medianOf(visits.map(({ lcpMs, fcpMs }) => lcpMs - fcpMs));
      const shift = Math.max(...visits.map((one) => one.shift));
      console.log(
        `${row.path} ${width} px, ${row.on}, until ${row.until}: ${Math.round(ms)} of ${row.ms} ms, ${kb.toFixed(1)} of ${row.kb} kB, largest paint ${Math.round(lateMs)} ms after the first, shift ${shift.toFixed(3)}`,
      );
      expect.soft(kb, 'kB').toBeLessThanOrEqual(row.kb);
      expect.soft(ms, 'ms').toBeLessThanOrEqual(row.ms);
      expect.soft(shift, 'what moves by itself').toBeLessThanOrEqual(MOST_SHIFT);
      if (row.on === 'phone')
        expect.soft(lateMs, 'late paint, ms').toBeLessThanOrEqual(MOST_LATE_MS);
    });

async function measure(page: Page, { path, until, last, on }: Row) {
  await page.addInitScript({ content: watchPaint(until) });
  const session = await page.context().newCDPSession(page);
  const readKb = countKb(session);
  await slowDown(session, LINES[on]);
  await page.goto(path);
  await page.locator(last).first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const seen: Seen = await page.evaluate('seen');
  return { ...seen, kb: readKb(Math.max(seen.untilMs, seen.fcpMs)) };
}

async function slowDown(session: CDPSession, { kbit, cpu }: { kbit: number; cpu: number }) {
  const bytesPerS = (kbit * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** Counts what comes over the line. @returns a function that gives the kilobytes until some ms after the page was requested */
function countKb(session: CDPSession): (ms: number) => number {
  let startS = Number.NaN;
  const come: { atS: number; bytes: number }[] = [];
  session.on('Network.requestWillBeSent', ({ type, timestamp }) => {
    if (type === 'Document' && Number.isNaN(startS)) startS = timestamp;
  });
  session.on('Network.dataReceived', ({ timestamp, encodedDataLength }) => {
    come.push({ atS: timestamp, bytes: encodedDataLength });
  });
  session.on('Network.responseReceived', ({ timestamp, response }) => {
    come.push({ atS: timestamp, bytes: response.encodedDataLength });
  });
  return (ms) => {
    const until = come.filter(({ atS }) => 1000 * (atS - startS) <= ms);
    return until.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(VISITS - 1) / 2];
}
