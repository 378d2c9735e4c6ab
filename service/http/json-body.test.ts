/** Form and cost that a request's body may have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { refusal } from '../test/contract.ts';
import { BATCH, ITEM, rawCall, startTestService } from '../test/service.ts';

const ITEMS = JSON.stringify({ items: [ITEM] });
const MAX = 2_097_152;

const service = await startTestService();

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  service.call(BATCH, { method: 'POST', body, headers });

test('a body of any content type is read as JSON', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', '']) {
    assert.equal((await post(ITEMS, type ? { 'content-type': type } : {})).status, 200, type);
  }
});

test('a body may come compressed', async () => {
  const gzip = await post(gzipSync(ITEMS), { 'content-encoding': 'gzip' });
  assert.equal(gzip.status, 200);
  const brotli = await post(brotliCompressSync(ITEMS), { 'content-encoding': 'br' });
  assert.equal(brotli.text, gzip.text);
});

test('an empty body, broken JSON, broken UTF-8 and unknown or broken encodings are 400 invalid_json', async () => {
  refusal(await post(''), 400, 'invalid_json');
  refusal(await service.call(BATCH, { method: 'POST' }), 400, 'invalid_json');
  for (const body of ['{', '{"items":[1,]}', 'NaN', "{'items':[]}", ITEMS + ITEMS]) {
    assert.match(refusal(await post(body), 400, 'invalid_json').message, /not valid JSON/);
  }
  refusal(await post(Buffer.from([0x22, 0xff, 0x22])), 400, 'invalid_json');
  refusal(await post(ITEMS, { 'content-encoding': 'zstd-but-not-really' }), 400, 'invalid_json');
  refusal(await post(ITEMS, { 'content-encoding': 'gzip' }), 400, 'invalid_json');
});

test('a body that only costs time is refused before it is decoded and parsed, others go on', async () => {
  const names = Array.from({ length: 170_000 }, (_, i) => `"k${i}":0`).join(',');
  // Neither is JSON in UTF-8, which nothing has found out.
  const costly = [
    Buffer.from(`{${names}\xff}`, 'latin1'),
    Buffer.from(`${'['.repeat(1_000_000)}]`),
  ];
  for (const body of costly) {
    const zipped = { 'content-encoding': 'gzip' };
    const three = [post(body), post(gzipSync(body), zipped), post(gzipSync(body), zipped)];
    assert.equal((await rawCall(service.base, '/livez')).status, 200);
    for (const answer of await Promise.all(three)) {
      const { message, field } = refusal(answer, 422, 'invalid_parameter');
      assert.match(message, /^The body has more than \d+ (names and texts|objects and arrays); /);
      assert.equal(field, undefined);
    }
  }
});

test('what is no JSON at all is 400 however many brackets it has', async () => {
  for (const body of ['['.repeat(1_000_000), 'a{b:c}'.repeat(10_000), '{"a":['.repeat(10_000)]) {
    const { message } = refusal(await post(body), 400, 'invalid_json');
    assert.match(message, /does not begin and end as an object or an array/);
  }
});

test('a batch whose every item has many fields too many fails item by item', async () => {
  const extra = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, [i]]));
  const items = Array.from({ length: 8 }, () => ({ lat: 59.13, lng: 15.29, ...extra }));
  const answer = await post(JSON.stringify({ items }));
  assert.equal(answer.status, 200);
  assert.deepEqual(
    JSON.parse(answer.text).results.map(({ ok }: { ok: boolean }) => ok),
    Array(8).fill(false),
  );
});

test('a body of 2 097 152 bytes is read, one more is 413, counted after inflation', async () => {
  const padded = (bytes: number) => ITEMS + ' '.repeat(bytes - ITEMS.length);
  assert.equal((await post(padded(MAX))).status, 200);
  refusal(await post(padded(MAX + 1)), 413, 'body_too_large');
  const small = gzipSync(padded(MAX + 1));
  assert.ok(small.length < 10_000);
  refusal(await post(small, { 'content-encoding': 'gzip' }), 413, 'body_too_large');
  assert.equal((await post(gzipSync(padded(MAX)), { 'content-encoding': 'gzip' })).status, 200);
});
