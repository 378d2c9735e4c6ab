import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandStatistics } from './band-statistics.ts';

const grid = { stepDeg: 1, firstRow: 0, firstCol: 0, rows: 2, cols: 3 };
const rows = [Float64Array.of(1, 2, Number.NaN), Float64Array.of(6, 99, -1)];
const band = { name: 'b', readRow: async (row: number) => rows[row] };

test('only needed cells with a value count', async () => {
  const needed = Uint8Array.of(1, 1, 1, 1, 0, 0);
  assert.deepEqual(await bandStatistics(band, grid, needed), { count: 3, min: 1, mean: 3, max: 6 });
});

test('a band without a value over the needed cells has no figures', async () => {
  const needed = Uint8Array.of(0, 0, 1, 0, 0, 0);
  const { count, mean } = await bandStatistics(band, grid, needed);
  assert.equal(count, 0);
  assert.ok(Number.isNaN(mean));
});
