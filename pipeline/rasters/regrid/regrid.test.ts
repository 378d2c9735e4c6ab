import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import { assertClose } from '../../test/assert-close.ts';
import { projectionOf } from '../crs.ts';
import { functionRaster } from '../function-raster.test-kit.ts';
import { openRaster } from '../open/open-raster.ts';
import { emptyTally, pixelCounter } from '../pixel-checks.ts';
import type { Placement, Raster } from '../raster.ts';
import { UNCHANGED } from '../unit-conversion.ts';
import { formatFixture, readXyz, type XyzPoint } from '../xyz-truth.test-kit.ts';
import { checkOverlap, regrid } from './regrid.ts';

/** The field of the rasters in fixtures/raster-formats. */
const field = (lng: number, lat: number) => 100 + 3 * lng + 2 * lat;
const rough = (x: number, y: number) => Math.sin(12.9898 * x + 78.233 * y) * 43758.5453;
const radians = (deg: number) => (deg * Math.PI) / 180;

/** A grid of 0.25 degrees from its south-west centre to its north-east centre. */
function gridBetween(west: number, south: number, east: number, north: number): Grid {
  const cols = (east - west) * 4 + 1;
  const rows = (north - south) * 4 + 1;
  return { stepDeg: 0.25, firstRow: south * 4, firstCol: west * 4, rows, cols };
}

async function cellsOf(raster: Raster, grid: Grid): Promise<XyzPoint[]> {
  const values = await regrid(raster, grid);
  assert.equal(values.length, grid.rows * grid.cols);
  return Array.from(values, (value, place) => [
    lngOfCol(grid, place % grid.cols),
    latOfRow(grid, Math.floor(place / grid.cols)),
    value,
  ]);
}

async function cellsOfFixture(name: string, grid: Grid): Promise<XyzPoint[]> {
  const raster = await openRaster({ path: formatFixture(name) });
  checkOverlap(raster, grid);
  const cells = await cellsOf(raster, grid);
  await raster.close();
  return cells;
}

const sweden = gridBetween(10.75, 55, 24.5, 69.25);

test('a geographic raster of the very cells comes back bit for bit', async () => {
  const world = { cols: 1440, rows: 721, xEdge: -180.125, xStep: 0.25 };
  const northUp = functionRaster({ ...world, yEdge: 90.125, yStep: -0.25 }, rough);
  const southUp = functionRaster({ ...world, yEdge: -90.125, yStep: 0.25 }, rough);
  // Steps as a text header with few digits gives them: a sliver of a pixel off.
  const step = 0.25 + 1e-14;
  const rounded = functionRaster({ ...world, xStep: step, yEdge: 90.125, yStep: -step }, rough);
  for (const raster of [northUp, southUp]) {
    for (const [lng, lat, value] of await cellsOf(raster, sweden)) {
      assert.equal(value, rough(lng, lat), `${lng} ${lat}`);
    }
  }
  for (const [lng, lat, value] of await cellsOf(rounded, sweden)) {
    const col = Math.round((lng + 180) / 0.25);
    const row = Math.round((90 - lat) / 0.25);
    const x = -180.125 + (col + 0.5) * step;
    assert.equal(value, rough(x, 90.125 - (row + 0.5) * step), `${lng} ${lat}`);
  }
});

test('a fine geographic raster agrees with the area-weighted mean of gdalwarp, holes included', async () => {
  const truth = new Map(readXyz('average-025.xyz').map(([x, y, value]) => [`${x} ${y}`, value]));
  const cells = await cellsOfFixture('tiles-float64.tif', gridBetween(14.25, 58.25, 16.25, 59.25));
  assert.equal(cells.length, truth.size);
  for (const [lng, lat, value] of cells) {
    const expected = truth.get(`${lng} ${lat}`);
    assert.ok(expected !== undefined);
    // GDAL weighs by degrees, not by the sine of the latitude: 3e-4 here, and rounds to 1e-4.
    assertClose(value, expected, 5e-4, `${lng} ${lat}`);
  }
});

