import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRange } from './check-artifact.ts';

const RANGE = { min: -2, max: 2 };

test('a value out of its range is named wherever it is, as it was written', () => {
  for (const Values of [Float32Array, Float64Array, Int16Array, Uint8Array])
    for (const at of [0, 1, 4095, 4096, 4097, 9999]) {
      const values = new Values(10_000).fill(2);
      checkRange(values, RANGE, 'section "x"', 'a.bin');
      values[at] = 3.1;
      const found = values[at];
      const message = `a.bin: section "x" holds ${found} at [${at}], expected -2 to 2. Run "make artifacts".`;
      assert.throws(() => checkRange(values, RANGE, 'section "x"', 'a.bin'), { message });
    }
});

test('what means unknown is in range, and nothing else that is no number', () => {
  const values = new Float32Array(5000).fill(Number.NaN);
  checkRange(values, { ...RANGE, unknown: Number.NaN }, 'x', 'a.bin');
  assert.throws(() => checkRange(values, RANGE, 'x', 'a.bin'), /holds NaN at \[0\]/);
  checkRange(new Float32Array(0), RANGE, 'x', 'a.bin');
});
