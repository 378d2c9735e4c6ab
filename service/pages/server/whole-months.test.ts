import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wholeMonths } from './whole-months.ts';

test('whole months are the whole year, each within a kilowatt-hour of its own', () => {
  const month = fc.double({ min: 0, max: 1e5, noNaN: true });
  fc.assert(
    fc.property(fc.array(month, { minLength: 12, maxLength: 12 }), (months) => {
      const whole = wholeMonths(months);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      assert.equal(sum(whole), Math.round(sum(months)));
      for (const [at, kwh] of whole.entries()) assert.ok(Math.abs(kwh - months[at]) <= 1);
    }),
  );
});
