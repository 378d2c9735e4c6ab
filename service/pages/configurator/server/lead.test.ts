/** Leads from the form to a sink of the test's own, over HTTP. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { NEW_INVERTER } from '#engine/cash-flow.ts';
import fixture from '../../../../fixtures/embeds.json' with { type: 'json' };
import { testFolder } from '../../../../pipeline/files/folder.test-kit.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { Lead } from '../../../../schemas/types.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { noonProfile } from '../../../api/simulation/test/requests.ts';
import { holdBody } from '../../../test/hold-body.ts';
import { listen } from '../../../test/listen.ts';
import { BATCH, ITEM, rawCall, startTestService, testLoaded } from '../../../test/service.ts';
import { read } from '../../proposal/signed-state.ts';
import { readEmbeds } from '../../server/embeds.ts';
import { issueToken } from './form-token.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const checkLead = validator('data/lead.schema.json');
const checkError = validator('api/error.schema.json');

/** Next answer of the sink, and the requests it got. */
type Answer = (server: { status(code: number, headers?: Record<string, string>): void }) => void;
let answer: Answer = ({ status }) => status(204);
const received: { headers: IncomingHttpHeaders; body: string; url: string }[] = [];

const sink = await listen(async (request, response) => {
  const { headers, url = '' } = request;
  received.push({ headers, url, body: await text(request) });
  answer({ status: (code, more = {}) => void response.writeHead(code, more).end() });
});

const folder = testFolder();
const stored = join(folder, 'leads.jsonl');

const { demo } = fixture;
const lead = { ...demo.lead, sink: `${sink.base}/hook`, secret_env: 'HOOK' };
const path = join(folder, 'embeds.json');
writeFileSync(
  path,
  JSON.stringify({
    demo: { ...demo, lead },
    // A strong battery next to a weak one, the day's deduction and that of 2024, and no prices shown.
    other: {
      ...demo,
      lead,
      steps: ['where', 'roof', 'contact'],
      deduction: '2024-12',
      batteries: [
        { title: 'Svagt', kwh: 10, kw: 1, sek: 70_000 },
        { title: 'Starkt', kwh: 12, kw: 12, sek: 80_000 },
        { title: 'Vanligt', kwh: 15, sek: 98_000 },
      ],
    },
    trying: { ...demo, lead: { ...demo.lead, file: stored } },
  }),
);
const embeds = readEmbeds(path, { HOOK: SECRET });
const service = await startTestService({
  loaded: { ...testLoaded(), prices: testPrices(), embeds },
  trustProxy: 1,
});

after(sink.close);

const CONTACT = {
  first_name: 'Åsa',
  last_name: 'Ek-Östman',
  email: 'Asa.Ek@Example.com',
  phone: '070-555 66 77',
  street: 'Hemliga gatan 7',
  postal_code: '72212',
  city: 'Västerås',
};
const INPUTS = {
  lat: 59.13,
  lng: 15.29,
  faces: [{ tilt: 40, azimuth: 180, panel_count: 20 }],
  panel: 0,
  yearly_kwh: 15_000,
  ev_km_per_day: 0,
  chargers: 1,
  adults: 2,
  main_fuse_a: 20,
};

/** A token as old as a person's. */
function token(slug = 'demo', ageMs = 10_000): string {
  const embed = embeds.get(slug);
  assert.ok(embed);
  return issueToken(embed.formKey, slug, Date.now() - ageMs);
}

function form(change: Record<string, unknown> = {}) {
  return {
    token: token(),
    inputs: INPUTS,
    system: 'charger',
    contact: CONTACT,
    consent: '2026-11',
    website: '',
    ...change,
  };
}

let visitors = 0;

