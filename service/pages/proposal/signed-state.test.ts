import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { evenly } from '../../../schemas/test/evenly.ts';
import type { LinkSecret } from '../../http/link-secrets.ts';
import { mint, read, sign, wholeMonths } from './signed-state.ts';
import { anyState, STATE } from './states.test-kit.ts';

const OLD: LinkSecret = { kid: 'a', key: randomBytes(32) };
const NEW: LinkSecret = { kid: 'b', key: randomBytes(32) };
const BEFORE = new Date(0);

test('reading a slug restores any state', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      assert.deepEqual(read(mint(state, [NEW]), [NEW], new Date(1000 * state.exp - 1)), state);
    }),
    { numRuns: 1000 },
  );
});

test('a slug has the documented format', () => {
  const slug = mint(STATE, [NEW]);
  const [payload, signed] = slug.split('.');
  const packed = Buffer.from(payload, 'base64url');
  assert.deepEqual(JSON.parse(inflateRawSync(packed).toString()), STATE);
  const mac = createHmac('sha256', NEW.key).update(`public-link-1.b.${payload}`).digest();
  assert.equal(signed, `b${mac.toString('base64url', 0, 16)}`);
  assert.ok(slug.length < 700, `${slug.length} characters`);
});

test('coordinates are rounded to 100 m', () => {
  const state = read(mint({ ...STATE, lat: 59.61449, lng: 16.55051 }, [NEW]), [NEW], BEFORE);
  assert.deepEqual([state?.lat, state?.lng], [59.614, 16.551]);
});

test("an invalid state is refused with the field's name", () => {
  const without = { ...STATE, faces: [] };
  assert.throws(() => mint(without, [NEW]), /"faces" has 0 items/);
  const named = { ...STATE, name: 'Anna Ek' };
  assert.throws(() => mint(named, [NEW]), /"name" is not a known field/);
});

test('no character of a slug can be changed, left out or added', () => {
  const slug = mint(STATE, [NEW]);
  for (let i = 0; i < slug.length; i++) {
    for (let bit = 1; bit < 256; bit <<= 1) {
      const changed = Buffer.from(slug, 'latin1');
      changed[i] ^= bit;
      assert.equal(read(changed.toString('latin1'), [NEW], BEFORE), null, `${i}, ${bit}`);
    }
    assert.equal(read(slug.slice(0, i) + slug.slice(i + 1), [NEW], BEFORE), null, `without ${i}`);
    assert.equal(read(`${slug.slice(0, i)}A${slug.slice(i)}`, [NEW], BEFORE), null, `A at ${i}`);
  }
});

test('a link expires at its second', () => {
  const slug = mint(STATE, [NEW]);
  assert.ok(read(slug, [NEW], new Date(1000 * STATE.exp - 1)));
  assert.equal(read(slug, [NEW], new Date(1000 * STATE.exp)), null);
});

test('an old secret is valid until it is removed, and its letter is not enough', () => {
  const slug = mint(STATE, [OLD]);
  assert.ok(read(slug, [NEW, OLD], BEFORE));
  assert.equal(read(slug, [NEW], BEFORE), null);
  assert.equal(read(slug, [{ kid: OLD.kid, key: NEW.key }], BEFORE), null);
  assert.ok(read(mint(STATE, [NEW, OLD]), [NEW], BEFORE), 'the first signs');
});

test('signed content that is not a state is refused: a decompression bomb, another version, invalid JSON', () => {
  const bomb = sign(`${' '.repeat(1 << 26)}${JSON.stringify(STATE)}`, NEW);
  const before = process.memoryUsage().arrayBuffers;
  assert.equal(read(bomb, [NEW], BEFORE), null);
  assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 22);
  assert.equal(read(sign(' '.repeat(4097), NEW), [NEW], BEFORE), null);
  assert.equal(read(sign(JSON.stringify({ ...STATE, v: 2 }), NEW), [NEW], BEFORE), null);
  assert.equal(read(sign('{', NEW), [NEW], BEFORE), null);
  const json = JSON.stringify(STATE);
  const padded = json + ' '.repeat(4096 - Buffer.byteLength(json));
  assert.deepEqual(read(sign(padded, NEW), [NEW], BEFORE), STATE);
});

test('rounded months sum to the rounded year, each within a kilowatt-hour', () => {
  const month = evenly(0, 1e5);
  fc.assert(
    fc.property(fc.array(month, { minLength: 12, maxLength: 12 }), (months) => {
      const whole = wholeMonths(months);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      assert.equal(sum(whole), Math.round(sum(months)));
      for (const [at, kwh] of whole.entries()) assert.ok(Math.abs(kwh - months[at]) <= 1);
    }),
  );
});
