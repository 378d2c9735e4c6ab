import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('the defaults are port 3000 on all addresses and the built artifacts', () => {
  const { port, host, artifacts } = readConfig({});
  assert.deepEqual([port, host], [3000, undefined]);
  assert.match(artifacts, /artifacts$/);
});

test('a port that is none stops the start with a sentence', () => {
  for (const PORT of ['http', '-1', '65536', '80.5', ' ']) {
    assert.throws(
      () => readConfig({ PORT }),
      /PORT is ".*", expected a whole number from 0 to 65535/,
    );
  }
});
