import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers } from '../../schemas/codec/coverage-mask.ts';
import { datasetDomain } from './dataset-domain.ts';
import { swedenCoverage } from './sweden.ts';

const step_deg = 0.25;

test('without a coverage it is Sweden', () => {
  const { mask, coverage, isWhereData } = datasetDomain({ grid: { step_deg } });
  assert.deepEqual(mask, swedenCoverage());
  assert.deepEqual([coverage, isWhereData], ['Sweden', false]);
});

test('a box cuts Sweden, and one without a place of it is refused', () => {
  const { mask } = datasetDomain({ grid: { step_deg, bbox: [11, 55, 15, 58] } });
  assert.ok(covers(mask, 55.6, 13), 'Malmö');
  assert.ok(!covers(mask, 59.33, 18.07), 'Stockholm');
  assert.ok(!covers(mask, 55.68, 12.57), 'Copenhagen');
  assert.throws(
    () => datasetDomain({ grid: { step_deg, bbox: [0, 10, 1, 11] } }),
    /bbox 0, 10, 1, 11 .* no place in Sweden/,
  );
  assert.throws(
    () => datasetDomain({ grid: { step_deg, bbox: [15, 55, 11, 58] } }),
    /expected west < east/,
  );
});

test('"data" needs every cell of its box, which it must have', () => {
  const bbox = [-10, 36, -9, 37];
  const { grid, needed, isWhereData } = datasetDomain({
    grid: { step_deg, coverage: 'data', bbox },
  });
  assert.deepEqual([grid.rows, grid.cols, isWhereData], [5, 5, true]);
  assert.ok(needed.every((bit) => bit === 1));
  assert.throws(() => datasetDomain({ grid: { step_deg, coverage: 'data' } }), /needs grid\.bbox/);
  assert.throws(
    () => datasetDomain({ grid: { step_deg, coverage: 'data', bbox: [13.3, 56, 13.4, 57] } }),
    /bbox 13\.3, 56, 13\.4, 57 .* holds 5 rows and 0 columns of cells/,
  );
});
