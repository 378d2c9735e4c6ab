import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rasterTable } from './raster-table.ts';

const facts = {
  name: 'ghi_01.tif, band 1',
  bytes: 16128,
  cols: 61,
  rows: 62,
  crs: 'EPSG:4326',
  xStep: 0.25,
  yStep: 0.25,
  west: 9.875,
  south: 54.375,
  east: 25.125,
  north: 69.875,
  nodata: -9999,
  isMasked: false,
};

test('a table names each raster with its header, its values and its share of the cells', () => {
  const statistics = { count: 150, min: 0.123, mean: 10, max: 20.5 };
  const [heading, line, last] = rasterTable(
    [
      { month: 0, facts, statistics },
      {
        month: null,
        facts: { ...facts, nodata: null },
        statistics: { ...statistics, count: 0, mean: Number.NaN },
      },
    ],
    200,
  ).split('\n');
  const words = line.trim().split(/ {2,}/);
  assert.deepEqual(words, [
    'Jan',
    'ghi_01.tif, band 1',
    '16',
    '61 x 62',
    'EPSG:4326',
    '0.25 x 0.25',
    '9.875..25.125',
    '54.375..69.875',
    '-9999',
    '0.12',
    '10.00',
    '20.50',
    '75.0 %',
  ]);
  assert.equal(heading.trim().split(/ {2,}/).length, words.length - 1);
  assert.match(last, /Year .* none .* - .* 0\.0 %$/);
});
