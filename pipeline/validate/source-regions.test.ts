import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SOURCE } from '../dataset/survey.ts';
import { sourceRegions } from './source-regions.ts';

test('needed cells are counted by degree of latitude and source, north first', () => {
  // rows at 59.5, 60 and 60.5 N
  const grid = { stepDeg: 0.5, firstRow: 119, firstCol: 30, rows: 3, cols: 2 };
  const needed = Uint8Array.of(1, 1, 1, 0, 1, 1);
  const sourceOf = Uint8Array.of(0, NO_SOURCE, 0, 1, 1, 1);
  assert.deepEqual(sourceRegions(grid, needed, { sourceOf }, 2), [
    { latDeg: 60, cells: [1, 2], none: 0 },
    { latDeg: 59, cells: [1, 0], none: 1 },
  ]);
});
