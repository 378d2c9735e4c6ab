import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusePage } from './http.ts';

const PAGE = Buffer.from('<!DOCTYPE html><html><body>Vi är strax tillbaka</body></html>');

/** The kind of failure that an answer is. Undefined if it is the API's. */
function kindOf(method: string, status: number, bytes: Buffer, contentType: string | null = null) {
  try {
    refusePage('Fortnox, find a customer', method, {
      status,
      contentType,
      bytes,
      retryAfterMs: undefined,
    });
    return undefined;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

test('a redirect is the address’s fault, whatever the call', () => {
  for (const status of [301, 302, 307, 308]) {
    for (const method of ['GET', 'POST', 'PATCH']) {
      assert.equal(kindOf(method, status, Buffer.alloc(0)), 'auth');
    }
  }
});

test('a page in the place of data is maintenance; behind a POST it may be done', () => {
  for (const status of [200, 404, 500, 502, 503]) {
    assert.equal(kindOf('GET', status, PAGE), 'closed');
    assert.equal(kindOf('GET', status, Buffer.from('Strax'), 'text/html; charset=utf-8'), 'closed');
  }
  assert.equal(kindOf('POST', 200, PAGE), 'outcome_unknown');
  assert.equal(kindOf('POST', 504, PAGE), 'outcome_unknown');
  assert.equal(kindOf('POST', 503, PAGE), 'closed');
  assert.equal(kindOf('POST', 404, PAGE), 'closed');
});

test('data, documents and refusals that say what they are stay what they are', () => {
  assert.equal(kindOf('GET', 200, Buffer.from('{"a": "<html>"}'), 'application/json'), undefined);
  assert.equal(kindOf('GET', 200, Buffer.from('%PDF-1.7 <html>'), 'application/pdf'), undefined);
  assert.equal(kindOf('GET', 204, Buffer.alloc(0)), undefined);
  for (const status of [401, 403, 429]) assert.equal(kindOf('GET', status, PAGE), undefined);
});
