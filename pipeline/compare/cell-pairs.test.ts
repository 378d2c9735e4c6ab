import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMALL_GRID, smallArtifact } from '../dataset/artifact.test-kit.ts';
import { pairCells } from './cell-pairs.ts';

test('cells are matched by their centres, whatever their ordinals and the frames', () => {
  const a = smallArtifact();
  // The other dataset is one row further north, and one cell short.
  const b = smallArtifact({ ...SMALL_GRID, firstRow: 238 }, [0]);
  const { both, onlyA, onlyB } = pairCells(a, b);
  assert.deepEqual(both, [
    { lat: 59.5, lng: 18, a: 4, b: 0 },
    { lat: 59.5, lng: 18.25, a: 5, b: 1 },
  ]);
  assert.deepEqual(
    onlyA.map(({ lat, lng }) => [lat, lng]),
    [
      [59.25, 17.75],
      [59.25, 18],
      [59.25, 18.25],
      [59.5, 17.75],
    ],
  );
  assert.deepEqual(
    onlyB.map(({ lat }) => lat),
    [59.75, 59.75, 59.75],
  );
});

test('grids of different steps are refused with both steps named', () => {
  const b = smallArtifact({ stepDeg: 0.125, firstRow: 474, firstCol: 142, rows: 2, cols: 3 });
  assert.throws(() => pairCells(smallArtifact(), b), /0\.25° and B of 0\.125°.*grid\.step_deg/);
});

test('datasets without a common cell are refused', () => {
  const b = smallArtifact({ ...SMALL_GRID, firstRow: 100 });
  assert.throws(() => pairCells(smallArtifact(), b), /no cell in common/);
});
