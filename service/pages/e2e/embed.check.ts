/** An installer's configurator: from a parent's page to the sink, by keyboard, on a phone's width. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Frame, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { validator } from '../../../schemas/checks/validate.ts';
import type { Lead } from '../../../schemas/types.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { readEmbeds } from '../configurator/server/embeds.ts';
import { issueToken } from '../configurator/server/form-token.ts';
import { fill } from '../messages/format.ts';
import { wordsOf } from '../messages/messages.ts';
import type { Checked } from './check.ts';
import { axeFaults, isTooWide, MOST_MS } from './visit.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PHONE = { width: 360, height: 740 };

const checkLead = validator('data/lead.schema.json');
const checkMessage = validator('embed/from-frame.schema.json');

/** A page that frames the configurator and keeps the messages it gets. */
const host = (address: string) => `<!doctype html><meta charset="utf-8"><title>host</title>
<iframe src="${address}" width="360" height="700" allow="geolocation"></iframe>
<script>
const frame = document.querySelector('iframe');
const told = [];
addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow) return;
  told.push(data);
  if (data.type === 'ready') frame.contentWindow.postMessage({ source: 'sun-over-sweden', v: 1, id: 1, type: 'init',
    payload: { locale: frame.src.endsWith('en') ? 'en' : 'sv', theme: frame.src.endsWith('en') ? 'dark' : 'light', prefill: { street: 'Stora gatan 1', city: 'Västerås', lat: 'x' } } }, origin);
  if (data.type === 'resize') frame.height = data.payload.height;
});
</script>`;

/** The sink's next answer; all behind it take what they get. */
interface SinkState {
  status: number;
  /** Rest that it asks for, s. */
  restS: number;
}

/** A delivery to the sink, and its answer. */
interface Delivery {
  body: string;
  headers: Record<string, string>;
  status: number;
}

/** Runs it all on a service of its own, which has a sink and the allowed parent's origin in its file. */
export async function checkEmbed({ browser, expect }: Checked): Promise<void> {
  const received: Delivery[] = [];
  const state: SinkState = { status: 204, restS: 0 };
  const sink = await listen(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const { status } = state;
    state.status = 204;
    received.push({ body: await text(request), headers, status });
    response.writeHead(status, { 'retry-after': String(state.restS) }).end();
  });
  let address = '';
  const parents = [await parentOf(() => address), await parentOf(() => address)];
  const [own, foreign] = parents.map(originOf);
  const folder = mkdtempSync(join(tmpdir(), 'embed-check-'));
  const file = join(folder, 'embeds.json');
  const lead = { ...fixture.demo.lead, sink: `${originOf(sink)}/hook`, secret_env: 'CHECK_SECRET' };
  writeFileSync(file, JSON.stringify({ demo: { ...fixture.demo, origins: [own], lead } }));
  const env = { EMBEDS_FILE: file, CHECK_SECRET: SECRET };
  const service = await startProgram([SERVICE], { env });
  try {
    for (const language of ['sv', 'en'] as const) {
      address = `${service.base}/embedded/demo?l=${language}`;
      const { page, messages } = await openIn(browser, own, service.base);
      if (language === 'sv') await giveStaleToken(page, file);
      const shownSek = await takeJourney(page, expect, language, state);
      await checkMessages(await messages(), expect, language);
      const last = received.at(-1);
      expect(last !== undefined, `${language}: the sink was asked`);
      if (last) checkReceived(last, shownSek, expect, language);
      await page.context().close();
    }
    const ids = received.map(({ headers }) => headers['webhook-id']);
    const answered = received.map(({ status }) => status).join();
    expect(
      answered === '500,204,429,204' && ids[0] === ids[1] && ids[2] === ids[3] && ids[0] !== ids[2],
      `each form is one lead to the sink, also when it was down for the first try: ${ids.join(' ')}`,
    );
    await checkForeign(browser, foreign, service.base, expect);
  } finally {
    await service.stop();
    for (const server of [sink, ...parents]) server.close();
    rmSync(folder, { recursive: true });
  }
}

