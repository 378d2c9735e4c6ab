import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readLinkSecrets } from './link-secrets.ts';

const secret = (bytes: number) => randomBytes(bytes).toString('base64');

test('one secret or two are read, the new one first', () => {
  const [first, second] = [randomBytes(32), randomBytes(48)];
  const text = `b:${first.toString('base64')}, a:${second.toString('base64')}`;
  assert.deepEqual(readLinkSecrets(text), [
    { kid: 'b', key: first },
    { kid: 'a', key: second },
  ]);
  assert.deepEqual(readLinkSecrets(`x:${first.toString('base64url')}`)[0].key, first);
});

test('the error names what cannot be used, and shows no secret', () => {
  const wrong: [string, RegExp][] = [
    ['', /is not readable in secret 1/],
    [secret(32), /is not readable in secret 1/],
    [`ab:${secret(32)}`, /is not readable in secret 1/],
    [`a:${secret(32)},`, /is not readable in secret 2/],
    [`a:${secret(32)},b:not base64!`, /is not readable in secret 2/],
    [`a:${secret(31)}`, /has only 31 bytes in secret 1/],
    [`a:${secret(32)},a:${secret(32)}`, /has two secrets with the letter "a"/],
    [`a:${secret(32)},b:${secret(32)},c:${secret(32)}`, /has 3 secrets, at most two/],
  ];
  for (const [text, message] of wrong) {
    assert.throws(
      () => readLinkSecrets(text),
      (error: Error) => {
        assert.match(error.message, message);
        assert.match(error.message, /Expected .*openssl rand -base64 32/);
        const shown = text.split(',').filter((entry) => entry.length > 20);
        return shown.every((entry) => !error.message.includes(entry.slice(4)));
      },
    );
  }
});
