import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUBE_SIZE, MONTHS, planeAt } from '../../schemas/codec/axes.ts';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { assertClose } from '../test/assert-close.ts';
import { compareDatasets, headerChanges, worstCells } from './compare-datasets.ts';
import { YEAR } from './relative-differences.ts';

/** Raises a plane's yield of every month in a cell. */
function raise(
  artifact: ReturnType<typeof smallArtifact>,
  cell: number,
  plane: number,
  by: number,
) {
  for (let month = 0; month < MONTHS; month++) {
    artifact.yield.values[cell * CUBE_SIZE + plane * MONTHS + month] *= 1 + by;
  }
}

test('the worst cells come in order of their largest movement, with the plane it is on', () => {
  const [a, b] = [smallArtifact(), smallArtifact()];
  raise(b, 1, planeAt(40, 180), 0.02);
  raise(b, 0, planeAt(90, 0), -0.1);
  raise(b, 0, planeAt(0, 30), 0.05);
  const worst = worstCells(compareDatasets(a, b), 20);
  assert.equal(worst.length, 2);
  assert.deepEqual([worst[0].lat, worst[0].lng], [59.25, 17.75]);
  assert.deepEqual([worst[0].worst.tiltDeg, worst[0].worst.azimuthDeg], [90, 0]);
  assertClose(worst[0].worst.difference, -0.1, 1e-7);
  assert.deepEqual([worst[1].worst.tiltDeg, worst[1].worst.azimuthDeg], [40, 180]);
  assert.equal(worstCells(compareDatasets(a, b), 1).length, 1);
});

test('a cell whose centre no dataset covers is compared but not ranked', () => {
  const [a, b] = [smallArtifact(), smallArtifact()];
  for (const cell of [0, 5]) raise(b, cell, 0, 0.05);
  // The small dataset's mask ends at its northern and eastern cells, and has only the first inside.
  const comparison = compareDatasets(a, b);
  assertClose(comparison.yield[YEAR].max, 0.05, 1e-7);
  assertClose(comparison.cells[5].worst.difference, 0.05, 1e-7);
  assert.deepEqual(
    worstCells(comparison, 20).map(({ lat, lng }) => [lat, lng]),
    [[59.25, 17.75]],
  );
});

test('a cell keeps its own movements by period, whatever its ordinals', () => {
  const [a, b] = [smallArtifact(), smallArtifact(undefined, [0])];
  b.ghi[3 * MONTHS + 11] *= 1.1;
  raise(b, 3, 7, 0.04);
  const { cells, ghi, yield: yields } = compareDatasets(a, b);
  assertClose(cells[3].ghi[11], 0.1, 1e-7);
  assertClose(cells[3].ghi[YEAR], 12 / 780, 1e-7);
  assertClose(cells[3].yield[YEAR].max, 0.04, 1e-7);
  assertClose(cells[2].yield[YEAR].max, 0, 1e-7);
  assert.equal(ghi.length, 13);
  assertClose(ghi[11].max, 0.1, 1e-7);
  assertClose(yields[0].max, 0.04, 1e-7);
});

test('databases are compared by name, and the changes of cells counted', () => {
  const [a, b] = [smallArtifact(), smallArtifact()];
  b.header.radiation_dbs = ['RADDB-ERA5', 'RADDB-SARAH3'];
  b.radiation_db.fill(1);
  b.radiation_db[5] = 0;
  b.era5_corrected[5] = 1;
  b.optimum_tilt[0] = 41;
  const { changed, header } = compareDatasets(a, b);
  assert.deepEqual(changed, { radiationDb: 1, era5Corrected: 1, optimumTilt: 1 });
  assert.deepEqual(
    header.map(({ field }) => field),
    ['radiation_dbs'],
  );
});

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
