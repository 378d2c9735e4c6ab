import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoDistance } from 'd3-geo';
import fc from 'fast-check';
import { EARTH_RADIUS_KM, type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import { nearestCell } from './nearest-cell.ts';

/** 55 to 69 N, 10 to 25 E. */
const GRID: Grid = { stepDeg: 0.25, firstRow: 220, firstCol: 40, rows: 57, cols: 61 };

function kmBetween(a: number, b: number): number {
  const [from, to] = [a, b].map((gridIndex): [number, number] => [
    lngOfCol(GRID, gridIndex % GRID.cols),
    latOfRow(GRID, Math.floor(gridIndex / GRID.cols)),
  ]);
  return geoDistance(from, to) * EARTH_RADIUS_KM;
}

const places = fc.nat({ max: GRID.rows * GRID.cols - 1 });

test('no other gridIndex with values is nearer on the sphere, and none beyond the distance is taken', () => {
  fc.assert(
    fc.property(
      places,
      fc.uniqueArray(places, { minLength: 1, maxLength: 400 }),
      fc.double({ min: 1, max: 100, noNaN: true }),
      (from, withValues, withinKm) => {
        const has = new Set(withValues);
        const found = nearestCell(GRID, from, withinKm, (gridIndex) => has.has(gridIndex));
        const least = Math.min(...withValues.map((gridIndex) => kmBetween(from, gridIndex)));
        if (!found) return assert.ok(least > withinKm * 0.999, `${least} km within ${withinKm}`);
        assert.ok(has.has(found.gridIndex));
        assert.ok(Math.abs(found.km - kmBetween(from, found.gridIndex)) <= 1e-3 * found.km + 1e-9);
        assert.ok(found.km <= withinKm && found.km <= least * 1.002 + 1e-9);
      },
    ),
  );
});
