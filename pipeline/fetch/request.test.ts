/** The part of an answer that is read, at the level of fetch() and its memory. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { redirectTarget, request, retryAfterMs, textOf } from './request.ts';
import { testServer, testWeb } from './server.test-kit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const server = await testServer();
after(() => server.close());

const ask = (web = testWeb()) => request(`${server.base}/a`, {}, web);

// fetch() cancels a body that nobody reads as soon as its Response is collected (undici #3199); the
// body then ends early and looks whole.
test('a body is whole also when memory is cleared before it is read', async () => {
  const text = 'sun over sweden '.repeat(10_000);
  server.handle((_, response) => response.end(text));
  for (let i = 0; i < 5; i++) {
    const answer = await ask();
    for (let j = 0; j < 5; j++) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    assert.equal((await textOf(answer)).length, text.length);
  }
});

const FROM = new URL('https://example.org/data/a.tif');

test('a relative location is resolved against where it was found', () => {
  assert.equal(redirectTarget(FROM, '../b.tif').href, 'https://example.org/b.tif');
  assert.equal(redirectTarget(FROM, '//cdn.org/a').href, 'https://cdn.org/a');
});

test('http may lead to https, but not the reverse', () => {
  const http = new URL('http://example.org/a');
  assert.equal(redirectTarget(http, 'https://example.org/a').protocol, 'https:');
  assert.throws(() => redirectTarget(FROM, 'http://example.org/a.tif'), /expected https/);
});

test('other schemes and missing locations are refused', () => {
  assert.throws(() => redirectTarget(FROM, 'file:///etc/passwd'), /expected https/);
  assert.throws(() => redirectTarget(FROM, null), /redirects to "", expected an address/);
  assert.throws(() => redirectTarget(FROM, 'http://['), /expected an address/);
});

const NOW = Date.UTC(2015, 9, 21, 7, 28, 0);

test('seconds are taken as they are', () => {
  assert.equal(retryAfterMs('120', NOW), 120_000);
  assert.equal(retryAfterMs(' 0 ', NOW), 0);
});

test('a date is the time from now until then', () => {
  // the form of RFC 9110, 10.2.3
  assert.equal(retryAfterMs('Wed, 21 Oct 2015 07:29:30 GMT', NOW), 90_000);
  assert.equal(retryAfterMs('Wed, 21 Oct 2015 07:00:00 GMT', NOW), 0);
});

test('absent or unreadable is no wait', () => {
  assert.equal(retryAfterMs(null, NOW), 0);
  assert.equal(retryAfterMs('soon', NOW), 0);
});
