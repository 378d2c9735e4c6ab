import { expect, type Frame, type Page } from '@playwright/test';
import { validator } from '../../../schemas/checks/validate.ts';
import { type Listening, listen } from '../../test/listen.ts';
import { wordsOf } from '../messages/messages.ts';
import { expectGoodLook, test } from './test.ts';
import { SHOWN_DEMO, untilTrue } from './visit.ts';

const checkLead = validator('data/lead.schema.json');
const checkToFrame = validator('embed/to-frame.schema.json');

const HEAD = "source: 'sun-over-sweden', v: 1";
const READY = `{ ${HEAD}, id: 1, type: 'ready' }`;
const STEP = "type: 'step', payload: { name: 'roof', index: 1, of: 5 }";

/** A frame that says nothing by itself and keeps the messages it gets. */
const STILL_FRAME = `<!doctype html><html lang="en"><title>frame</title><main><h1>Frame</h1></main>
<script>window.got = []; addEventListener('message', (e) => got.push({ data: e.data, origin: e.origin }));</script>`;

/**
 * Script of a host page: two configurators, one mounted before the loader has come. Frames that say nothing are never
 * given up: how long a loader waits for one is not measured here.
 */
const HOST_SCRIPT = `
const { setTimeout: wait } = window;
window.setTimeout = (run, ms) => (ms >= 10_000 ? 0 : wait(run, ms));
window.events = { first: [], second: [] };
window.listening = new Set();
const { addEventListener: add, removeEventListener: remove } = window;
window.addEventListener = (type, heard, ...rest) => { if (type === 'message') listening.add(heard); return add(type, heard, ...rest); };
window.removeEventListener = (type, heard, ...rest) => { if (type === 'message') listening.delete(heard); return remove(type, heard, ...rest); };
window.SunOverSweden ||= { queue: [], mount(options) { const early = { options, calls: [],
  send: (v) => early.calls.push(['send', v]), destroy: () => early.calls.push(['destroy']) }; this.queue.push(early); return early; } };
const mount = (name) => SunOverSweden.mount({ slug: name, target: '#' + name, locale: 'en',
  prefill: { use_kwh: 9000 }, onEvent: (event) => events[name].push(event) });
window.first = mount('first');
first.send({ lat: 59 });
window.second = mount('second');`;

/** Serves a script at its path, and the same page everywhere else. @param policy that the page comes with */
function siteOf(html: string, path = '', script = '', policy = ''): Promise<Listening> {
  return listen((request, response) => {
    const isScript = request.url === path;
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    if (policy && !isScript) response.setHeader('Content-Security-Policy', policy);
    response.end(isScript ? script : html);
  });
}

const hostPage = (sun: string) => `<!doctype html><html lang="en"><title>Host</title>
<main><h1>Host</h1>
<div id="first"></div><div id="second"></div><div data-sun="third" id="third"></div></main>
<script src="/host.js"></script><script async src="${sun}/sdk/v1.js"></script>`;

/** Exactly the policy that /docs/sdk shows: the loader needs no more. */
const strictPolicy = (sun: string) =>
  `default-src 'none'; script-src 'self' ${sun}; frame-src ${sun} http://127.0.0.1:*`;

test('the loader with frames that misbehave', async ({ page, service }) => {
  const loader = await (await fetch(`${service}/sdk/v1.js`)).text();
  const sun = await siteOf(STILL_FRAME, '/sdk/v1.js', loader);
  const host = await siteOf(hostPage(sun.base), '/host.js', HOST_SCRIPT, strictPolicy(sun.base));
  const foreign = await siteOf(STILL_FRAME);
  await page.goto(`${host.base}/`);
  await checkTalk(page, sun.base);
  await checkForeign(page, sun.base, foreign.base);
  await checkDestroy(page, sun.base);
  for (const site of [sun, host, foreign]) site.close();
});

