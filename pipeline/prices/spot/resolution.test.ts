import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolutionsOf } from './resolution.ts';

const at = (...times: string[]) => times.map((time) => Date.parse(`2025-10-01T${time}Z`));

test('hours are told from quarter hours hour by hour, also around a hole', () => {
  assert.deepEqual(resolutionsOf(at('00:00', '01:00', '03:00')), [60, 60, 60]);
  assert.deepEqual(resolutionsOf(at('00:00', '00:15', '00:45', '02:30')), [15, 15, 15, 15]);
  assert.deepEqual(resolutionsOf(at('00:00', '01:00', '01:15')), [60, 15, 15]);
  assert.deepEqual(resolutionsOf([]), []);
});
