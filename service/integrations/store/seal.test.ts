import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sealerOf } from './seal.ts';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const NUMBER = '191212121212';

test('what is sealed opens where it was sealed alone, and looks new each time', () => {
  const { seal, open } = sealerOf([OLD]);
  const sealed = seal(NUMBER, 'a|offer|1');
  assert.ok(!sealed.includes(NUMBER));
  assert.notEqual(seal(NUMBER, 'a|offer|1'), sealed);
  assert.equal(open(sealed, 'a|offer|1'), NUMBER);
  assert.throws(() => open(sealed, 'b|offer|1'));
});

test('a changed bit anywhere is noticed', () => {
  const { seal, open } = sealerOf([OLD]);
  const [id, body] = seal(NUMBER, 'x').split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] ^= 1;
    assert.throws(() => open(`${id}.${changed.toString('base64url')}`, 'x'), `byte ${i}`);
  }
  assert.throws(() => open(`${id}.${bytes.subarray(0, 20).toString('base64url')}`, 'x'));
});

test('after a change of keys the old still opens and macs, until it is taken away', () => {
  const before = sealerOf([OLD]);
  const both = sealerOf([NEW, OLD]);
  const sealed = before.seal(NUMBER, 'x');
  assert.equal(both.open(sealed, 'x'), NUMBER);
  assert.ok(!sealed.startsWith(both.prefix));
  assert.ok(both.seal(NUMBER, 'x').startsWith(both.prefix));
  assert.deepEqual(both.macs('t')[1], before.macs('t')[0]);
  assert.throws(() => sealerOf([NEW]).open(sealed, 'x'), /DATA_KEY lacks/);
});