/** The frame of a slug, once its page records what it receives. The loader may run long after its last byte has come. */
async function frameOf(page: Page, sun: string, slug: string): Promise<Frame> {
  const element = await page.waitForSelector(`iframe[src^="${sun}/embedded/${slug}"]`);
  const frame = await element.contentFrame();
  if (!frame) throw new Error(`There is no frame of ${slug}.`);
  await untilTrue(frame, 'window.got');
  return frame;
}

/** Script in the host: resolves a picture after the text that ends what a frame says. */
const LISTEN_FOR_END = `void (window.said = new Promise((done) => {
  addEventListener('message', function hear({ data }) {
    if (data !== 'end') return;
    removeEventListener('message', hear);
    requestAnimationFrame(() => setTimeout(done));
  });
}))`;

/** Posts to the host what stands there, as script, and waits until it has arrived and what it changes is drawn. */
async function say(page: Page, frame: Frame, ...messages: string[]): Promise<void> {
  await page.evaluate(LISTEN_FOR_END);
  for (const message of [...messages, "'end'"]) {
    await frame.evaluate(`parent.postMessage(${message}, '*')`);
  }
  await page.evaluate('said');
}

/** Text that the host posts to a frame, behind which all that it received before has arrived. */
const MARK = 'all';

/** Script in a frame: resolves with the data of all that it received before the mark. */
const LISTEN_FOR_MARK = `void (window.marked = new Promise((done) => {
  addEventListener('message', function hear({ data }) {
    if (data !== '${MARK}') return;
    removeEventListener('message', hear);
    done(got.map(({ data }) => data).filter((data) => data !== '${MARK}'));
  });
}))`;

/** Everything that a frame of the host has received so far. */
async function receivedBy(page: Page, frame: Frame, name: string): Promise<unknown[]> {
  await frame.evaluate(LISTEN_FOR_MARK);
  await page.evaluate(
    `document.querySelector('#${name} iframe').contentWindow.postMessage('${MARK}', '*')`,
  );
  return await frame.evaluate('marked');
}

/** Types of the events that the host has had of a configurator, in order. */
async function eventsOf(page: Page, name: string): Promise<string> {
  return await page.evaluate(`events.${name}.map(({ type }) => type).join()`);
}

async function checkTalk(page: Page, sun: string): Promise<void> {
  const [first, second] = [await frameOf(page, sun, 'first'), await frameOf(page, sun, 'second')];
  await frameOf(page, sun, 'third');
  expect(first.url()).toContain(`${sun}/embedded/first?l=en&from=http://127.0.0.1:`);
  expect(page.frames()).toHaveLength(4);
  await say(page, first, READY);
  // Messages that were sent before the loader came are in the first answer.
  const [init] = (await receivedBy(page, first, 'first')).map((data) => checkToFrame(data));
  const prefill = { use_kwh: 9000, lat: 59 };
  expect(init).toHaveProperty('payload', { locale: 'en', prefill });
  expect(await receivedBy(page, second, 'second')).toEqual([]);
  await say(page, first, `{ ${HEAD}, id: 2, ${STEP} }`, `{ ${HEAD}, id: 2, ${STEP} }`);
  expect(await eventsOf(page, 'first')).toBe('ready,step');
  expect(await eventsOf(page, 'second')).toBe('');
  await checkHeights(page, first);
  await checkMalformed(page, first);
  await page.evaluate('first.send({ use_kwh: 12000 })');
  const all = (await receivedBy(page, first, 'first')).map((data) => checkToFrame(data).type);
  expect(all).toEqual(['init', 'prefill']);
  await say(page, second, READY);
  await expectGoodLook(page);
}

/** A height is drawn within bounds, and is no event of the page. */
async function checkHeights(page: Page, frame: Frame): Promise<void> {
  let id = 10;
  for (const [height, shown] of [
    [812.4, '813px'],
    [1e9, '20000px'],
    [-5, '0px'],
    [700, '700px'],
  ] as const) {
    const payload = `{ height: ${height} }`;
    await say(page, frame, `{ ${HEAD}, id: ${++id}, type: 'resize', payload: ${payload} }`);
    await expect(page.locator('#first iframe')).toHaveCSS('height', shown);
  }
  expect(await eventsOf(page, 'first')).toBe('ready,step');
}

