import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TEMPERATURE, roundTemperatures } from './prices-artifact.ts';

test('temperatures come in 0.1 °C, and a cell that does not know a month knows none', () => {
  const temperatureC = new Float32Array(24).fill(7);
  temperatureC.set([-8.44, 21.26, -0.04]);
  temperatureC[12 + 6] = Number.NaN;
  const tenths = [...roundTemperatures(temperatureC)];
  assert.deepEqual(tenths.slice(0, 12), [-84, 213, 0, ...Array(9).fill(70)]);
  assert.ok(tenths.slice(12).every((value) => value === NO_TEMPERATURE));
});
