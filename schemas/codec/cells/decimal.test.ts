import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalOf, numberOf } from './decimal.ts';

const digits = fc.integer({ min: 1, max: 4_294_967_295 }).filter((mantissa) => mantissa % 10 > 0);

test('a decimal number is the double that JavaScript reads it as, and comes back with its own digits', () => {
  const exponents = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(digits, exponents, (mantissa, exponent) => {
      const value = Number(`${mantissa}e-${exponent}`);
      assert.equal(numberOf({ mantissa, exponent }), value);
      assert.deepEqual(decimalOf(value), { mantissa, exponent });
    }),
    { numRuns: 2000 },
  );
  assert.deepEqual(decimalOf(0), { mantissa: 0, exponent: 0 });
});

test('what is no decimal number of few digits is refused', () => {
  for (const value of [-1, -0.001, 1 / 3, 2 ** 32, 1e-256, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => decimalOf(value), /is no decimal number/);
  }
});