/** Sends a form as the page does, each from a network of its own. */
function send(body: unknown, { slug = 'demo', headers = {}, method = 'POST' } = {}) {
  return rawCall(service.base, `/embedded/${slug}/leads`, {
    method,
    headers: {
      origin: service.base,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'x-forwarded-for': `10.${++visitors}.0.1`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function assertRefused(
  sent: ReturnType<typeof send>,
  status: number,
  code: string,
  field?: string,
) {
  const { status: found, text: body, headers } = await sent;
  const { error } = checkError(JSON.parse(body));
  assert.deepEqual([found, error.code, error.field], [status, code, field], body);
  assert.equal(headers['access-control-allow-origin'], undefined);
  return error.message;
}

test("a lead reaches the sink signed, with the API's figures, before the response", async () => {
  answer = ({ status }) => status(200);
  const before = received.length;
  const { status, text: body, headers } = await send(form());
  assert.equal(status, 201, body);
  const { reference, link } = JSON.parse(body);
  assert.equal(link, undefined);
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(received.length, before + 1);
  const { headers: sent, body: raw } = received[before];
  assert.equal(sent['webhook-id'], reference);
  const verified: Lead = checkLead(new Webhook(SECRET).verify(raw, sent as Record<string, string>));
  assert.deepEqual(verified.contact, { ...CONTACT, email: 'asa.ek@example.com' });
  assert.deepEqual(verified.system, {
    panel_count: 20,
    panel_title: 'Panel 440 W',
    total_kw: 8.8,
    inverter_count: 1,
    inverter_title: 'Växelriktare 8 kW',
    battery_kwh: verified.system.battery_kwh,
    charger_count: 1,
    roof_sides: 1,
  });
  await assertAsApi(verified);
  // 45 000 + 20 x 2 400 + 19 000, the battery and 18 000.
  const battery = demo.batteries.find(({ kwh }) => kwh === verified.system.battery_kwh);
  assert.equal(verified.figures.price_sek, 130_000 + (battery?.sek ?? 0));
});

function post(path: string, body: object) {
  return rawCall(service.base, path, { method: 'POST', body: JSON.stringify(body) });
}

/** Asserts that the public calls give equal figures. @param powerKw of the battery. Default: the API's own */
async function assertAsApi({ inputs, figures, system }: Lead, powerKw?: number): Promise<void> {
  const ask = async (path: string, body: object) => JSON.parse((await post(path, body)).text);
  const { lat, lng } = inputs;
  const faces = [{ tilt: 40, azimuth: 180, kwp: 8.8 }];
  const series = await ask('/api/v1/pv-yield/series', { lat, lng, faces, inverter_kw: 8 });
  assert.equal(figures.annual_kwh, series.annual_kwh);
  const house = await ask('/api/v1/simulation', {
    location: { lat, lng },
    pv: { hourly_kwh: series.hourly_kwh },
    battery: {
      capacity_kwh: system.battery_kwh,
      strategy: 'combined',
      standby_w: 20,
      ...(powerKw ? { power_kw: powerKw } : {}),
    },
  });
  assert.ok(figures.saving_sek_per_year === Math.round(house.yearly.savings_sek));
}

test("a chosen battery is simulated with its own power, and the deduction is that of the installer's month", async () => {
  answer = ({ status }) => status(200);
  const savings = [];
  for (const [battery_kwh, kw] of [
    [10, 1],
    [12, 12],
    [15, undefined],
  ] as const) {
    const body = form({ token: token('other'), inputs: { ...INPUTS, battery_kwh } });
    const { status, text: answerText } = await send(body, { slug: 'other' });
    assert.equal(status, 201, answerText);
    const sent: Lead = checkLead(JSON.parse(received.at(-1)?.body ?? ''));
    assert.equal(sent.system.battery_kwh, battery_kwh);
    await assertAsApi(sent, kw);
    savings.push(sent.figures.saving_sek_per_year);
    assert.equal(sent.figures.deduction_paid_on, '2024-12-01');
    // 20 % until July 2025: of 97 % of 45 000 + 20 x 2 400 + 19 000.
    assert.equal(sent.figures.deduction_by_class.solar_cells, 21_728);
  }
  assert.ok(savings[0] < savings[1]);
  const inputs = { ...INPUTS, battery_kwh: 11 };
  const wrong = send(form({ token: token('other'), inputs }), { slug: 'other' });
  const message = await assertRefused(wrong, 422, 'invalid_parameter', 'inputs.battery_kwh');
  assert.match(message, /is 11, expected one of 10, 12, 15/);
});

test('with a link secret the visitor gets a link with the same figures and no name', async () => {
  answer = ({ status }) => status(200);
  const linkSecrets = [{ kid: 'a', key: Buffer.alloc(32, 3) }];
  const signing = await startTestService({
    loaded: service.loaded,
    linkSecrets,
    baseUrl: 'https://sun.example',
  });
  const headers = { origin: 'https://sun.example', 'sec-fetch-site': 'same-origin' };
  const sendThere = (change: Record<string, unknown>, slug = 'demo') =>
    rawCall(signing.base, `/embedded/${slug}/leads`, {
      method: 'POST',
      headers,
      body: JSON.stringify(form(change)),
    });
  const faces = [{ tilt: 40.123, azimuth: 360, panel_count: 20 }];
  const { status, text: body } = await sendThere({ inputs: { ...INPUTS, faces } });
  assert.equal(status, 201, body);
  const { link, reference } = JSON.parse(body);
  const [, slug] = /^https:\/\/sun\.example\/i\/(.+)$/.exec(link) ?? [];
  const state = read(slug, linkSecrets, new Date());
  const sent: Lead = checkLead(JSON.parse(received.at(-1)?.body ?? ''));
  assert.equal(sent.link, link);
  assert.deepEqual([state?.ref, state?.brand, state?.place], [reference, 'demo', CONTACT.city]);
  // As the API answers them: angles rounded, north as 0.
  assert.deepEqual(state?.faces, [{ tilt: 40.12, azimuth: 0, kwp: 8.8 }]);
  const { figures, system } = sent;
  const [battery] = state?.batteries ?? [];
  const { solar_sek = 0, charging_points } = state?.costs ?? {};
  assert.equal(battery.kwh, system.battery_kwh);
  assert.equal(solar_sek + battery.sek + (charging_points?.sek ?? 0), figures.price_sek);
  // The offer counts a new inverter. Without it the page would show fewer years.
  assert.deepEqual(state?.inverter, NEW_INVERTER);
  const solarSek = state?.result.solar_saving_sek ?? 0;
  assert.equal(solarSek + battery.saving_sek, Math.round(figures.saving_sek_per_year));
  const page = await rawCall(signing.base, `/i/${slug}?l=en`);
  assert.equal(page.status, 200);
  for (const sek of [figures.price_sek, figures.net_sek, figures.saving_sek_per_year]) {
    assert.ok(page.text.includes(Math.round(sek).toLocaleString('en')), `the page says ${sek}`);
  }
  for (const name of ['Hemliga', 'Ek-Östman', 'xample.com']) {
    assert.ok(!JSON.stringify(state).includes(name), name);
    assert.ok(!page.text.includes(name), `${name} on the page`);
  }
  // A link has no text of the visitor's own.
  const elsewhere = { contact: { ...CONTACT, city: 'Hemliga orten' }, token: token('demo', 9000) };
  await sendThere(elsewhere);
  const typed: Lead = checkLead(JSON.parse(received.at(-1)?.body ?? ''));
  assert.equal(typed.contact.city, 'Hemliga orten');
  const [, typedSlug = ''] = /\/i\/(.+)$/.exec(typed.link ?? '') ?? [];
  assert.equal(read(typedSlug, linkSecrets, new Date())?.place, '');
  // Where no prices are shown, the link is the seller's to pass on.
  const other = await sendThere({ token: token('other') }, 'other');
  assert.deepEqual(Object.keys(JSON.parse(other.text)), ['reference']);
  assert.match(JSON.parse(received.at(-1)?.body ?? '').link, /^https:\/\/sun\.example\/i\//);
});

test('a script exhausts the limit of its own network only', async () => {
  answer = ({ status }) => status(200);
  const before = received.length;
  const statusFrom = async (address: string) =>
    (await send(form(), { headers: { 'x-forwarded-for': address } })).status;
  const statuses: number[] = [];
  // Five an hour are taken from a /56: the script goes through those of its /48.
  for (let i = 0; i < 206; i++) {
    const net = Math.floor(i / 5)
      .toString(16)
      .padStart(2, '0');
    statuses.push(await statusFrom(`2001:db8:5c:${net}00::${i}`));
  }
  assert.equal(statuses.filter((status) => status === 201).length, 20);
  assert.equal(statuses.filter((status) => status === 429).length, 186);
  assert.equal(received.length - before, 20);
  assert.equal(await statusFrom('2001:db8:5d::1'), 201, 'the /48 next to it');
  assert.equal(await statusFrom('192.0.2.1'), 201, 'another provider');
});

test('a form that is sent twice is one lead', async () => {
  const before = received.length;
  const body = form();
  const answers = await Promise.all([send(body), send(body)]);
  answers.push(await send(body));
  for (const { status } of answers) assert.equal(status, 201);
  assert.equal(new Set(answers.map(({ text: answerText }) => answerText)).size, 1);
  assert.equal(received.length, before + 1);
});

for (const [what, next] of [
  ['refuses', ({ status }) => status(400)],
  ['fails', ({ status }) => status(500)],
  ['leads elsewhere', ({ status }) => status(307, { location: `${sink.base}/other` })],
  ['never answers', () => undefined],
] as [string, Answer][]) {
  test(`a sink that ${what}: 503, and the same form can be sent again`, async () => {
    const body = form();
    answer = next;
    const message = await assertRefused(send(body), 503, 'lead_not_delivered');
    assert.match(message, /try again in (a while|30 s), or call 010-123 45 67/);
    answer = ({ status }) => status(202);
    assert.equal((await send(body)).status, 201);
    assert.ok(received.every(({ url }) => url === '/hook'));
    assert.equal(received.at(-1)?.headers['webhook-id'], received.at(-2)?.headers['webhook-id']);
  });
}

test('a sink that returns 429 gets no request until its Retry-After, which the visitor gets too', async (t) => {
  // The two seconds that pass are over for the tests that come after it.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 2_000 });
  const body = form();
  answer = ({ status }) => status(429, { 'retry-after': '2' });
  const first = await send(body);
  assert.deepEqual([first.status, first.headers['retry-after']], [503, '2']);
  assert.match(JSON.parse(first.text).error.message, /try again in 2 s, or call 010-123 45 67/);
  const before = received.length;
  answer = ({ status }) => status(202);
  for (const [sent, leftS] of [
    [body, '2'],
    [form(), '1'],
  ] as const) {
    const { status, headers } = await send(sent);
    assert.deepEqual([status, headers['retry-after']], [503, leftS]);
    t.mock.timers.setTime(Date.now() + 1000);
  }
  assert.equal(received.length, before, 'nobody asked the sink');
  assert.equal((await send(body)).status, 201);
  assert.equal(received.at(-1)?.headers['webhook-id'], received[before - 1].headers['webhook-id']);
});

test("a sink's Retry-After applies to one lead, in seconds or as a date; permanent errors have none", async () => {
  const date = new Date(Date.now() + 7_200_000).toUTCString();
  for (const [status, header, expected] of [
    [503, '3600', /^3600$/],
    [503, date, /^7(200|1\d\d)$/],
    [503, 'soon', /^30$/],
    [500, undefined, /^30$/],
    [401, '60', /^undefined$/],
  ] as const) {
    answer = ({ status: reply }) => reply(status, header ? { 'retry-after': header } : {});
    const sent = await send(form());
    assert.equal(sent.status, 503);
    assert.match(String(sent.headers['retry-after']), expected);
    answer = ({ status: reply }) => reply(200);
    assert.equal((await send(form())).status, 201);
  }
});

test('requests from another site are refused, and their responses cannot be read', async () => {
  const before = received.length;
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    await assertRefused(send(form(), { headers }), 400, 'bad_request');
  }
  const headers = { origin: 'https://evil.example' };
  const preflight = await send('', { method: 'OPTIONS', headers });
  assert.equal(preflight.headers['access-control-allow-origin'], undefined);
  assert.equal(preflight.status, 400);
  await assertRefused(send('', { method: 'GET' }), 405, 'method_not_allowed');
  assert.equal(received.length, before);
});

test('each invalid field is named', async () => {
  const wrongs: [string, Record<string, unknown>][] = [
    ['consent', { consent: '2020-01' }],
    ['consent', { consent: undefined }],
    ['website', { website: 'http://spam.example' }],
    ['contact.email', { contact: { ...CONTACT, email: null, phone: null } }],
    ['contact.email', { contact: { ...CONTACT, email: 'nobody' } }],
    ['contact.postal_code', { contact: { ...CONTACT, postal_code: '7221' } }],
    ['contact.last_name', { contact: { ...CONTACT, last_name: '  ' } }],
    ['contact.street', { contact: { ...CONTACT, street: 'Storgatan 1\r\nBcc: all' } }],
    ['contact.city', { contact: { ...CONTACT, city: 'Väs\u0000terås' } }],
    ['contact.first_name', { contact: { ...CONTACT, first_name: 'Åsa\u2028' + 'Ek' } }],
    ['inputs.panel', { inputs: { ...INPUTS, panel: 9 } }],
    ['inputs.faces', { inputs: { ...INPUTS, faces: [] } }],
    ['system', { system: 'all' }],
    // Figures and what is unknown.
    ['price_sek', { price_sek: 1 }],
    ['inputs.base_sek', { inputs: { ...INPUTS, base_sek: 0 } }],
  ];
  for (const [field, change] of wrongs) {
    await assertRefused(send(form(change)), 422, 'invalid_parameter', field);
  }
  await assertRefused(send('{'), 400, 'invalid_json');
  await assertRefused(send(form({ website: 'x'.repeat(17_000) })), 413, 'body_too_large');
  const inputs = { ...INPUTS, lat: 48.8, lng: 2.3 };
  await assertRefused(send(form({ inputs })), 422, 'outside_coverage');
  await assertRefused(send(form(), { slug: 'nobody' }), 404, 'not_found');
});

test('an address may send five leads an hour', async () => {
  answer = ({ status }) => status(200);
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  for (let i = 0; i < 5; i++) assert.equal((await send(form(), { headers })).status, 201);
  const message = await assertRefused(send(form(), { headers }), 429, 'rate_limited');
  assert.match(message, /More than 5 leads an hour from your address/);
});

test('the sink `log` writes the lead to its file', async () => {
  const { status, text: body } = await send(form({ token: token('trying') }), { slug: 'trying' });
  assert.equal(status, 201);
  const lines = readFileSync(stored, 'utf8').trim().split('\n');
  assert.equal(checkLead(JSON.parse(lines[0])).reference, JSON.parse(body).reference);
});

test('only the page gets a token, which is valid after three seconds', async () => {
  const ask = (headers: Record<string, string>) =>
    rawCall(service.base, '/embedded/demo/token', { headers });
  const before = received.length;
  const { status, text: body, headers } = await ask({ 'sec-fetch-site': 'same-origin' });
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  const early = send(form({ token: JSON.parse(body).token }));
  await assertRefused(early, 422, 'invalid_parameter', 'token');
  assert.equal(received.length, before);
  await assertRefused(ask({ 'sec-fetch-site': 'cross-site' }), 400, 'bad_request');
  await assertRefused(ask({}), 400, 'bad_request');
});

test("the log has the leads' outcomes and no personal data", () => {
  // Digits of the clock may be any.
  const lines = JSON.stringify(service.log.map((line) => ({ ...line, time: 0, ms: 0 })));
  assert.match(lines, /A lead was delivered/);
  assert.match(lines, /the sink answered 307/);
  assert.match(lines, /the sink took longer than 5 s/);
  for (const secret of [...Object.values(CONTACT), 'asa.ek', '59.13', '15.29', SECRET]) {
    assert.ok(!lines.includes(secret), secret);
  }
});

test('next to 40 addresses with four open bodies each, 60 of 60 simulations, batches and leads are answered', async () => {
  const sockets = Array.from({ length: 160 }, (_, i) =>
    holdBody(service.base, BATCH, gzipSync(randomBytes(2032)), `198.51.100.${i >> 2}`, {
      encoding: 'gzip',
    }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (let i = 0; i < 20; i++) {
    const answers = [
      await post('/api/v1/simulation', { pv: { monthly_profile: noonProfile(3) } }),
      await post(BATCH, { items: [ITEM] }),
      await send(form(), { headers: { 'x-forwarded-for': `172.16.${i}.1` } }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 201],
    );
  }
  for (const socket of sockets) socket.destroy();
});
