/**
 * Rasters as others make them: the default dataset's irradiation written as a 0.05° float64 GeoTIFF
 * set and as a 0.05° ESRI ASCII set must give the dataset of the 0.25° field they were made from.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { writeArrayBuffer } from 'geotiff';
import { monthlyYield } from '../../schemas/codec/cell-records.ts';
import { latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../schemas/project.ts';
import { accuracyMeter } from '../accuracy/dataset-accuracy.ts';
import { buildDataset } from '../dataset/build-dataset.ts';
import { kernelPool } from '../dataset/cube/kernel-pool.ts';
import {
  type Field,
  type PixelFrame,
  smallRecipe,
  writeMonths,
} from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { findClimateFiles } from './climate-files.ts';
import { openRaster } from './open/open-raster.ts';

const root = testFolder();

/** Pixel centres of the fixture's rasters. */
const CELLS: PixelFrame = { west: 10, north: 69.75, stepDeg: 0.25, cols: 61, rows: 62 };
/** Five pixels a cell and side, their edges on the cells' edges. */
const ALIGNED: PixelFrame = { west: 9.9, north: 69.85, stepDeg: 0.05, cols: 305, rows: 310 };
/** Pixel edges on multiples of 0.05°, as PVGIS has them: pixels straddle the cells' edges. */
const PVGIS: PixelFrame = { west: 9.925, north: 69.825, stepDeg: 0.05, cols: 304, rows: 308 };

const pool = await kernelPool(1);
const measureAccuracy = accuracyMeter(pool);
let months: Field[];
let base: PvYieldArtifact;

before(async () => {
  months = await Promise.all(Array.from({ length: 12 }, (_, month) => cellField(month)));
  writeMonths(join(root, 'cells'), 'ghi', (month) => months[month], CELLS);
  base = await build('cells', 'asc');
});

/** The ERA5-like field of the fixtures, constant within each cell. */
async function cellField(month: number): Promise<Field> {
  const name = `ghi_${String(month + 1).padStart(2, '0')}.tif`;
  const raster = await openRaster({ path: join(PROJECT, 'fixtures/climatology/ghi/era5', name) });
  const values = await raster.readWindow({ col: 0, row: 0, cols: CELLS.cols, rows: CELLS.rows });
  await raster.close();
  return (lat, lng) => {
    const row = Math.round((CELLS.north - lat) / CELLS.stepDeg);
    return values[row * CELLS.cols + Math.round((lng - CELLS.west) / CELLS.stepDeg)];
  };
}

/** All of Sweden. One day a month and six steps, as this is about rasters and not about the sun. */
async function build(name: string, extension: string): Promise<PvYieldArtifact> {
  const recipe = smallRecipe();
  recipe.grid = { step_deg: 0.25 };
  recipe.sources[0].ghi.files = `ghi_{month}.${extension}`;
  recipe.model = { ...recipe.model, days_per_month: 1, steps_per_day: 6 };
  const files = await findClimateFiles(recipe, join(root, name));
  const path = join(root, `${name}.bin`);
  const run = { pool, progress: () => {}, measureAccuracy };
  await buildDataset(recipe, files, path, run);
  return readPvYield(path);
}

function writeGeotiffs(name: string, frame: PixelFrame): void {
  mkdirSync(join(root, name));
  const { west, north, stepDeg, cols, rows } = frame;
  for (let month = 0; month < 12; month++) {
    const values = Float64Array.from({ length: cols * rows }, (_, i) =>
      Number(
        months[month](north - Math.floor(i / cols) * stepDeg, west + (i % cols) * stepDeg).toFixed(
          4,
        ),
      ),
    );
    const bytes = writeArrayBuffer(values, {
      width: cols,
      height: rows,
      ModelPixelScale: [stepDeg, stepDeg, 0],
      ModelTiepoint: [0, 0, 0, west - stepDeg / 2, north + stepDeg / 2, 0],
      GTModelTypeGeoKey: 2,
      GTRasterTypeGeoKey: 1,
      GeographicTypeGeoKey: 4326,
    });
    writeFileSync(join(root, name, `ghi_${month + 1}.tif`), new Uint8Array(bytes));
  }
}

/** Largest difference of two datasets' yields, in parts of the cell and month's largest. */
function yieldDifference(a: PvYieldArtifact, b: PvYieldArtifact): number {
  let worst = 0;
  for (let cell = 0; cell < a.header.cells; cell++) {
    for (let i = 0; i < 361 * 12; i++) {
      const [plane, month] = [Math.floor(i / 12), i % 12];
      const scale = a.yield_scale[cell * 12 + month];
      if (scale === 0) continue;
      const difference = monthlyYield(a, cell, plane, month) - monthlyYield(b, cell, plane, month);
      worst = Math.max(worst, Math.abs(difference) / (65535 * scale));
    }
  }
  return worst;
}

test('a 0.05° float64 GeoTIFF set gives the dataset of its 0.25° field, to quantisation', async (t) => {
  writeGeotiffs('geotiff', ALIGNED);
  const artifact = await build('geotiff', 'tif');
  assert.deepEqual(artifact.cell_index, base.cell_index);
  artifact.ghi.forEach((value, i) => {
    assert.ok(Math.abs(value - base.ghi[i]) <= 2e-7 * base.ghi[i], `${value} ${base.ghi[i]}`);
  });
  const worst = yieldDifference(artifact, base);
  t.diagnostic(`largest yield difference ${worst.toExponential(1)} of the plane's largest`);
  assert.ok(worst <= 2 / 65535, String(worst));
});

test('a 0.05° ESRI ASCII set gives the same dataset', async (t) => {
  writeMonths(join(root, 'ascii'), 'ghi', (month) => months[month], ALIGNED);
  const worst = yieldDifference(await build('ascii', 'asc'), base);
  t.diagnostic(`largest yield difference ${worst.toExponential(1)} of the plane's largest`);
  assert.ok(worst <= 2 / 65535, String(worst));
});

test("on the PVGIS alignment a cell differs by no more than its neighbours' share of the straddling pixels", async (t) => {
  writeGeotiffs('pvgis', PVGIS);
  const artifact = await build('pvgis', 'tif');
  let worst = 0;
  let compared = 0;
  const { grid, cell_index } = artifact;
  for (let place = 0; place < cell_index.length; place++) {
    const cell = cell_index[place];
    if (cell < 0) continue;
    const lat = latOfRow(grid, Math.floor(place / grid.cols));
    const lng = lngOfCol(grid, place % grid.cols);
    for (let month = 0; month < 12; month++) {
      const own = months[month](lat, lng);
      const around = [-0.25, 0, 0.25].flatMap((dLat) =>
        [-0.25, 0, 0.25].map((dLng) => Math.abs(months[month](lat + dLat, lng + dLng) - own)),
      );
      // A straddling pixel is half inside: at most a tenth of the cell on each side, in both directions.
      const most = (1 - 0.8 * 0.8) * Math.max(...around) + 1e-3;
      const found = Math.abs(artifact.ghi[cell * 12 + month] - own);
      assert.ok(found <= most, `${lat} ${lng} month ${month}: ${found} > ${most}`);
      if (own > 5) worst = Math.max(worst, found / own);
      compared++;
    }
  }
  assert.equal(compared, 12 * artifact.header.cells);
  t.diagnostic(`largest GHI difference ${(100 * worst).toFixed(2)} % of the month`);
});
