import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';
import { formerFigures } from '#engine/economy/proposal-figures.ts';
import type { SignedState } from '../../../schemas/types.ts';
import { rawCall, startTestService, testLoaded } from '../../test/service.ts';
import { computeBatteryCostSek, computePanelCostSek } from '../explorer/house-verdict.ts';
import type { ExplorerState } from '../explorer/state.ts';
import { readState } from '../explorer/url-state.ts';
import { readEmbeds } from '../server/embeds.ts';
import { BOUNDS } from '../ui/bounds.ts';
import { mint } from './signed-state.ts';
import { STATE } from './states.test-kit.ts';

const EMBEDS = fileURLToPath(new URL('../../../fixtures/embeds.json', import.meta.url));
const SECRETS = [{ kid: 'a', key: randomBytes(32) }];
const OTHERS = [{ kid: 'a', key: randomBytes(32) }];
const HOUR_S = 3600;

const nowS = Math.floor(Date.now() / 1000);
const state = { ...STATE, brand: 'demo', exp: nowS + HOUR_S };
const embeds = readEmbeds(EMBEDS, {});

async function linked(proposed: SignedState): Promise<ExplorerState> {
  const { text } = await rawCall(base, `/i/${mint(proposed, SECRETS)}?l=en`);
  const [, query = ''] = /href="\/\?(lat=[^"]+)"/.exec(text) ?? [];
  return readState(query.replaceAll('&amp;', '&'), 'en');
}

const start = () => startTestService({ loaded: { ...testLoaded(), embeds }, linkSecrets: SECRETS });
const { base } = await start();

