import type { CDPSession, Page } from 'playwright-core';
import type { Checked } from './check.ts';
import { visit } from './visit.ts';

/** A line of 1.6 Mbit/s with 150 ms there and back. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};

/** Before the page is opened: keeps what was painted, when `.verdict .small` came and what moved. */
export const WATCH_PAINT = `window.painted = { fcpMs: NaN, lcpMs: 0, answerMs: Infinity, shift: 0 };
new MutationObserver((_, observer) => {
  if (!document.querySelector('.verdict .small')) return;
  painted.answerMs = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) painted.lcpMs = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries())
    if (name === 'first-contentful-paint') painted.fcpMs = startTime;
}).observe({ type: 'paint', buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) painted.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Times at which the first and the largest text or picture were painted, and how much moved without being asked to. */
export interface Painted {
  fcpMs: number;
  lcpMs: number;
  /** Time at which the sentences about money were there. */
  answerMs: number;
  shift: number;
}

export async function paintedOn(page: Page): Promise<Painted> {
  return await page.evaluate('painted');
}

/**
 * Kilobytes that came over the line until the sentences about money were there, by kind, compressed and with their
 * headers: what the page loads once it is quiet is no part of that, however late it is looked at.
 */
export async function transferredKb(
  page: Page,
): Promise<Record<'html' | 'js' | 'worker' | 'css', number>> {
  return await page.evaluate(`(() => {
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < painted.answerMs);
  const sum = (isOf) => entries.filter(isOf).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const [page] = performance.getEntriesByType('navigation');
  const isWorker = (name) => /-worker\\.[^/]*js$/.test(name);
  const kb = {
    html: page.transferSize,
    js: sum(({ name }) => name.endsWith('.js') && !isWorker(name)),
    worker: sum(({ name }) => isWorker(name)),
    css: sum(({ name }) => name.endsWith('.css')),
  };
  return Object.fromEntries(Object.entries(kb).map(([kind, bytes]) => [kind, Math.round(bytes / 100) / 10]));
})()`);
}

export async function onSlowLine(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  return session;
}

/** A line of 400 kbit/s on a processor of a quarter. */
export async function onSlowPhone(page: Page): Promise<CDPSession> {
  const session = await onSlowLine(page);
  const throughput = { downloadThroughput: 4e5 / 8, uploadThroughput: 4e5 / 8 };
  await session.send('Network.emulateNetworkConditions', { ...SLOW_LINE, ...throughput });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
}

/** Opens a page on the slow line: how long until an element is seen, and what has come over the line when all is loaded. */
export async function openOnSlowLine(
  { browser, base }: Pick<Checked, 'browser' | 'base'>,
  path: string,
  selector: string,
): Promise<{ ms: number; kb: number }> {
  // The service makes a page when it is first asked for.
  await fetch(base + path);
  const { page } = await visit(browser, base);
  const session = await onSlowLine(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const startMs = performance.now();
  await page.goto(base + path, { waitUntil: 'commit' });
  await page.waitForSelector(selector);
  const ms = Math.round(performance.now() - startMs);
  await page.waitForLoadState('networkidle');
  await page.context().close();
  return { ms, kb: Math.round(bytes / 100) / 10 };
}

/** Work of the page's thread from the press of its button to the next step's picture, ms of its own time. */
export async function measureStepMs(page: Page, heading: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readTaskS(session);
  await page.locator('[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  const workedMs = 1000 * ((await readTaskS(session)) - before);
  await session.detach();
  return workedMs;
}

async function readTaskS(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
