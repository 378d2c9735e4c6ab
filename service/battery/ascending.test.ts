import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascending } from './ascending.ts';

/** Any numbers, and numbers of which nearly all fall into one part of the range. */
const numbers = fc.oneof(
  fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 })),
  fc.array(fc.constantFrom(0, -0), { maxLength: 200 }),
  fc.array(fc.constantFrom(-1, 0, 0.5, 1e-9, 2e-9, 3, 1e6), { maxLength: 200 }),
  fc.array(
    fc.integer({ min: -300, max: 6 }).map((digits) => 10 ** digits),
    { maxLength: 200 },
  ),
  fc.array(fc.double({ noNaN: true, min: 1, max: 1.000001 }), { minLength: 50, maxLength: 200 }),
);

test('every index comes once, and its numbers ascend to 1e-12', () => {
  fc.assert(
    fc.property(numbers, fc.boolean(), (values, outlier) => {
      const all = Float64Array.from(outlier ? [...values, 1e9] : values);
      const order = new Int32Array(all.length);
      ascending(all, order);
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        [...all.keys()],
      );
      for (let at = 1; at < order.length; at++) {
        const [before, after] = [all[order[at - 1]], all[order[at]]];
        assert.ok(before <= after + 1e-12, `${before} before ${after}`);
      }
    }),
  );
});

test('more numbers than there are indexes are refused', () => {
  assert.throws(
    () => ascending(new Float64Array(32769), new Int32Array(32769)),
    /32769 numbers, expected up to 32768/,
  );
});
