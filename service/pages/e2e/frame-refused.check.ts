/** The loader where there is no configurator to show: the page around is told, and has its room back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { validator } from '../../../schemas/checks/validate.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { wordsOf } from '../messages/messages.ts';
import type { Checked } from './check.ts';
import { siteOf } from './sdk-stand-ins.ts';
import { MOST_MS, untilTrue } from './visit.ts';

const checkMessage = validator('embed/from-frame.schema.json');
const { sdk: words } = wordsOf('sv');

interface Told {
  type: string;
  payload?: { code: string; message: string };
  /** Height of the element that the configurator is mounted in when it was told, px. */
  heightPx: number;
  /** Time from the mount until it was told, by the page's own clock. */
  afterMs: number;
}

/** A page of an installer that mounts a slug and keeps what it is told. */
const hostOf = (loader: string, slug: string) => `<!doctype html><html lang="sv">
<title>host</title><main><h1>Host</h1><div id="solar"></div></main>
<script src="${loader}/sdk/v1.js"></script>
<script>window.told = [];
const mountedMs = performance.now();
SunOverSweden.mount({ slug: '${slug}', target: '#solar', onEvent: (event) => told.push({ ...event,
  heightPx: document.querySelector('#solar').offsetHeight, afterMs: performance.now() - mountedMs }) });</script>`;

export async function checkFrameRefused({ browser, expect }: Checked): Promise<void> {
  let loader = '';
  const page = (path: string) => ({ type: 'text/html', text: hostOf(loader, path.slice(1)) });
  const installer = await siteOf(page);
  const own = installer.base;
  const frameOfOwn = `<!doctype html><title>around</title><iframe src="${own}/demo" title="own"></iframe>`;
  const other = await siteOf((path) =>
    path === '/around' ? { type: 'text/html', text: frameOfOwn } : page(path),
  );
  const stranger = other.base;
  const folder = mkdtempSync(join(tmpdir(), 'frame-check-'));
  const file = join(folder, 'embeds.json');
  writeFileSync(file, JSON.stringify({ demo: { ...fixture.demo, origins: [own] } }));
  const service = await startProgram([SERVICE], { env: { EMBEDS_FILE: file } });
  loader = service.base;
  try {
    const shown = await openAt(browser, `${own}/demo`);
    await untilTold(shown, 'ready');
    await shown.locator('#solar iframe:not([style*="640px"])').waitFor();
    expect(await hasRoom(shown), 'sdk: where it may stand the configurator has its room');
    await shown.context().close();
    for (const [address, code, message] of [
      [`${own}/nobody`, 'unknown_slug', words.unknownSlug],
      [`${stranger}/demo`, 'refused_origin', words.refusedOrigin],
    ]) {
      const refused = await openAt(browser, address);
      await expectError(refused, { code, message }, expect);
      await refused.context().close();
    }
    await Promise.all([
      checkAncestors(browser, stranger, own, expect),
      checkHanging(browser, service.base, expect),
    ]);
  } finally {
    await service.stop();
    installer.close();
    other.close();
    rmSync(folder, { recursive: true });
  }
}

async function openAt(
  browser: Browser,
  address: string,
  waitUntil: 'load' | 'commit' = 'load',
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(MOST_MS);
  await page.goto(address, { waitUntil });
  return page;
}

/** The page may not have run its script yet, and a predicate that throws ends the wait. */
async function untilTold(page: Page | Frame, type: string): Promise<Told> {
  const found = `window.told?.find((event) => event.type === '${type}')`;
  await untilTrue(page, found);
  return (await page.evaluate(found)) as Told;
}

async function hasRoom(page: Page | Frame): Promise<boolean> {
  return Boolean(await page.evaluate("document.querySelector('#solar').offsetHeight > 0"));
}

async function expectError(
  page: Page | Frame,
  payload: { code: string; message: string },
  expect: Checked['expect'],
): Promise<Told> {
  const told = await untilTold(page, 'error');
  const { heightPx, afterMs: _, ...event } = told;
  checkMessage({ source: 'sun-over-sweden', v: 1, id: 1, ...event });
  expect(
    JSON.stringify(event.payload) === JSON.stringify(payload),
    `sdk: the page is told ${payload.code}: ${event.payload?.message}`,
  );
  expect(
    heightPx === 0 && !(await hasRoom(page)),
    `sdk: ${payload.code}: the frame gives its room back before the page is told`,
  );
  const times = Number(await page.evaluate('told.length'));
  expect(times === 1, `sdk: ${payload.code}: it is told once, and nothing else`);
  return told;
}

const NO_ANSWER = { code: 'no_answer', message: 'Räknaren svarade inte inom 10 s.' };

/** The page around may frame it, but a stranger frames that page: the browser refuses and tells nobody. */
async function checkAncestors(
  browser: Browser,
  stranger: string,
  own: string,
  expect: Checked['expect'],
): Promise<void> {
  const page = await openAt(browser, `${stranger}/around`);
  const frame = page.frames().find((one) => one.url().startsWith(own));
  if (!frame) throw new Error('There is no page of the installer in the page of the stranger.');
  await expectError(frame, NO_ANSWER, expect);
  await page.context().close();
}

/** A service whose loader is there, and that does not answer for the frame until it is late. */
async function checkHanging(
  browser: Browser,
  base: string,
  expect: Checked['expect'],
): Promise<void> {
  const script = await (await fetch(`${base}/sdk/v1.js`)).text();
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/sdk/v1.js') response.setHeader('Content-Type', 'text/javascript').end(script);
    else if (path.startsWith('/embedded/')) waiting.push(response);
    else response.setHeader('Content-Type', 'text/html').end(hostOf('', 'demo'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const page = await openAt(browser, address, 'commit');
  const { afterMs } = await expectError(page, NO_ANSWER, expect);
  const waitedS = afterMs / 1000;
  expect(waitedS > 9, `sdk: no answer is told after ${waitedS.toFixed(1)} s`);
  const late = `<!doctype html><title>late</title><p>Late<script>parent.postMessage(
    { source: 'sun-over-sweden', v: 1, id: 1, type: 'ready' }, '*')</script>`;
  for (const response of waiting) response.setHeader('Content-Type', 'text/html').end(late);
  await untilTold(page, 'ready');
  expect(await hasRoom(page), 'sdk: a frame that answers late is shown after all');
  await page.context().close();
  server.close();
  server.closeAllConnections();
}
