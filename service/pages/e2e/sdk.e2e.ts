import type { Frame, Page } from '@playwright/test';
import { validator } from '../../../schemas/checks/validate.ts';
import type { Listening } from '../../test/listen.ts';
import { HOST_SCRIPT, STILL_FRAME, siteOf } from './sdk-stand-ins.ts';
import { type Checked, expectGoodLook, test } from './test.ts';
import { SHOWN_DEMO, untilTrue, visit } from './visit.ts';

const checkLead = validator('data/lead.schema.json');
const checkToFrame = validator('embed/to-frame.schema.json');

const HEAD = "source: 'sun-over-sweden', v: 1";
const READY = `{ ${HEAD}, id: 1, type: 'ready' }`;
const STEP = "type: 'step', payload: { name: 'roof', index: 1, of: 5 }";

test('the loader next to frames that misbehave', async ({ checked: { browser, base, expect } }) => {
  const loader = await (await fetch(`${base}/sdk/v1.js`)).text();
  const sun = await siteOf((path) =>
    path === '/sdk/v1.js'
      ? { type: 'text/javascript', text: loader }
      : { type: 'text/html', text: STILL_FRAME },
  );
  const host = await siteOf((path) =>
    path === '/host.js'
      ? { type: 'text/javascript', text: HOST_SCRIPT }
      : { type: 'text/html', text: hostPage(sun), policy: strictPolicy(sun) },
  );
  const foreign = await siteOf(() => ({ type: 'text/html', text: STILL_FRAME }));
  const { page, troubles } = await visit(browser, host.base);
  for (const { base } of [sun, foreign]) {
    await page.route(`${base}/**`, (route) => route.continue());
  }
  await page.goto(`${host.base}/`);
  await checkTalk(page, sun, expect);
  await checkForeign(page, sun, foreign, expect);
  await checkDestroy(page, sun, expect);
  expect(
    troubles.length === 0,
    `sdk: a host with a strict policy has no trouble ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
  for (const site of [sun, host, foreign]) site.close();
});

function hostPage({ base }: Listening): string {
  return `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1>
<div id="first"></div><div id="second"></div><div data-sun="third" id="third"></div></main>
<script src="/host.js"></script><script async src="${base}/sdk/v1.js"></script>`;
}

/** Exactly the policy that /docs/sdk shows: the loader needs no more. */
function strictPolicy({ base }: Listening): string {
  return `default-src 'none'; script-src 'self' ${base}; frame-src ${base} http://127.0.0.1:*`;
}

/** The frame of a slug, once its page records what it receives. The loader may run long after its last byte has come. */
async function frameOf(page: Page, { base }: Listening, slug: string): Promise<Frame> {
  const element = await page.waitForSelector(`iframe[src^="${base}/embedded/${slug}"]`);
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

/** Script in a frame: resolves with all that it received before the mark. */
const LISTEN_FOR_MARK = `void (window.marked = new Promise((done) => {
  addEventListener('message', function hear({ data }) {
    if (data !== '${MARK}') return;
    removeEventListener('message', hear);
    done(got.filter(({ data }) => data !== '${MARK}'));
  });
}))`;

/** Everything that a frame of the host has received so far. */
async function toldTo(
  page: Page,
  frame: Frame,
  name: string,
): Promise<{ data: unknown; origin: string }[]> {
  await frame.evaluate(LISTEN_FOR_MARK);
  await page.evaluate(
    `document.querySelector('#${name} iframe').contentWindow.postMessage('${MARK}', '*')`,
  );
  return await frame.evaluate('marked');
}

async function eventsOf(page: Page, name: string): Promise<{ type: string; payload?: unknown }[]> {
  return await page.evaluate(`events.${name}`);
}

async function checkTalk(page: Page, sun: Listening, expect: Checked['expect']): Promise<void> {
  const [first, second] = [await frameOf(page, sun, 'first'), await frameOf(page, sun, 'second')];
  await frameOf(page, sun, 'third');
  expect(
    first.url().startsWith(`${sun.base}/embedded/first?l=en&from=http://127.0.0.1:`) &&
      page.frames().length === 4,
    'sdk: two mounts and one element are three frames',
  );
  await say(page, first, READY);
  const [init] = await toldTo(page, first, 'first');
  const { payload } = checkToFrame(init.data) as { payload: unknown };
  expect(
    JSON.stringify(payload) === '{"locale":"en","prefill":{"use_kwh":9000,"lat":59}}',
    'sdk: ready is answered by init, with what was sent before the loader came',
  );
  const others = await toldTo(page, second, 'second');
  expect(others.length === 0, 'sdk: no other frame hears it');
  await say(page, first, `{ ${HEAD}, id: 2, ${STEP} }`, `{ ${HEAD}, id: 2, ${STEP} }`);
  const types = (await eventsOf(page, 'first')).map(({ type }) => type).join();
  expect(types === 'ready,step', 'sdk: a duplicate is dropped');
  expect((await eventsOf(page, 'second')).length === 0, 'sdk: each page hears its own frame');
  await checkHeights(page, first, expect);
  await checkMalformed(page, first, expect);
  await page.evaluate('first.send({ use_kwh: 12000 })');
  const all = await toldTo(page, first, 'first');
  const messages = all.map(({ data }) => checkToFrame(data).type).join();
  expect(messages === 'init,prefill', 'sdk: what the host sends fits its schema');
  await say(page, second, READY);
  await expectGoodLook(page);
}

async function checkHeights(page: Page, frame: Frame, expect: Checked['expect']): Promise<void> {
  let id = 10;
  for (const [said, shown] of [
    [812.4, '813px'],
    [1e9, '20000px'],
    [-5, '0px'],
    [700, '700px'],
  ] as const) {
    await say(
      page,
      frame,
      `{ ${HEAD}, id: ${++id}, type: 'resize', payload: { height: ${said} } }`,
    );
    const found = await page.evaluate("document.querySelector('#first iframe').style.height");
    expect(found === shown, `sdk: a height of ${said} is ${shown}`);
  }
  const events = await eventsOf(page, 'first');
  expect(!events.some(({ type }) => type === 'resize'), 'sdk: a height is no event of the page');
}

async function checkMalformed(page: Page, frame: Frame, expect: Checked['expect']): Promise<void> {
  const before = (await eventsOf(page, 'first')).length;
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
  const after = (await eventsOf(page, 'first')).length;
  expect(after === before, 'sdk: what is malformed, unknown or of another version is left alone');
}

async function checkForeign(
  page: Page,
  sun: Listening,
  foreign: Listening,
  expect: Checked['expect'],
): Promise<void> {
  const before = (await eventsOf(page, 'first')).length;
  await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'),
    { src: '${sun.base}/embedded/stranger', title: 'stranger' }))`);
  await say(page, await frameOf(page, sun, 'stranger'), READY, `{ ${HEAD}, id: 50, ${STEP} }`);
  await say(page, page.mainFrame(), `{ ${HEAD}, id: 51, ${STEP} }`);
  expect(
    (await eventsOf(page, 'first')).length === before,
    'sdk: another frame of the right origin, or the page itself, is not heard',
  );
  const gone = await frameOf(page, sun, 'second');
  await gone.goto(`${foreign.base}/`);
  const heard = (await eventsOf(page, 'second')).length;
  await say(page, gone, `{ ${HEAD}, id: 60, ${STEP} }`, READY);
  expect(
    gone.url() === `${foreign.base}/` && (await eventsOf(page, 'second')).length === heard,
    'sdk: the right frame with a page of another origin is not heard',
  );
  const told = await toldTo(page, gone, 'second');
  expect(told.length === 0, 'sdk: and is told nothing');
}

async function checkDestroy(page: Page, sun: Listening, expect: Checked['expect']): Promise<void> {
  const before = (await eventsOf(page, 'first')).length;
  const listening = (await page.evaluate('listening.size')) as number;
  await page.evaluate(`window.late = document.querySelector('#first iframe').contentWindow;
    first.destroy(); first.destroy();`);
  await page.evaluate(`dispatchEvent(new MessageEvent('message',
    { data: { ${HEAD}, id: 200, ${STEP} }, origin: '${sun.base}', source: late }))`);
  await page.locator('#first iframe').waitFor({ state: 'detached' });
  expect((await eventsOf(page, 'first')).length === before, 'sdk: a late message is not heard');
  await page.evaluate('second.destroy()');
  expect(
    listening - Number(await page.evaluate('listening.size')) === 2,
    'sdk: destroy leaves no listener',
  );
}

test('/docs/sdk: its tables, its request, its demo', async ({
  page,
  checked: { base, expect },
}) => {
  await page.goto('/docs/sdk?l=sv', { waitUntil: 'load' });
  const rows = await page.locator('tbody th').allInnerTexts();
  const names = 'slug target locale theme prefill onEvent send destroy ready step calculated';
  expect(
    rows.join(' ') === `${names} submitted error`,
    `/docs/sdk lists options and events: ${rows.join(' ')}`,
  );
  const lead = await page.locator('.lead pre').innerText();
  expect(checkLead(JSON.parse(lead)).slug === 'demo', '/docs/sdk shows a request of the demo');
  await checkDemo(page, base, expect);
});

async function checkDemo(page: Page, base: string, expect: Checked['expect']): Promise<void> {
  await page.locator('#log > div', { hasText: /^ready/ }).waitFor();
  const frame = page.frames().find((one) => one.url().startsWith(`${base}/embedded/demo`));
  await frame?.locator('h1, h2').first().waitFor();
  expect(frame !== undefined, '/docs/sdk: the demo shows itself');
  // It has the height of what is in it.
  await page.locator(SHOWN_DEMO).waitFor();
  await page.locator('#prefill [name=use_kwh]').fill('4321');
  await page.locator('#prefill [type=submit]').click();
  if (frame) await followSteps(page, frame, expect);
  await expectGoodLook(page);
  await page.locator('#remove').click();
  await page.locator('#solar iframe').waitFor({ state: 'detached' });
}

/** Follows the real configurator's messages to its host on the way to a proposal, through the loader. */
async function followSteps(page: Page, frame: Frame, expect: Checked['expect']): Promise<void> {
  const told = (type: string) => page.locator('#log > div', { hasText: new RegExp(`^${type} `) });
  const payloads = async (type: string): Promise<Record<string, unknown>[]> =>
    (await told(type).allInnerTexts()).map((line) => JSON.parse(line.slice(type.length)));
  for (const name of ['roof', 'house', 'offer']) {
    await frame.locator('[type=submit]:enabled').click();
    await told('step')
      .filter({ hasText: `"${name}"` })
      .waitFor();
  }
  const steps = (await payloads('step')).map(({ name, index, of }) => `${name} ${index}/${of}`);
  expect(
    steps.slice(0, 3).join() === 'offer 3/5,house 2/5,roof 1/5',
    `/docs/sdk: the host follows the steps: ${steps.join(', ')}`,
  );
  await told('calculated').first().waitFor();
  const [{ price_sek, saving_sek, kwp }] = await payloads('calculated');
  const shown = await frame.locator('.offer .money > strong').first().innerText();
  expect(
    kwp === 8.8 && Number(saving_sek) > 0 && Number(shown.replace(/\D/g, '')) === price_sek,
    `/docs/sdk: and what was calculated is what is shown: ${price_sek} SEK, ${shown}`,
  );
}