test('a cell that reaches beyond a fine raster is the mean of its part inside', async () => {
  const grid = gridBetween(14, 58, 14, 59.75);
  const cells = await cellsOfFixture('tiles-float64.tif', grid);
  // 13.875 to 14.125 E holds a whole pixel and a quarter of the next: 14.05 and 14.15 E as 4 to 1.
  // 57.875 to 58.125 N likewise. 59.375 to 59.625 N holds a quarter pixel and two whole ones.
  assertClose(cells[0][2], field(14.07, 58.07), 5e-4, '58 N');
  assertClose(cells[6][2], field(14.07, (59.35 + 4 * 59.45 + 4 * 59.55) / 9), 5e-4, '59.5 N');
  assert.equal(cells[7][2], Number.NaN, '59.75 N lies outside');
});

test('pixel rows weigh by their area on the sphere', async () => {
  // The mean of sin(lat) over a belt is the mean of the sines of its sides, so belts add up exactly.
  const size = 1 / 16;
  const belt = (_: number, lat: number) =>
    (Math.sin(radians(lat - size / 2)) + Math.sin(radians(lat + size / 2))) / 2;
  const place = { cols: 400, rows: 400, xEdge: 9.875, yEdge: 74.875, xStep: size, yStep: -size };
  for (const [lng, lat, value] of await cellsOf(functionRaster(place, belt), sweden)) {
    const expected = (Math.sin(radians(lat - 0.125)) + Math.sin(radians(lat + 0.125))) / 2;
    assertClose(value, expected, 1e-13, `${lng} ${lat}`);
  }
});

test('pixels whose centres lie on the cell borders give each side its share', async () => {
  const shifted = { cols: 8, rows: 8, xEdge: 14, yEdge: 61, xStep: 0.25, yStep: -0.25 };
  const grid = gridBetween(14.25, 60, 15.5, 60);
  // The part of the belt 59.875 to 60.125 above 60 is (1 - tan 60 tan 0.0625) / 2.
  const step = await regrid(
    functionRaster(shifted, (_, lat) => (lat > 60 ? 1 : 0)),
    grid,
  );
  const share = (1 - Math.tan(radians(60)) * Math.tan(radians(0.0625))) / 2;
  for (const value of step) assertClose(value, share, 1e-12, 'step');
});

test('equal pixels give exactly their number whatever the weights', async () => {
  const place = { cols: 700, rows: 700, xEdge: 9.97, yEdge: 70.03, xStep: 0.03, yStep: -0.03 };
  const even = functionRaster(place, () => 0.1 + 0.2);
  for (const [lng, lat, value] of await cellsOf(even, sweden)) {
    assert.equal(value, 0.1 + 0.2, `${lng} ${lat}`);
  }
});

test('a fine projected raster gives the mean of a linear field over each whole cell', async () => {
  const cells = await cellsOfFixture('laea-2500m.tif', gridBetween(13.75, 57.75, 15.5, 58.75));
  // The fixture ends within these cells' neighbours: of them only the inner ones are whole.
  const whole = cells.filter(([lng, lat]) => lng > 14 && lng < 15.5 && lat > 58 && lat < 58.75);
  assert.equal(whole.length, 10);
  for (const [lng, lat, value] of whole) {
    // On the sphere the mean latitude of the cell lies south of its centre by tan(lat) h^2 / 12.
    const meanLat = lat - (Math.tan(radians(lat)) * radians(0.25) * 0.25) / 12;
    assertClose(value, field(lng, meanLat), 2e-3, `${lng} ${lat}`);
  }
});

/** The mean of a raster over a cell, from so many points a side of the cell. Its pixels are even. */
function sampledMean(
  valueAt: (x: number, y: number) => number,
  { xEdge, yEdge, xStep, yStep, crs }: Placement & { crs: string },
  [west, south]: [number, number],
  points: number,
): number {
  const { toCrs } = projectionOf(crs, 'test');
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < points * points; i++) {
    const lat = south + (0.25 * (Math.floor(i / points) + 0.5)) / points;
    const [x, y] = toCrs(west + (0.25 * ((i % points) + 0.5)) / points, lat);
    const col = Math.floor((x - xEdge) / xStep);
    const row = Math.floor((y - yEdge) / yStep);
    const weight = Math.cos(radians(lat));
    sum += weight * valueAt(xEdge + (col + 0.5) * xStep, yEdge + (row + 0.5) * yStep);
    weights += weight;
  }
  return sum / weights;
}

