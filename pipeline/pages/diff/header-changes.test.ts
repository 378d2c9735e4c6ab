import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerChanges } from './header-changes.ts';

test('fields that differ are named by their path, with both values', () => {
  const a = { version: '1.0.0', model: { albedo: 0.2, sky: 'x' }, factors: [1, 2], gone: 1 };
  const b = { version: '1.1.0', model: { albedo: 0.25, sky: 'x' }, factors: [1, 3], come: null };
  assert.deepEqual(headerChanges(a, b), [
    { field: 'version', a: '1.0.0', b: '1.1.0' },
    { field: 'model.albedo', a: 0.2, b: 0.25 },
    { field: 'factors', a: [1, 2], b: [1, 3] },
    { field: 'gone', a: 1, b: undefined },
    { field: 'come', a: undefined, b: null },
  ]);
  assert.deepEqual(headerChanges(a, a), []);
});
