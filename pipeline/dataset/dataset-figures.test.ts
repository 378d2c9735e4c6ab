import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallArtifact } from './artifact.test-kit.ts';
import { annualGhi, cellNear, cellPlaces, coveredCells, spreadOf } from './dataset-figures.ts';

test('cells come in the order of their ordinals with their centres', () => {
  const places = cellPlaces(smallArtifact(undefined, [1]));
  assert.deepEqual(
    places.map(({ cell }) => cell),
    [0, 1, 2, 3, 4],
  );
  assert.deepEqual(places[0], { cell: 0, lat: 59.25, lng: 17.75 });
  assert.deepEqual(places[1], { cell: 1, lat: 59.25, lng: 18.25 });
  assert.deepEqual(places[4], { cell: 4, lat: 59.5, lng: 18.25 });
});

test('the cell near a point is that of the nearest centre, none outside the grid or in a gap', () => {
  const artifact = smallArtifact(undefined, [1]);
  assert.equal(cellNear(artifact, 59.5 + 0.124, 18.25 - 0.124), 4);
  assert.equal(cellNear(artifact, 59.25, 18), -1);
  assert.equal(cellNear(artifact, 59.25, 17.5), -1);
  assert.equal(cellNear(artifact, 70, 18), -1);
});

test('the year is the sum of the months', () => {
  assert.deepEqual([...annualGhi(smallArtifact())], Array(6).fill(780));
});

test('a cell is covered when its centre is; the mask holds its south and west edges', () => {
  assert.deepEqual(coveredCells(smallArtifact()), [0, 1]);
  const uncovered = smallArtifact();
  uncovered.mask.bits.fill(0);
  assert.deepEqual(coveredCells(uncovered), [0, 1, 2, 3, 4, 5]);
});

test('a spread has the middle of two of an even number, and leaves its input in order', () => {
  const values = Float64Array.of(10, 9, 100, 8);
  assert.deepEqual(spreadOf(values), { min: 8, median: 9.5, max: 100 });
  assert.deepEqual([...values], [10, 9, 100, 8]);
  assert.ok(Number.isNaN(spreadOf(new Float64Array()).median));
});
