import { join } from 'node:path';
import { MONTHS } from '../../schemas/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/grid.ts';
import { writeFileWhole } from '../files/write-whole.ts';
import { geotiffBytes, type RasterFrame } from '../rasters/geotiff/write-geotiff.ts';
import type { MonthlyMeans } from './mrcalc-means.ts';

const VARIABLES = [
  ['ghi', 'ghiKwhM2'],
  ['kd', 'diffuseFraction'],
  ['t2m', 'temperatureC'],
] as const;

/** Writes `ghi_01.tif`, `kd_01.tif`, `t2m_01.tif` .. 12 on the grid; cells without means are nodata. */
export function writeMonthRasters(
  folder: string,
  grid: Grid,
  means: ReadonlyMap<number, MonthlyMeans>,
): void {
  const frame = frameOf(grid);
  const values = new Float64Array(grid.rows * grid.cols);
  for (const [name, field] of VARIABLES) {
    for (let month = 0; month < MONTHS; month++) {
      values.fill(Number.NaN);
      for (const [place, cell] of means) values[northFirst(grid, place)] = cell[field][month];
      const file = `${name}_${String(month + 1).padStart(2, '0')}.tif`;
      writeFileWhole(join(folder, file), geotiffBytes(frame, values));
    }
  }
}

function frameOf(grid: Grid): RasterFrame {
  const { stepDeg, cols, rows } = grid;
  const northCentre = latOfRow(grid, rows - 1);
  return { westCentre: lngOfCol(grid, 0), northCentre, stepDeg, cols, rows };
}

/** Rasters begin in the north, the grid in the south. */
function northFirst({ rows, cols }: Grid, place: number): number {
  const row = Math.floor(place / cols);
  return (rows - 1 - row) * cols + (place % cols);
}
