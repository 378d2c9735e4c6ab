import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectedErrors } from './projected-errors.ts';

// At 5 km interpolation at the cell's centre gives 1.2 % in the mean and 3.5 % at most.
test('cells of a 5 km raster are within 0.15 % of their exact means over hilly country, 0.6 % at most', async () => {
  for (const crs of ['EPSG:3035', 'EPSG:3006']) {
    const { mean, max } = await projectedErrors(crs, 5);
    assert.ok(mean < 0.0015 && max < 0.006, `${crs}: ${mean} ${max}`);
  }
});

test('cells of a 10 km raster are within 0.5 %, 2 % at most', async () => {
  for (const crs of ['EPSG:3035', 'EPSG:3006']) {
    const { mean, max } = await projectedErrors(crs, 10);
    assert.ok(mean < 0.005 && max < 0.02, `${crs}: ${mean} ${max}`);
  }
});