async function listen(handler: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({}, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function parentOf(address: () => string): Promise<Server> {
  return listen((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(host(address()));
  });
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openIn(browser: Browser, parent: string, base: string) {
  const context = await browser.newContext({ viewport: PHONE, locale: 'sv-SE' });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  await page.route('**/*', (route) => {
    const url = route.request().url();
    return [parent, base].some((origin) => url.startsWith(`${origin}/`))
      ? route.continue()
      : route.abort();
  });
  await page.goto(`${parent}/`);
  return { page, messages: () => page.evaluate('told') as Promise<unknown[]> };
}

/** The frame that the page has in it. */
async function frameOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The page has no frame.');
  await frame.waitForSelector('h1');
  return frame;
}

/** The first token that the page gets is three hours old, as of a form that was left open. */
async function giveStaleToken(page: Page, file: string): Promise<void> {
  const embed = readEmbeds(file, { CHECK_SECRET: SECRET }).get('demo');
  if (!embed) throw new Error('There is no demo.');
  const token = issueToken(embed.formKey, 'demo', Date.now() - 3 * 3_600_000);
  await page.route('**/token', (route) => route.fulfill({ json: { token } }), { times: 1 });
}

async function isTooWideAtTwice(frame: Frame): Promise<boolean> {
  await frame.evaluate("document.documentElement.style.fontSize = '200%'");
  const found = await isTooWide(frame);
  await frame.evaluate("document.documentElement.style.fontSize = ''");
  return found;
}

/** Presses Tab until what has the focus fits; what cannot be reached is a fault. */
async function tabTo(page: Page, frame: Frame, selector: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await frame.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`No key leads to ${selector}.`);
}

async function type(page: Page, frame: Frame, selector: string, value: string): Promise<void> {
  await tabTo(page, frame, selector);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(value);
}

/** Through all five steps by keyboard alone; the sink is down for the first try. @returns the price that was shown, SEK */
async function takeJourney(
  page: Page,
  expect: Checked['expect'],
  language: 'sv' | 'en',
  sink: SinkState,
): Promise<number> {
  const words = wordsOf(language).configurator;
  const frame = await frameOf(page);
  const heading = (name: string) => frame.getByRole('heading', { level: 1, name }).waitFor();
  const looked = async (step: string) => {
    const faults = await axeFaults(frame);
    expect(Object.keys(faults).length === 0, `${language} ${step}: axe ${JSON.stringify(faults)}`);
    expect(!(await isTooWide(frame)), `${language} ${step}: fits 360 px`);
    expect(
      !(await isTooWideAtTwice(frame)),
      `${language} ${step}: with text of twice the size, too`,
    );
  };
  const next = async () => {
    await tabTo(page, frame, 'button[type=submit]');
    await page.keyboard.press('Enter');
  };

  await heading(words.where);
  await next();
  await frame.getByText(words.needPlace).waitFor();
  // Back to the beginning of the frame.
  await page.locator('iframe').focus();
  await frame.evaluate('document.querySelector("h1").focus()');
  await type(page, frame, '[role=combobox]', 'vasteras');
  await frame.locator('[role=option]').first().waitFor();
  await looked(words.where);
  await page.keyboard.press('Enter');
  await frame.getByText(fill(words.chosen, { place: 'Västerås' })).waitFor();
  await tabTo(page, frame, '.map');
  await page.keyboard.press('ArrowUp');
  await frame.getByText(fill(words.near, { place: 'Hökåsen', where: '' })).waitFor();
  await next();

  await heading(words.roof);
  await looked(words.roof);
  await tabTo(page, frame, 'fieldset.face .tilts input');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, frame, 'fieldset.face .directions input');
  await page.keyboard.press('ArrowLeft');
  await type(page, frame, 'input[type=number]', '10');
  await tabTo(page, frame, '.buttons button');
  await page.keyboard.press('Enter');
  await next();

  await heading(words.house);
  await looked(words.house);
  await tabTo(page, frame, 'input[type=number]');
  await next();

  await heading(words.offer);
  await frame.locator('.offer').first().waitFor();
  expect((await frame.locator('.offer').count()) === 3, `${language}: three systems`);
  await looked(words.offer);
  await tabTo(page, frame, '.offer input');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tryOut(page, frame, expect, language);
  await next();

  await heading(words.contact);
  await page.keyboard.press('Shift+Tab');
  expect(
    !(await frame.getByRole('checkbox').isChecked()),
    `${language}: the consent is not ticked`,
  );
  expect(
    (await frame.locator('[autocomplete=street-address]').inputValue()) === 'Stora gatan 1',
    `${language}: what the host knew is filled in`,
  );
  await frame.evaluate('document.querySelector("h1").focus()');
  await type(page, frame, '[autocomplete=given-name]', 'Åsa');
  await type(page, frame, '[autocomplete=family-name]', 'Ek');
  await type(page, frame, '[autocomplete=postal-code]', '722 12');
  await type(page, frame, '[type=email]', 'asa@example.com');
  await tabTo(page, frame, '[type=checkbox]');
  await page.keyboard.press('Space');
  await looked(words.contact);
  const [, shown = ''] = (await frame.locator('.total').innerText()).split(words.charger);

  // Swedish: it is wrong once; English: it asks for a rest.
  Object.assign(sink, language === 'sv' ? { status: 500, restS: 100 } : { status: 429, restS: 3 });
  await next();
  const { phone } = fixture.demo.lead;
  const notice = fill(words.notSentYet, { phone, minutes: Math.ceil(sink.restS / 60) });
  await frame.locator('[role=alert]', { hasText: notice }).waitFor();
  expect(
    (await frame.locator('[type=email]').inputValue()) === 'asa@example.com',
    `${language}: a sink that is down loses nothing that was typed, and the phone number is shown`,
  );
  // A sink that asks for a rest gets nothing before it is over.
  if (language === 'en') await page.waitForTimeout(1000 * sink.restS + 500);
  await next();
  await frame.getByText(words.thanksText).waitFor();
  await looked(words.thanks);
  return Number(shown.replace(/\D/g, ''));
}

