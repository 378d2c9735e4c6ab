import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticks as ticksOfD3 } from 'd3-array';
import fc from 'fast-check';
import { ticks } from './ticks.ts';

test('the values are those of d3-array', () => {
  const decimals = fc.record({
    whole: fc.integer({ min: -9999, max: 9999 }),
    power: fc.integer({ min: -4, max: 4 }),
  });
  const number = decimals.map(({ whole, power }) => whole * 10 ** power);
  fc.assert(
    fc.property(number, number, fc.integer({ min: 2, max: 12 }), (a, b, count) => {
      const [least, most] = a < b ? [a, b] : [b, a];
      assert.deepEqual(ticks(least, most, count), ticksOfD3(least, most, count));
    }),
    { numRuns: 2000, examples: [[3.3, 3.3, 5]] },
  );
});
