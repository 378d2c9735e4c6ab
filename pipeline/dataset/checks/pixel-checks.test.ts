/** Rasters with pixels that cannot be right, and months in the wrong order. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeArrayBuffer } from 'geotiff';
import type { Recipe } from '../../../schemas/types.ts';
import { testFolder } from '../../files/folder.test-kit.ts';
import { acceptingPixels, checkedRasters, SMALL_BBOX, smallRecipe } from '../dataset.test-kit.ts';
import { expectedGhiKwhM2 } from './plausibility.ts';

const root = testFolder();

/** Five pixels a cell and side, edges on the cells' edges: around the small dataset's box. */
const SOUTH = { west: 12.625, north: 57.875, stepDeg: 0.05, cols: 60, rows: 55 };
/** Likewise where the sun does not rise in December. */
const NORTH = { west: 17.625, north: 69.625, stepDeg: 0.05, cols: 80, rows: 65 };
const NORTH_BBOX = [19, 67.5, 20.5, 68.5];
/** The cell at 56.5 N 14 E: its first pixel's column and row. */
const CELL = { col: 25, row: 25 };

type Pixels = (month: number, col: number, row: number, usual: number) => number;

/** Twelve float32 GeoTIFFs without a nodata tag (or with one) of a field whose pixels are then changed. */
function geotiffs(name: string, change: Pixels, domain = SOUTH, nodata?: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  const { west, north, stepDeg, cols, rows } = domain;
  const expected = Array.from({ length: rows }, (_, row) =>
    expectedGhiKwhM2(north - (row + 0.5) * stepDeg),
  );
  for (let month = 0; month < 12; month++) {
    const values = Float32Array.from({ length: cols * rows }, (_, i) => {
      const [col, row] = [i % cols, Math.floor(i / cols)];
      return change(month, col, row, expected[row][month] * roughness(col, row));
    });
    const bytes = writeArrayBuffer(values, {
      width: cols,
      height: rows,
      ModelPixelScale: [stepDeg, stepDeg, 0],
      ModelTiepoint: [0, 0, 0, west, north, 0],
      GTModelTypeGeoKey: 2,
      GTRasterTypeGeoKey: 1,
      GeographicTypeGeoKey: 4326,
      ...(nodata === undefined ? {} : { GDAL_NODATA: nodata }),
    });
    writeFileSync(join(folder, `ghi_${month + 1}.tif`), new Uint8Array(bytes));
  }
  return folder;
}

/** Hills of 8 % and coasts of 6 %: pixels of one cell differ by up to a fifth. */
function roughness(col: number, row: number): number {
  return 1 + 0.08 * Math.sin(col * 1.7) * Math.cos(row * 1.3) + 0.06 * Math.tanh((col - 30) / 4);
}

const same: Pixels = (_, _col, _row, usual) => usual;
/** Changes some pixels of the cell at 56.5 N 14 E. */
const inCell =
  (isChanged: (col: number, row: number) => boolean, value: number): Pixels =>
  (_, col, row, usual) => {
    const [x, y] = [col - CELL.col, row - CELL.row];
    const isInside = x >= 0 && x < 5 && y >= 0 && y < 5;
    return isInside && isChanged(x, y) ? value : usual;
  };

/** Coverage by data spares the checks the country's outline. */
function recipe(bbox = SMALL_BBOX): Recipe {
  const [source] = smallRecipe().sources;
  const ghi = { ...source.ghi, files: 'ghi_{month}.tif' };
  const grid: Recipe['grid'] = { step_deg: 0.25, bbox, coverage: 'data' };
  return { ...smallRecipe(), grid, sources: [{ ...source, ghi }] };
}

/** The irradiation of the cell at 56.5 N 14 E by month, after checks that found nothing wrong. */
async function checked(folder: string, changed = recipe()): Promise<number[]> {
  const { inputs } = await checkedRasters(folder, changed);
  const { firstRow, firstCol, stepDeg, cols } = inputs.domain.grid;
  const index = (56.5 / stepDeg - firstRow) * cols + 14 / stepDeg - firstCol;
  return inputs.sources[0].ghi.map(({ values }) => values[index]);
}

const isWestern = (x: number) => x < 3;
const isMiddle = (x: number, y: number) => x === 2 && y === 2;

for (const [what, isChanged, value, message] of [
  [
    '0 in three of the five columns of a cell',
    isWestern,
    0,
    /ghi_1\.tif, band 1: 15 pixels are not possible there, the first in the cell at 56\.5 N 14 E: 0, expected 2\.\d+ to .*-a_nodata 0 .*accept_pixels/,
  ],
  [
    'one pixel beyond what the sun sends',
    isMiddle,
    600,
    /1 pixel is not possible there, the first in the cell at 56\.5 N 14 E: 600/,
  ],
  ['one pixel far below 0', isMiddle, -99, /1 pixel is not possible there, .*: -99/],
] as const) {
  test(`${what} is refused with file, count and place`, async () => {
    await assert.rejects(checked(geotiffs(what, inCell(isChanged, value))), message);
  });
}

test('rough, but possible pixels pass, and what the file declares as missing is', async () => {
  const truth = await checked(geotiffs('missing', inCell(isWestern, Number.NaN)));
  for (const [value, nodata] of [
    [0, '0'],
    [-Infinity, '-inf'],
  ] as const) {
    const found = await checked(
      geotiffs(`nodata ${nodata}`, inCell(isWestern, value), SOUTH, nodata),
    );
    assert.deepEqual(found, truth, nodata);
  }
});

test('infinite pixels are counted as such, and are missing once accepted', async () => {
  const isBad = (x: number, y: number) => x === 0 && y < 3;
  const folder = geotiffs('infinite', inCell(isBad, Infinity));
  const counted = /3 pixels are infinite, the first in the cell at 56\.5 N 14 E\. .*accept_pixels/;
  await assert.rejects(checked(folder), counted);
  const truth = await checked(geotiffs('not-a-number', inCell(isBad, Number.NaN)));
  assert.deepEqual(await checked(folder, acceptingPixels(recipe())), truth);
  await assert.rejects(checked(geotiffs('minus', inCell(isBad, -Infinity))), counted);
});

test('a diffuse share of 0 where the sun shines is refused', async () => {
  const folder = geotiffs('diffuse', same);
  const shares = geotiffs('shares', (...at) => (inCell((x) => x < 1, 0)(...at) === 0 ? 0 : 0.5));
  for (let month = 1; month <= 12; month++) {
    cpSync(join(shares, `ghi_${month}.tif`), join(folder, `kd_${month}.tif`));
  }
  const changed = recipe();
  changed.sources[0].diffuse_fraction = { files: 'kd_{month}.tif', unit: '1' };
  await assert.rejects(checked(folder, changed), /kd_1\.tif, band 1: 5 pixels are not possible/);
});

test('zeros of the polar night pass, also next to months with sun', async () => {
  assert.equal(expectedGhiKwhM2(68.25)[11], 0);
  await checkedRasters(geotiffs('polar-night', same, NORTH), recipe(NORTH_BBOX));
});
