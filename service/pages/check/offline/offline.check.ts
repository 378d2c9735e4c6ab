/** The explorer without its service, from what its service worker has kept. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { SERVICE, startProgram } from '../../../test/start-program.ts';
import { DEFAULT_STATE, type ExplorerState } from '../../shared/state.ts';
import { writeState } from '../../shared/url-state.ts';
import type { Checked } from '../check.ts';
import { askTruth } from '../snapshot/house-truth.ts';
import { isWhole, readPictures, WATCH_PICTURES } from '../snapshot/pictures.ts';
import { COMPUTED, MOST_MS, settle } from '../visit.ts';
import { type Deployments, deploymentsOf, SECOND } from './deployments.ts';

const ENV = {
  EMBEDS_FILE: fileURLToPath(new URL('../../../../fixtures/embeds.json', import.meta.url)),
  LINK_SECRETS: `c:${randomBytes(32).toString('base64')}`,
};
const KWP = '.roof [type=range]';
const KEPT = '#kept:not([hidden])';
const IS_CONTROLLED = 'navigator.serviceWorker.controller !== null';

/** One roof that is looked at with the service, and two that are not, one of them at another place. */
const SEEN: ExplorerState = { ...DEFAULT_STATE, lat: 57.71, lng: 11.97, lang: 'sv' };
const LARGER: ExplorerState = { ...SEEN, faces: [{ tilt: 27, azimuth: 180, kwp: 20 }] };
const ELSEWHERE: ExplorerState = { ...SEEN, lat: 67.86, lng: 20.23 };

/** A page in a browser of its own, and the service as that browser reaches it. */
interface Reader {
  page: Page;
  service: Deployments;
}

/** Reads the explorer online, without its service, and when it is another one. */
export async function checkOffline({ browser, expect }: Checked): Promise<void> {
  const program = await startProgram([SERVICE], { env: ENV });
  const service = await deploymentsOf(program.base);
  // No routes: a service worker's answers pass them by.
  const context = await browser.newContext({ locale: 'sv-SE' });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  await page.addInitScript({ content: WATCH_PICTURES });
  const reader = { page, service };
  const checked = { browser, base: program.base, expect };
  try {
    await visitOnline(checked, reader);
    await readWithoutService(checked, reader);
    await openOthers(checked, reader);
    await visitSecond(checked, reader);
  } finally {
    await context.close();
    service.close();
    await program.stop();
  }
}

/** A visit keeps what it read; pages of others are out of reach. */
async function visitOnline({ expect }: Checked, { page, service }: Reader): Promise<void> {
  const { base } = service;
  await page.goto(`${base}/`);
  await settle(page);
  await untilKept(page);
  const { search } = new URL(page.url());
  expect(search === '?l=sv', `offline: the first address comes to be one that is kept: ${search}`);
  await page.goto(`${base}/?${writeState(SEEN)}`);
  await settle(page);
  await page.getByText(COMPUTED).waitFor();
  expect(await page.evaluate(IS_CONTROLLED), 'offline: the explorer is kept by a service worker');
  expect((await page.locator(KEPT).count()) === 0, 'offline: with the service nothing is told');
  for (const path of [
    '/embedded/demo?locale=sv',
    '/i/none.none',
    '/docs?l=sv',
    '/data?l=sv',
    '/',
  ]) {
    await page.goto(base + path);
    const isControlled = await page.evaluate<boolean>(IS_CONTROLLED);
    expect(!isControlled, `offline: ${path} is no service worker's`);
  }
}

