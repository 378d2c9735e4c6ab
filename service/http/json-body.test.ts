/** Form and cost that a request's body may have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { refusal } from '../test/contract.ts';
import { BATCH, ITEM, startTestService } from '../test/service.ts';

const ITEMS = JSON.stringify({ items: [ITEM] });
const MAX = 2_097_152;

const service = await startTestService();

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  service.call(BATCH, { method: 'POST', body, headers });

test('a body of any content type is read as JSON', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', '']) {
    assert.equal((await post(ITEMS, type ? { 'content-type': type } : {})).status, 200, type);
  }
});

test('a byte order mark before the JSON is skipped, and no other, in a compressed body, too', async () => {
  const { text } = await post(ITEMS);
  for (const [body, headers] of [
    [Buffer.from(`\uFEFF${ITEMS}`), {}],
    [gzipSync(`\uFEFF${ITEMS}`), { 'content-encoding': 'gzip' }],
    [brotliCompressSync(`\uFEFF${ITEMS}`), { 'content-encoding': 'br' }],
  ] as const)
    assert.equal((await post(body, headers)).text, text);
  for (const body of ['\uFEFF', `\uFEFF\uFEFF${ITEMS}`, `${ITEMS}\uFEFF`])
    assert.match(refusal(await post(body), 400, 'invalid_json').message, /not valid JSON/);
  // The mark of UTF-16.
  const wide = Buffer.from(`\uFEFF${ITEMS}`, 'utf16le');
  assert.match(refusal(await post(wide), 400, 'invalid_json').message, /not UTF-8/);
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

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const names = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`;

for (const [what, atBound, beyond, message] of [
  ['levels', nested(20), nested(21), 'is more than 20 objects and arrays deep'],
  ['levels of objects', `${'{"a":'.repeat(19)}[]${'}'.repeat(19)}`, '{"a":'.repeat(21), 'deep'],
  ['names', names(20_000), names(20_001), 'has more than 20000 names and texts'],
  ['texts', `["x"${',"x"'.repeat(19_999)}]`, `["x"${',"x"'.repeat(20_000)}]`, 'names and texts'],
  ['values', `[0${',0'.repeat(400_000)}]`, `[0${',0'.repeat(400_001)}]`, 'more than 400000 values'],
]) {
  test(`a body's ${what} are bounded, also compressed`, async () => {
    const within = refusal(await post(atBound), 422, 'invalid_parameter');
    assert.doesNotMatch(within.message, /^The body (has|is) more/);
    const zipped = { 'content-encoding': 'gzip' };
    for (const answer of [await post(beyond), await post(gzipSync(beyond), zipped)]) {
      const error = refusal(answer, 422, 'invalid_parameter');
      assert.ok(error.message.includes(message), error.message);
      assert.equal(error.field, undefined);
    }
  });
}

test('brackets, commas and quotes in a text do not count, whatever is escaped before them', async () => {
  for (const inner of ['{[', '\\"[{', '\\\\\\"[', '\\\\', '\\u0022[', 'å[', '💡{', ',\\n[']) {
    const answer = await post(`{"items":"${inner.repeat(20_000)}"}`);
    const { message } = refusal(answer, 422, 'invalid_parameter');
    assert.doesNotMatch(message, /^The body (has|is) more/, inner);
  }
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
