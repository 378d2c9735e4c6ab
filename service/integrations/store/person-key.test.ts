import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newPersonKey, openPersonKey, rewrapPersonKey, SEALED_TEXT } from './person-key.ts';
import { sealerOf } from './seal.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const sealer = sealerOf([OLD]);
const { key, wrapped } = newPersonKey(sealer, 'a', 'p1');
const TEXT = '{"last_name": "Grönfink"}';

test('a text opens at its own place under its own key alone, and looks new each time', () => {
  const sealed = key.seal(TEXT, 'prospect.body|a|p1');
  assert.ok(sealed.startsWith(SEALED_TEXT) && !sealed.includes('fink'));
  assert.notEqual(key.seal(TEXT, 'prospect.body|a|p1'), sealed);
  assert.equal(key.open(sealed, 'prospect.body|a|p1'), TEXT);
  assert.equal(openPersonKey(sealer, 'a', 'p1', wrapped).open(sealed, 'prospect.body|a|p1'), TEXT);
  assert.throws(() => key.open(sealed, 'prospect.body|a|p2'));
  const other = newPersonKey(sealer, 'a', 'p2');
  assert.throws(() => other.key.open(sealed, 'prospect.body|a|p1'));
  assert.throws(() => openPersonKey(sealer, 'a', 'p2', wrapped), 'a key of another person');
  assert.throws(() => openPersonKey(sealer, 'b', 'p1', wrapped), 'a key of another organisation');
});

test('bytes come back as they went, and a changed bit anywhere is noticed', () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-'), randomBytes(300)]);
  const sealed = key.sealBytes(bytes, 'x');
  assert.deepEqual(key.openBytes(sealed, 'x'), bytes);
  assert.equal(sealed.length, bytes.length + 29);
  for (let i = 1; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] ^= 1;
    assert.throws(() => key.openBytes(changed, 'x'), `byte ${i}`);
  }
  assert.throws(() => key.openBytes(sealed.subarray(0, 20), 'x'));
});

test('it is AES-256-GCM as everybody has it, under a key that DATA_KEY encrypts', () => {
  const raw = Buffer.from(sealer.open(wrapped, 'person|a|p1'), 'base64url');
  assert.equal(raw.length, 32);
  const sealed = key.sealBytes(Buffer.from(TEXT), 'x');
  const plain = createDecipheriv('aes-256-gcm', raw, sealed.subarray(1, 13))
    .setAAD(Buffer.from('x'))
    .setAuthTag(sealed.subarray(13, 29));
  assert.equal(plain.update(sealed.subarray(29), undefined, 'utf8') + plain.final('utf8'), TEXT);
});

test('after a change of DATA_KEY the key is encrypted by the new one, and what it sealed opens', () => {
  const sealed = key.seal(TEXT, 'x');
  const both = sealerOf([NEW, OLD]);
  const again = rewrapPersonKey(both, 'a', 'p1', wrapped);
  assert.ok(again.startsWith(both.prefix));
  assert.equal(openPersonKey(sealerOf([NEW]), 'a', 'p1', again).open(sealed, 'x'), TEXT);
  assert.throws(() => openPersonKey(sealerOf([NEW]), 'a', 'p1', wrapped), /DATA_KEY lacks/);
});