test('pixels of a projected raster weigh by their area in the cell, between reads too', async () => {
  const noise = (x: number, y: number) => rough(x, y) - Math.floor(rough(x, y));
  const grid = gridBetween(11, 55.5, 22, 68.5);
  for (const [crs, size] of [
    ['EPSG:3035', 2000],
    ['EPSG:3006', 5000],
    ['EPSG:3035', 10000],
  ] as const) {
    const [xEdge, yEdge] = crs === 'EPSG:3035' ? [4301000, 5250300] : [150700, 7651100];
    const counts = { cols: 1.1e6 / size, rows: 1.7e6 / size };
    const place = { ...counts, xEdge, yEdge, xStep: size, yStep: -size, crs };
    const raster = functionRaster(place, noise);
    const cells = await cellsOf(raster, grid);
    for (let i = 0; i < cells.length; i += 197) {
      const [lng, lat, value] = cells[i];
      const expected = sampledMean(noise, place, [lng - 0.125, lat - 0.125], 250);
      assertClose(value, expected, 2e-3, `${crs} ${size} m, ${lng} ${lat}`);
    }
    if (size === 2000) assert.ok(raster.windows.length > 2, 'large enough for several reads');
  }
});

test('a cell partly beyond a projected raster, or over missing pixels, is the mean of the rest', async () => {
  const place = { cols: 40, rows: 60, xEdge: 500000, yEdge: 6700000, xStep: 5000, yStep: -5000 };
  const east = (x: number) => (x < 600000 ? Number.NaN : x);
  const raster = functionRaster({ ...place, crs: 'EPSG:3006' }, east);
  const { toCrs } = projectionOf('EPSG:3006', 'test');
  for (const [lng, lat, value] of await cellsOf(raster, gridBetween(14, 58, 20, 60))) {
    const xs = [-0.125, 0.125].flatMap((dx) =>
      [-0.125, 0.125].map((dy) => toCrs(lng + dx, lat + dy)[0]),
    );
    const [west, east] = [Math.max(600000, Math.min(...xs)), Math.min(700000, Math.max(...xs))];
    if (west >= east) assert.equal(value, Number.NaN, `${lng} ${lat}`);
    else assertClose(value, (west + east) / 2, 2600, `${lng} ${lat}`);
  }
});

test('a coarse projected raster is interpolated at the cell centres', async () => {
  const grid = gridBetween(14.25, 58, 16.75, 59.25);
  for (const [lng, lat, value] of await cellsOfFixture('sweref-20km.tif', grid)) {
    // The field is not linear in metres: half a pixel off would be 0.3 and more.
    assertClose(value, field(lng, lat), 5e-3, `${lng} ${lat}`);
  }
});

test('interpolation uses the valid ones of the four pixels and ends at the outer edge', async () => {
  // Pixel centres at 14 and 15 E, 60 and 59 N. The north-eastern one is missing.
  const place = { cols: 2, rows: 2, xEdge: 13.5, yEdge: 60.5, xStep: 1, yStep: -1 };
  const values = (lng: number, lat: number) => {
    if (lat > 59.5) return lng < 14.5 ? 1 : Number.NaN;
    return lng < 14.5 ? 3 : 4;
  };
  const raster = functionRaster(place, values);
  const row = await regrid(raster, gridBetween(13.25, 59.25, 15.75, 59.25));
  // 14.25 E: weights 3/4, 1/4 in x and 1/4 (60 N), 3/4 (59 N) in y: (3 * 1 + 9 * 3 + 3 * 4) / 15.
  assertClose(row[4], 42 / 15, 1e-12, '14.25 E');
  assert.equal(row[0], Number.NaN, 'outside the western edge');
  assertClose(row[1], (1 * 1 + 3 * 3) / 4, 1e-12, 'on the western edge');
  assertClose(row[9], 4, 1e-12, 'on the eastern edge only one is valid');
  assert.equal(row[10], Number.NaN, 'outside the eastern edge');
  const [atPixel] = await regrid(raster, gridBetween(15, 60, 15, 60));
  assert.equal(atPixel, Number.NaN, 'a missing pixel is not filled from neighbours of no weight');
});

test('a whole grid costs a few reads, of each needed pixel once', async () => {
  const metric = { cols: 1400, rows: 1900, xEdge: 4200000, yEdge: 5400000, crs: 'EPSG:3035' };
  const degrees = { cols: 3860, rows: 2050, xEdge: -65, yEdge: 72.5, xStep: 0.05, yStep: -0.05 };
  for (const place of [{ ...metric, xStep: 1000, yStep: -1000 }, degrees]) {
    const raster = functionRaster(place, () => 1);
    await regrid(raster, sweden);
    const { windows } = raster;
    assert.ok(windows.length < 20, `${windows.length} reads`);
    windows.slice(1).forEach(({ row, col, cols }, i) => {
      const before = windows[i];
      assert.deepEqual([row, col, cols], [before.row + before.rows, before.col, before.cols]);
    });
    assert.ok(windows[0].cols < place.cols, 'only the needed columns');
  }
});

