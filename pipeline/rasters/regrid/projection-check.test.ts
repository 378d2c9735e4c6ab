import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grid } from '../../../schemas/codec/grid.ts';
import { functionRaster } from '../function-raster.test-kit.ts';
import { checkOverlap } from './regrid.ts';

const sweden: Grid = { stepDeg: 0.25, firstRow: 220, firstCol: 43, rows: 58, cols: 56 };
const small: Grid = { stepDeg: 0.25, firstRow: 226, firstCol: 55, rows: 3, cols: 3 };
/** The Lambert grid of met.no around its own origin, in metres. */
const raster = (crs: string, step: number) =>
  functionRaster(
    { crs, cols: 400, rows: 800, xEdge: -200 * step, yEdge: 400 * step, xStep: step, yStep: -step },
    () => 1,
  );
const LAMBERT = '+proj=lcc +lat_0=63.3 +lon_0=15 +lat_1=63.3 +lat_2=63.3';

test('a projection whose cells collapse is refused with its text, whatever is wrong with it', () => {
  for (const [crs, step] of [
    [`${LAMBERT} +R=6371`, 2500],
    [`${LAMBERT} +R=6.371`, 2500],
    [`${LAMBERT} +R=6371229 +units=km`, 2500],
    [`${LAMBERT} +R=637122`, 25_000],
    ['+proj=laea +lat_0=63 +lon_0=15 +a=6378137 +rf=0.5', 2500],
  ] as const) {
    for (const grid of [sweden, small]) {
      assert.throws(
        () => checkOverlap(raster(crs, step), grid),
        (error: Error) =>
          /the projection is wrong: \d+ cells of the grid meet in \d+ pixels?/.test(
            error.message,
          ) && error.message.includes(crs),
        `${crs} ${grid.rows}`,
      );
    }
  }
});

test('pixels much finer or coarser than the cells, long ones and turned ones pass', () => {
  for (const [crs, step] of [
    [`${LAMBERT} +R=6371000`, 2500],
    [`${LAMBERT} +R=6371000`, 12_500],
    [`${LAMBERT} +R=6371000`, 55_000],
    [`${LAMBERT} +R=6371000`, 250_000],
    [`${LAMBERT} +R=6371000 +units=km`, 2.5],
    ['+proj=merc +R=6371000', 150_000],
    ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-45 +R=6371000', 25_000],
    ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-30 +R=6371000', 16_000],
    ['+proj=aea +lat_1=55 +lat_2=65 +lat_0=60 +lon_0=15', 14_000],
  ] as const) {
    for (const grid of [sweden, small]) {
      const { xStep, yStep, ...rest } = raster(crs, step);
      const far = { ...rest, cols: 2000, rows: 2000, xEdge: -1000 * xStep, yEdge: -1000 * yStep };
      checkOverlap({ ...far, xStep, yStep }, grid);
      checkOverlap({ ...far, xStep: xStep / 4, yStep, cols: 8000 }, grid);
    }
  }
});
