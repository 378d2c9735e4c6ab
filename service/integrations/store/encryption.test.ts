import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newStoreFile } from '../test/stores.ts';
import { encryptionOf } from './encryption.ts';
import { openStore } from './sqlite.ts';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const NUMBER = '191212121212';

test('an encrypted text is decrypted in its own place only, and differs each time', () => {
  const { encrypt, decrypt } = encryptionOf([OLD]);
  const encrypted = encrypt(NUMBER, 'a|offer|1');
  assert.ok(!encrypted.includes(NUMBER));
  assert.notEqual(encrypt(NUMBER, 'a|offer|1'), encrypted);
  assert.equal(decrypt(encrypted, 'a|offer|1'), NUMBER);
  assert.throws(() => decrypt(encrypted, 'b|offer|1'));
});

test('a changed bit anywhere is noticed, and a text that is cut off', () => {
  const { encryptBytes, decryptBytes } = encryptionOf([OLD]);
  const bytes = encryptBytes(Buffer.from(NUMBER), 'x');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] ^= 1;
    assert.throws(() => decryptBytes(changed, 'x'), `byte ${i}`);
  }
  assert.throws(() => decryptBytes(bytes.subarray(0, 20), 'x'));
});

test('after a rotation the old key still decrypts and its macs count, until it is removed', () => {
  const before = encryptionOf([OLD]);
  const both = encryptionOf([NEW, OLD]);
  const encrypted = before.encrypt(NUMBER, 'x');
  assert.equal(both.decrypt(encrypted, 'x'), NUMBER);
  assert.equal(encryptionOf([NEW]).decrypt(both.encrypt(NUMBER, 'x'), 'x'), NUMBER);
  assert.ok(both.isMac('t', before.macs('t')[0].toString('base64url')));
  assert.ok(!both.isMac('u', before.macs('t')[0].toString('base64url')));
  assert.throws(() => encryptionOf([NEW]).decrypt(encrypted, 'x'), /DATA_KEY lacks/);
});

test('a store opens with all keys that it was written with, and is refused without one of them', async () => {
  const file = newStoreFile();
  for (const keys of [[OLD], [NEW, OLD], [OLD, NEW]]) {
    await (await openStore(file, encryptionOf(keys))).close();
  }
  for (const keys of [[OLD], [NEW], [randomBytes(32)]]) {
    await assert.rejects(
      openStore(file, encryptionOf(keys)),
      /DATA_KEY lacks a key that .*store\.db/,
    );
  }
  await (await openStore(file, encryptionOf([randomBytes(32), NEW, OLD]))).close();
});