/** A message that is malformed, unknown or of another version is ignored. */
async function checkMalformed(page: Page, frame: Frame): Promise<void> {
  await say(
    page,
    frame,
    'null',
    "'ready'",
    '[]',
    `{ source: 'sun', v: 1, id: 90, ${STEP} }`,
    `{ source: 'sun-over-sweden', v: 2, id: 91, ${STEP} }`,
    `{ ${HEAD}, id: '92', ${STEP} }`,
    `{ ${HEAD}, id: 93, type: 'scroll' }`,
    `{ ${HEAD}, id: 94, type: '__proto__' }`,
    `{ ${HEAD}, id: 95, type: 'step' }`,
    `{ ${HEAD}, id: 96, type: 'resize', payload: { height: NaN } }`,
    `{ ${HEAD}, id: 97, type: 'resize', payload: { height: '900' } }`,
    `{ ${HEAD}, id: 98, type: 'submitted', payload: null }`,
  );
  expect(await eventsOf(page, 'first')).toBe('ready,step');
}

/** Another frame of the right origin, the page itself, and the right frame with a page of another origin are ignored. */
async function checkForeign(page: Page, sun: string, foreign: string): Promise<void> {
  await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'),
    { src: '${sun}/embedded/stranger', title: 'stranger' }))`);
  await say(page, await frameOf(page, sun, 'stranger'), READY, `{ ${HEAD}, id: 50, ${STEP} }`);
  await say(page, page.mainFrame(), `{ ${HEAD}, id: 51, ${STEP} }`);
  expect(await eventsOf(page, 'first')).toBe('ready,step');
  const gone = await frameOf(page, sun, 'second');
  await gone.goto(`${foreign}/`);
  await say(page, gone, `{ ${HEAD}, id: 60, ${STEP} }`, READY);
  expect(gone.url()).toBe(`${foreign}/`);
  expect(await eventsOf(page, 'second')).toBe('ready');
  expect(await receivedBy(page, gone, 'second')).toEqual([]);
}

/** A destroyed configurator handles no late message, and leaves no listener. */
async function checkDestroy(page: Page, sun: string): Promise<void> {
  const listening: number = await page.evaluate('listening.size');
  await page.evaluate(`window.late = document.querySelector('#first iframe').contentWindow;
    first.destroy(); first.destroy();`);
  await page.evaluate(`dispatchEvent(new MessageEvent('message',
    { data: { ${HEAD}, id: 200, ${STEP} }, origin: '${sun}', source: late }))`);
  await page.locator('#first iframe').waitFor({ state: 'detached' });
  expect(await eventsOf(page, 'first')).toBe('ready,step');
  await page.evaluate('second.destroy()');
  expect(await page.evaluate('listening.size')).toBe(listening - 2);
}

test('/docs/sdk: its tables, its request, its demo', async ({ page }) => {
  await page.goto('/docs/sdk?l=sv');
  expect(await page.locator('tbody th').allInnerTexts()).toEqual([
    ...['slug', 'target', 'locale', 'theme', 'prefill', 'onEvent', 'send', 'destroy'],
    ...['ready', 'step', 'calculated', 'submitted', 'error'],
  ]);
  expect(checkLead(JSON.parse(await page.locator('.lead pre').innerText())).slug).toBe('demo');
  await page.locator('#log > div', { hasText: /^ready/ }).waitFor();
  await page.locator(SHOWN_DEMO).waitFor();
  await page.locator('#prefill [name=use_kwh]').fill('4321');
  await page.locator('#prefill [type=submit]').click();
  const frame = page.frameLocator('#solar iframe');
  for (const name of ['roof', 'house']) {
    await frame.locator('footer [type=submit]:enabled').click();
    await page.locator('#log > div', { hasText: `"${name}"` }).waitFor();
  }
  await expect(frame.getByLabel(wordsOf('sv').configurator.use)).toHaveValue('4321');
  await page.locator('#remove').click();
  await page.locator('#solar iframe').waitFor({ state: 'detached' });
});
