import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OFFER, PROSPECT } from '../test/bodies.ts';
import { startIntegrations, type TestAnswer, testOrganisation } from '../test/integrations.ts';

const { organisation, key } = testOrganisation('solfirman');
const others = testOrganisation('andra');
let now = new Date('2026-12-01T12:00:00Z');
const { base, call, log, deps } = await startIntegrations([{ organisation, key }, others], {
  now: () => now,
  // Each test calls from an address of its own.
  trustProxy: 1,
});

/** Stores an offer of a prospect of the same name. @returns the path of its page */
async function page(id: string, whose = key): Promise<string> {
  await call(whose, 'PUT', `/prospects/${id}`, PROSPECT);
  const { json } = await call(whose, 'PUT', `/offers/${id}`, { ...OFFER, prospect_id: id });
  return new URL(json.public_url).pathname;
}

async function open(path: string, address = '10.0.0.1', method = 'GET'): Promise<TestAnswer> {
  const response = await fetch(base + path, { method, headers: { 'x-forwarded-for': address } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: undefined };
}

/** The part of an answer that is equal for everybody. */
function constant({ status, headers, text }: TestAnswer) {
  const own = ['x-request-id', 'date', 'ratelimit'];
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)) };
}

test('a customer sees the price and the deductions, in the requested language', async () => {
  const path = await page('seen');
  const { status, headers, text } = await open(`${path}?l=en`);
  assert.equal(status, 200);
  for (const pattern of [
    /Offer A-1: Solceller och batteri/,
    /From solfirman AB\. Valid until 31 December 2026/,
    /Solceller 10,4 kW, 1 st.*120,000 SEK/s,
    /Sum with VAT.*215,000 SEK/s,
    // 97 % of each price counts. 15 % of it for the solar cells, 50 % for the others.
    /Deduction for solar panels.*17,460/s,
    /Deduction for battery.*38,800/s,
    /Deduction for charging point.*7,275/s,
    /To pay.*151,465 SEK/s,
    /not been sent for signature/,
  ]) {
    assert.match(text, pattern);
  }
  assert.match((await open(`${path}?l=sv`)).text, /Att betala.*151\s465 kr/s);
  assert.doesNotMatch(text, /<script|javascript:|\son\w+=|style="|example\.se|1212|\.pdf/i);
  const policy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:";
  assert.deepEqual(
    Object.entries({
      'content-security-policy': policy,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': null,
      'set-cookie': null,
      'content-language': 'en',
    }).filter(([name, value]) => headers.get(name) !== value),
    [],
  );
  const head = await open(`${path}?l=en`, '10.0.0.1', 'HEAD');
  assert.deepEqual([head.status, head.text], [200, '']);
  const put = await open(path, '10.0.0.1', 'PUT');
  assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD']);
});

test('its styles are here too', async () => {
  const { text } = await open(await page('styled'), '10.0.0.2');
  const styles = [...text.matchAll(/<link[^>]*href="([^"]+)"/g)].map(([, href]) => href);
  assert.ok(styles.length >= 2);
  for (const style of styles) assert.equal((await open(style)).status, 200, style);
});

test('what an offer is called is text, whatever it holds', async () => {
  await call(key, 'PUT', '/prospects/markup', PROSPECT);
  const title = '<img src=x onerror=alert(1)>"&';
  const markup = { ...OFFER, prospect_id: 'markup', title };
  const { json } = await call(key, 'PUT', '/offers/markup', markup);
  const { text } = await open(new URL(json.public_url).pathname, '10.0.0.4');
  assert.doesNotMatch(text, /<img/);
  assert.match(text, /&lt;img src=x onerror=alert\(1\)/);
});

test('unknown, erased, of an organisation that left, long over: one page, and nobody learns why', async () => {
  const [path, erased, left] = [
    await page('over'),
    await page('erased'),
    await page('left', others.key),
  ];
  assert.equal((await open(left, '10.0.0.5')).status, 200);
  assert.equal((await call(key, 'DELETE', '/prospects/erased')).status, 204);
  deps.organisations.current = [organisation];
  const slug = path.slice('/i/'.length);
  const unknown = ['x', `${slug}x`, changed(slug), `${slug}/more`, slug.slice(0, -1)];
  const odd = ['A'.repeat(8000), '%00', '%27%20or%201=1', '..%2f..%2fintegrations'];
  const gone = [erased, left, ...[...unknown, ...odd].map((one) => `/i/${one}`)];

  now = new Date('2027-01-30T23:59:59Z');
  assert.equal((await open(path, '10.0.0.5')).status, 200, '30 days after its last day');
  now = new Date('2027-01-31T00:00:01Z');
  const over = await open(path, '10.0.0.5');
  now = new Date('2026-12-01T12:00:00Z');
  assert.equal(over.status, 404);
  assert.match(over.text, /Länken gäller inte/);
  assert.match(String(over.headers.get('x-robots-tag')), /noindex/);
  for (const one of gone) {
    assert.deepEqual(constant(await open(one, '10.0.0.5')), constant(over), one.slice(0, 40));
  }
});

function changed(slug: string): string {
  return `${slug.startsWith('A') ? 'B' : 'A'}${slug.slice(1)}`;
}

test('sixty a minute and address, then a page says when to try again', async () => {
  const path = await page('often');
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++) statuses.push((await open(`${path}?l=en`, '10.0.0.6')).status);
  assert.deepEqual(statuses.slice(58), [200, 200, 429]);
  const { status, headers, text } = await open('/i/x?l=en', '10.0.0.6');
  assert.equal(status, 429);
  assert.match(String(headers.get('content-type')), /text\/html/);
  assert.match(text, new RegExp(`Try again in ${headers.get('retry-after')} seconds`));
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal((await open(path, '10.0.0.7')).status, 200, 'another address');
});

test('the log has no address of a page', async () => {
  const path = await page('logged');
  await open(path, '10.0.0.8');
  const lines = log.join('');
  assert.ok(lines.includes('"path":"/i/…"'));
  assert.ok(!lines.includes(path.slice('/i/'.length)));
});
