import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sha256 } from './sha-256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('the digests of FIPS 180’s examples', () => {
  const digestOf = (text: string) => hex(sha256(new TextEncoder().encode(text)));
  assert.equal(digestOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(
    digestOf('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  assert.equal(
    digestOf('a'.repeat(1_000_000)),
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  );
});

test('OpenSSL’s digests of every length to three blocks, in one part and in two', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length * 31) & 0xff);
    const expected = createHash('sha256').update(bytes).digest('hex');
    assert.equal(hex(sha256(bytes)), expected, `${length}`);
    const middle = length >> 1;
    assert.equal(hex(sha256(bytes.subarray(0, middle), bytes.subarray(middle))), expected);
  }
});

test('its constants are far from where a root’s last bit would matter', () => {
  // FIPS 180-4 section 4.2.2: the first and the last of the 64.
  assert.equal(((Math.cbrt(2) % 1) * 2 ** 32) >>> 0, 0x428a2f98);
  assert.equal(((Math.cbrt(311) % 1) * 2 ** 32) >>> 0, 0xc67178f2);
  const isPrime = (n: number) => !/^(11+?)\1+$/.test('1'.repeat(n));
  for (let n = 2; n <= 311; n++) {
    const bits = (Math.cbrt(n) % 1) * 2 ** 32;
    assert.ok(!isPrime(n) || Math.abs(bits - Math.round(bits)) > 1e-4, `${n}`);
  }
});