/** A slider moves the proposal at once, by the engine in the browser; the server then says the same. */
async function tryOut(
  page: Page,
  frame: Frame,
  expect: Checked['expect'],
  language: 'sv' | 'en',
): Promise<void> {
  const words = wordsOf(language).configurator;
  const confirmed = frame.locator('details p', { hasText: words.confirmed });
  await confirmed.waitFor({ state: 'attached' });
  const savings = () => frame.locator('.offer .money span').allInnerTexts();
  const before = await savings();
  await tabTo(page, frame, '.try [type=range]');
  await page.keyboard.press('ArrowLeft');
  await frame.locator('.offers[aria-busy=false]').waitFor();
  const here = await savings();
  await confirmed.waitFor({ state: 'attached' });
  expect(
    here.join() !== before.join() && here.join() === (await savings()).join(),
    `${language}: a slider changes what is saved, and the server says the same: ${here.join(' | ')}`,
  );
}

async function checkMessages(
  told: unknown[],
  expect: Checked['expect'],
  language: string,
): Promise<void> {
  const messages = told.map((message) => checkMessage(message));
  const types = new Set(messages.map(({ type }) => type));
  expect(
    ['ready', 'resize', 'step', 'calculated', 'submitted', 'error'].every((type) =>
      types.has(type as 'ready'),
    ),
    `${language}: the host is told of ${[...types].join(', ')}`,
  );
  const resizes = messages.filter(({ type }) => type === 'resize').length;
  expect(resizes < 60, `${language}: the height follows in ${resizes} messages and never loops`);
  expect(!JSON.stringify(told).includes('asa@'), `${language}: the host is told no contact data`);
}

function checkReceived(
  { body, headers }: { body: string; headers: Record<string, string> },
  shownSek: number,
  expect: Checked['expect'],
  language: string,
): void {
  const lead: Lead = checkLead(new Webhook(SECRET).verify(body, headers));
  const { contact, system, figures } = lead;
  expect(
    contact.city === 'Västerås' && contact.postal_code === '72212' && contact.phone === null,
    `${language}: the sink has what was typed`,
  );
  expect(
    system.panel_count === 19 && system.roof_sides === 2 && system.charger_count === 1,
    `${language}: and what was chosen: ${JSON.stringify(system)}`,
  );
  expect(
    figures.net_sek === shownSek && figures.annual_kwh > 0,
    `${language}: and figures, at the price of ${shownSek} that was shown: ${JSON.stringify(figures)}`,
  );
}

/** A parent that is not in the file gets nothing into its frame. */
async function checkForeign(
  browser: Browser,
  foreign: string,
  base: string,
  expect: Checked['expect'],
): Promise<void> {
  const { page, messages } = await openIn(browser, foreign, base);
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  const shown = frame ? await frame.locator('#configurator').count() : 0;
  expect(
    shown === 0 && (await messages()).length === 0,
    'the frame of a foreign parent stays empty',
  );
  await page.context().close();
}