test('a valid link returns a private page in the requested language', async () => {
  const path = `/i/${mint(state, SECRETS)}`;
  const { status, headers, text } = await rawCall(base, `${path}?l=en`);
  assert.equal(status, 200);
  assert.match(text, /Solar panels and battery in Västerås/);
  // 6369 + 2779 a year. 225 000 less 15 % and 50 % of 97 %.
  assert.match(text, /cut the power bill by 9,100 SEK a year and cost 166,800 SEK/);
  assert.match(text, /<td[^>]*>9,148<\/td>/);
  assert.match(text, /Solkraft Exempel/);
  assert.match(text, /version 0\.1\.1 \(today’s version is/);
  assert.match(text, /href="\/\?lat=59\.61&amp;lng=16\.55&amp;f=27_100_5~27_280_5/);
  assert.doesNotMatch(text, /<script|style="/);
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:",
  );
  assert.match((await rawCall(base, `${path}?l=sv`)).text, /sänker elkostnaden med 9\s100 kr/);
  assert.equal((await rawCall(base, path, { method: 'POST' })).status, 405);
});

test('a proposal and its styles are at most 40 kB compressed', async () => {
  const { text } = await rawCall(base, `/i/${mint(state, SECRETS)}`);
  const styles = [...text.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  assert.ok(styles.length > 0);
  const texts = [text];
  for (const href of styles) texts.push((await rawCall(base, href)).text);
  const bytes = texts.reduce((sum, one) => sum + gzipSync(one).length, 0);
  assert.ok(bytes < 40_000, `${bytes}`);
});

test('a new inverter is included where the link has one, in the proposal and in the calculator', async () => {
  for (const inverter of [undefined, { sek: 12_000, year: 14 }]) {
    const proposed = { ...state, ...(inverter ? { inverter } : {}) };
    const { text } = await rawCall(base, `/i/${mint(proposed, SECRETS)}?l=en`);
    assert.equal(
      /New inverter in year 14<\/th>(<td[^>]*>[-−]12,000<\/td>)+/.test(text),
      Boolean(inverter),
    );
    assert.equal(/Interest, service and a new inverter are not included/.test(text), !inverter);
    assert.equal((await linked(proposed)).inverterSek, inverter?.sek ?? 0);
  }
});

test('the calculator that it links to takes the largest house of a proposal', async () => {
  const largest = {
    faces: [{ tilt: 90, azimuth: 0, kwp: BOUNDS.kwp.max }],
    use: { yearly_kwh: BOUNDS.yearlyKwh.max, ev_km_per_day: BOUNDS.evKmPerDay.max },
    deduction: { ...state.deduction, adults: BOUNDS.adults.max },
  };
  const { faces, useKwh, evKmPerDay, owners } = await linked({ ...state, ...largest });
  assert.deepEqual(faces, largest.faces);
  assert.deepEqual({ yearly_kwh: useKwh, ev_km_per_day: evKmPerDay }, largest.use);
  assert.equal(owners, largest.deduction.adults);
  const nobody = { ...state, deduction: { ...state.deduction, adults: 0 } };
  assert.equal((await linked(nobody)).owners, 0);
});

test('the link to the calculator has the prices of panels and batteries', async () => {
  const hrefOf = (batteries: SignedState['batteries']) => linked({ ...state, batteries });
  const of = (kwh: number, sek: number) => ({ kwh, sek, saving_sek: 2000 });
  const explorer = await hrefOf([of(10, 70_000), of(15, 99_000), of(5, 45_000), of(20, 120_000)]);
  assert.equal(computePanelCostSek(explorer), state.costs.solar_sek);
  assert.equal(computeBatteryCostSek(explorer, 10), 70_000);
  for (const batteries of [
    [of(10, 70_000)],
    [of(10, 70_000), of(5, 10_000)],
    [of(10, 70_000), of(5, 90_000)],
    [of(10, 70_000), of(10, 80_000)],
    [of(10, 7000)],
  ])
    assert.equal(computeBatteryCostSek(await hrefOf(batteries), 10), batteries[0].sek);
});

test('a later version lists the changed system, price and saving, and nothing unchanged', async () => {
  const former = formerFigures(STATE);
  // The first version: 225 000 less 58 200, 6 369 + 2 779 a year.
  assert.deepEqual(
    [former.kwp, former.battery_kwh, former.price_sek, former.net_sek, former.saving_sek],
    [10, 10, 225_000, 166_800, 9148],
  );
  const tableOf = async (later: Partial<SignedState>) => {
    const path = `/i/${mint({ ...state, ...later, former }, SECRETS)}?l=en`;
    const { text } = await rawCall(base, path);
    const [table] = /id="changed".*?<\/table>/s.exec(text) ?? [''];
    return table.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  };
  assert.equal(await tableOf({}), '');
  // Without the battery: 150 000 less 15 % of 97 %.
  const solar = await tableOf({ system: 'solar' });
  assert.match(solar, /Before Now Scope The solar panels and a battery of 10 kWh The solar panels/);
  assert.match(solar, /Sum with VAT 225,000 SEK 150,000 SEK To pay 166,800 SEK 128,175 SEK/);
  assert.match(solar, /Saving a year, SEK 9,148 6,369/);
  assert.doesNotMatch(solar, /Power/);
  const [first] = STATE.faces;
  const larger = await tableOf({ faces: [first, { ...first, kwp: 6 }] });
  assert.match(larger, /Power 10 kW 11 kW/);
  assert.doesNotMatch(larger, /Scope|To pay/);
});

test("a link's place is shown only if it is a known place", async () => {
  const place = 'Ring 0900-123 45 67 och vinn';
  const { text, status } = await rawCall(base, `/i/${mint({ ...state, place }, SECRETS)}?l=en`);
  assert.equal(status, 200);
  assert.ok(!text.includes('0900'));
  assert.match(text, /<h1 id="verdict">Solar panels and battery<\/h1>/);
  const lower = await rawCall(base, `/i/${mint({ ...state, place: 'hökåsen' }, SECRETS)}?l=en`);
  assert.match(lower.text, /Solar panels and battery in Hökåsen/);
});

test('unknown, changed, expired and withdrawn links return the same 404 page', async () => {
  const slug = mint(state, SECRETS);
  const gone = [
    'x',
    `${slug}x`,
    `A${slug}`,
    `${slug}/more`,
    mint(state, OTHERS),
    mint({ ...state, exp: nowS - 1 }, SECRETS),
    mint({ ...state, brand: 'left' }, SECRETS),
    'A'.repeat(8000),
    '%00',
  ];
  const pages = await Promise.all(gone.map((one) => rawCall(base, `/i/${one}`)));
  const constant = ({
    headers: { 'x-request-id': _, date, ...headers },
    ...rest
  }: (typeof pages)[0]) => {
    const { ratelimit, ...others } = headers;
    return { ...rest, headers: others };
  };
  assert.equal(pages[0].status, 404);
  assert.match(pages[0].text, /Länken gäller inte/);
  for (const [i, page] of pages.entries()) {
    assert.deepEqual(constant(page), constant(pages[0]), gone[i].slice(0, 40));
  }
});

test('a caller opens sixty links a minute', async (t) => {
  // A loaded machine takes longer than the minute.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { base } = await start();
  const answers: Awaited<ReturnType<typeof rawCall>>[] = [];
  for (let i = 0; i < 62; i++) answers.push(await rawCall(base, '/i/x?l=en'));
  assert.deepEqual(
    answers.slice(58).map(({ status }) => status),
    [404, 404, 429, 429],
  );
  const { headers, text } = answers[61];
  assert.match(String(headers['content-type']), /text\/html/);
  assert.match(text, new RegExp(`Try again in ${headers['retry-after']} seconds`));
  assert.match(text, /<a href="\/i\/x\?l=en">Try again/);
  assert.equal(headers['cache-control'], 'private, no-store');
});

test("the drawn QR code contains the page's address", async () => {
  for (const one of [state, { ...state, place: 'Å'.repeat(60) }]) {
    const path = `/i/${mint(one, SECRETS)}`;
    assert.equal(decodeQR(drawQrCode((await rawCall(base, path)).text)), `${base}${path}`);
  }
});

const DRAWN = /<svg[^>]*viewBox="-4 -4 (\d+) \1"[^>]*>.*?<path d="([^"]+)" fill="#000000"/s;
const PX = 3;

/** View of a camera on a page's QR code, its quiet zone too. */
function drawQrCode(html: string): { width: number; height: number; data: Uint8Array } {
  const [, modules, path] = DRAWN.exec(html) ?? assert.fail('no QR code');
  const width = PX * Number(modules);
  const data = new Uint8Array(4 * width * width).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = 0; row < PX; row++) {
      const from = (PX * (Number(y) + 4) + row) * width + PX * (Number(x) + 4);
      data.fill(0, 4 * from, 4 * (from + PX * Number(run)));
    }
  }
  return { width, height: width, data };
}

test('without configurators or secrets /i/ returns 404', async () => {
  const path = `/i/${mint(state, SECRETS)}`;
  for (const parts of [
    { linkSecrets: SECRETS },
    { loaded: { ...testLoaded(), embeds }, linkSecrets: [] },
  ]) {
    const { base } = await startTestService(parts);
    const { status, text } = await rawCall(base, path);
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).error.code, 'not_found');
  }
});