test('a pixel with its centre in no needed cell counts where a needed one takes it into its mean', async () => {
  const grid = gridBetween(14, 60, 14.25, 60);
  const needed = Uint8Array.of(1, 0);
  const bounds = [{ least: 0, greatest: 10 }];
  const fine = { yEdge: 60.1, yStep: -0.2, cols: 3, rows: 1, xEdge: 13.85, xStep: 0.2 };
  const coarse = { yEdge: 60.5, yStep: -1, cols: 3, rows: 1, xEdge: 13.6, xStep: 0.4 };
  const cases = [
    // The pixel around 14.15 E, 0.2 degrees wide, begins inside the needed cell, which ends at 14.125 E.
    { place: fine, bad: 14.15, found: 1 },
    { place: fine, bad: 14.35, found: 0 },
    // Coarser than the cells: interpolated at 14 E between 13.8 and 14.2.
    { place: coarse, bad: 14.2, found: 1 },
    { place: coarse, bad: 14.6, found: 0 },
  ];
  for (const { place, bad, found } of cases) {
    const raster = functionRaster(place, (lng) => (Math.abs(lng - bad) < 1e-9 ? 99 : 5));
    const tally = emptyTally();
    const counter = pixelCounter(raster, grid, { needed, bounds }, UNCHANGED, tally);
    const [value] = await regrid(raster, grid, UNCHANGED, counter);
    assert.equal(tally.outside.pixels, found, `${bad}`);
    assert.equal(value > 5, found === 1, 'counted exactly where it moves the mean');
  }
});

test('a raster elsewhere is refused, with its extent and what was expected', async () => {
  const place = { cols: 100, rows: 50, xEdge: -10, yEdge: 45, xStep: 0.1, yStep: -0.1 };
  const spain = functionRaster(place, field);
  assert.throws(
    () => checkOverlap(spain, sweden),
    /a function: lies outside the grid: found x -10 to 0, y 45 to 40 in EPSG:4326, expected some of 10\.75 to 24\.5 E, 55 to 69\.25 N\. Check .*"crs"/,
  );
});

test('swapped axes are recognised, in degrees and in metres', async () => {
  const metric = { xStep: 1e4, yStep: -1e4, crs: 'EPSG:3006' };
  const swapped = [
    { cols: 160, rows: 140, xEdge: 54, yEdge: 25, xStep: 0.1, yStep: -0.1 },
    { ...metric, cols: 160, rows: 90, xEdge: 6100000, yEdge: 950000 },
    { cols: 180, rows: 360, xEdge: -90, yEdge: 180, xStep: 1, yStep: -1 },
  ];
  for (const place of swapped) {
    assert.throws(() => checkOverlap(functionRaster(place, field), sweden), /axes look swapped/);
  }
});

test('longitudes from 0 to 360 are read as they are: bit for bit the raster of -180 to 180', async () => {
  const world = { cols: 1440, rows: 721, yEdge: 90.125, xStep: 0.25, yStep: -0.25 };
  const usual = functionRaster({ ...world, xEdge: -180.125 }, rough);
  for (const xEdge of [-0.125, 0]) {
    const to360 = functionRaster({ ...world, xEdge }, rough);
    checkOverlap(to360, sweden);
    if (xEdge !== 0) assert.deepEqual(await cellsOf(to360, sweden), await cellsOf(usual, sweden));
  }
});

test('longitudes from 0 to 360 are refused when the grid reaches west of 0, with a fix', () => {
  const world = { cols: 360, rows: 180, yEdge: 90, xStep: 1, yStep: -1 };
  for (const europe of [gridBetween(-10, 40, 20, 60), gridBetween(-9, 37, -7, 42)]) {
    assert.throws(
      () => checkOverlap(functionRaster({ ...world, xEdge: 0 }, field), europe),
      /longitudes run from 0 to 360 and the grid begins at -\d+\. .*gdalbuildvrt, .*with gdal_translate\./,
    );
  }
});
