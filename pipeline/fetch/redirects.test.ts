import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectTarget } from './redirects.ts';

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