/** Figures as before, and those of another roof as the API says them. */
async function readWithoutService(
  { base, expect }: Checked,
  { page, service }: Reader,
): Promise<void> {
  const [seen, larger] = [await askTruth(base, SEEN), await askTruth(base, LARGER)];
  await goOffline(page, service);
  await page.goto(`${service.base}/?${writeState(SEEN)}`);
  await settle(page);
  // The figures of the page are in its next picture.
  const isSame = async (truth: typeof seen) => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    const last = (await readPictures(page)).at(-1);
    return last !== undefined && isWhole(last, truth);
  };
  const verdict = async () => (await page.locator('.verdict').innerText()).replaceAll('\n', ' ');
  expect(await isSame(seen), `offline: the figures are those of the API: ${await verdict()}`);
  const told = await page.locator(KEPT).innerText();
  expect(/version \S+ från \d{4}-\d\d-\d\d/.test(told), `offline: it says so: ${told}`);
  await page.reload();
  await settle(page);
  expect(await isSame(seen), 'offline: a reload has them again');
  await page.evaluate(`(() => {
  const slider = document.querySelector('${KWP}');
  slider.value = 20;
  for (const type of ['input', 'change']) slider.dispatchEvent(new Event(type, { bubbles: true }));
})()`);
  await settle(page);
  expect(await isSame(larger), `offline: a larger roof, too: ${await verdict()}`);
  await page.locator('.surroundings summary').click();
  await page.locator('.surroundings [aria-busy=false] input').first().waitFor();
  expect(true, 'offline: a script that was not yet needed is there');
}

/** Links and languages that were not seen: never another roof's sentence. */
async function openOthers({ expect }: Checked, { page, service }: Reader): Promise<void> {
  await page.goto(`${service.base}/?${writeState(ELSEWHERE)}`, { waitUntil: 'commit' });
  await page.locator('.verdict', { hasText: 'går inte att nå' }).waitFor();
  const said = (await readPictures(page))
    .map(({ yields }) => yields)
    .filter((text) => /\d/.test(text));
  const html = await page.evaluate<string>("caches.match('/?l=sv').then((page) => page.text())");
  expect(
    said.length === 0,
    `offline: a place without data has no figures ${said.join('; ')}`.trimEnd(),
  );
  expect(!html.includes('class="verdict"'), 'offline: what is kept says nothing of a roof');
  await page.goto(`${service.base}/?l=sv`);
  await settle(page);
  expect(
    (await page.locator('#explorer > .problem').innerText()) === '',
    'offline: the place at which the page opens has its figures',
  );
  await page.goto(`${service.base}/?${writeState({ ...SEEN, lang: 'en' })}`);
  await settle(page);
  const english = await page.locator('.verdict p').first().innerText();
  expect(/^The roof yields [\d,]+ kWh/.test(english), `offline: in English: ${english}`);
}

/** The second deployment is there at the first visit, and alone is kept after it. */
async function visitSecond({ expect }: Checked, { page, service }: Reader): Promise<void> {
  const { base } = service;
  const former = await listKept(page);
  await page.context().setOffline(false);
  service.start(true);
  const deployment = () => page.evaluate<string>(`${SECOND} ?? '1'`);
  await page.goto(`${base}/?${writeState(SEEN)}`);
  await settle(page);
  expect((await deployment()) === '2', 'offline: another deployment is there at once');
  await untilKept(page, 'SECOND');
  const kept = await listKept(page);
  const gone = former.filter((address) => !kept.includes(address));
  expect(
    gone.length === 1 && kept.length === former.length,
    `offline: it replaces what is no more: ${gone.map((address) => address.slice(base.length))}`,
  );
  await goOffline(page, service);
  await page.reload();
  await settle(page);
  expect((await deployment()) === '2', 'offline: it is the one that is kept');
}

/** Without a network, a service, and the browser's own cache, which may be emptied at any time. */
async function goOffline(page: Page, service: Deployments): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  await page.context().setOffline(true);
  service.stop();
}

/** Waits until a page with a text in it is kept, and nothing else is on its way. */
async function untilKept(page: Page, text = ''): Promise<void> {
  const isKept = () =>
    page.evaluate<boolean>(`(async () => {
  const html = await (await caches.match('/?l=sv'))?.text();
  const { held } = await navigator.locks.query();
  return held.length === 0 && Boolean(html?.includes(${JSON.stringify(text)}));
})()`);
  while (!(await isKept())) await page.waitForTimeout(100);
}

/** Addresses of all that the service worker has kept. */
async function listKept(page: Page): Promise<string[]> {
  return await page.evaluate(`(async () => {
  const names = (await caches.keys()).filter((name) => name.includes(' offline '));
  const opened = await Promise.all(names.map((name) => caches.open(name)));
  const keys = await Promise.all(opened.map((cache) => cache.keys()));
  return keys.flat().map(({ url }) => url);
})()`);
}
