import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { until } from '../../../../service/test/until.ts';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { assertClose } from '../../../test/assert-close.ts';
import { assertSamePoints, formatFixture, pixelsOf, pointsOf } from '../../xyz-truth.test-kit.ts';
import { openRaster } from '../open-raster.ts';
import { openNetcdfFields } from './netcdf.ts';

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../../fixtures/netcdf-formats/${name}`, import.meta.url));
}

function assertSame(found: Float64Array, expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  for (const [i, value] of found.entries()) assertClose(value, expected[i], 1e-9, `pixel ${i}`);
}

for (const [name, tiff] of [
  ['classic', 'strips-float64-deflate'],
  ['offset-64-bit', 'strips-float64-deflate'],
  ['north-first', 'strips-float64-deflate'],
  ['south-first', 'strips-float64-deflate'],
  ['laea-2500m', 'laea-2500m'],
]) {
  test(`${name}.nc has the pixels of the GeoTIFF, in the same place`, async () => {
    const [found, expected] = [fixture(`${name}.nc`), formatFixture(`${tiff}.tif`)].map(
      async (path) => {
        const raster = await openRaster({ path });
        return pointsOf(raster).finally(raster.close);
      },
    );
    assertSamePoints(await found, await expected, 1e-9);
  });
}

for (const name of ['packed', 'unsigned']) {
  test(`${name}.nc has the values that netCDF's own library reads`, async () => {
    const text = readFileSync(fixture(`${name}.txt`), 'utf8').trim();
    const truth = text.split(/\s+/).map((value) => (value === '-' ? Number.NaN : Number(value)));
    const found = await pixelsOf(await openRaster({ path: fixture(`${name}.nc`) }));
    assertSame(found, truth);
  });
}

test('longitudes 0..360 around the Earth begin at -180', async () => {
  const raster = await openRaster({ path: fixture('around.nc') });
  assert.equal(raster.xEdge, -182.5);
  const window = await raster.readWindow({ col: 34, row: 4, cols: 5, rows: 2 });
  await raster.close();
  const expected = [70, 65].flatMap((lat) => [-10, -5, 0, 5, 10].map((lng) => lng + lat / 1000));
  assertSame(window, expected);
});

test('records of a classic file are found, but for a single small one', async () => {
  const months = await openNetcdfFields(fixture('records.nc'), 'records.nc', { variable: 'first' });
  assert.deepEqual(
    months.months,
    [1, 2, 3].map((month) => ({ year: 2001, month })),
  );
  assertSame(await pixelsOf(months.rasterOf(2)), [13, 14, 15, 16, 17, Number.NaN]);
  await months.close();
  const second = await openRaster({ path: fixture('records.nc'), variable: 'second', band: 2 });
  assertSame(await pixelsOf(second), [107, 108, 109, 110, 111, 112]);
  const alone = openRaster({ path: fixture('one-record.nc'), band: 3 }).then(pixelsOf);
  await assert.rejects(alone, /only variable with records, of 18 bytes.*nccopy -k nc4/);
});

test('a variable is found by its standard name, and a file of two asks for one', async () => {
  const path = fixture('era5-years.nc');
  const variable = 'surface_downwelling_shortwave_flux_in_air';
  const raster = await openRaster({ path, variable, band: 14 });
  assert.deepEqual(raster.stated, { variable: 'ssrd', units: 'J m**-2' });
  assertSame(
    (await pixelsOf(raster)).slice(0, 2).map((value) => Math.round(value)),
    [2130000, 2132500],
  );
  await assert.rejects(openRaster({ path }), /2 variables on a grid.*ssrd \(surface_.*t2m/);
  await assert.rejects(openRaster({ path, variable: 'ssr' }), /0 variables named "ssr"/);
  await assert.rejects(openRaster({ path, variable, band: 37 }), /has 36 times/);
});

test('a variable in groups is found by itself, by its path and by its name, its axes and times above it', async () => {
  for (const variable of [undefined, 'PRODUCT/monthly/SIS', 'SIS']) {
    const fields = await openNetcdfFields(fixture('groups.nc'), 'groups.nc', { variable });
    assert.equal(fields.months?.[11].month, 12);
    const raster = fields.rasterOf(11);
    assert.deepEqual([raster.xEdge, raster.yEdge, raster.crs], [12.5, 57.5, 'EPSG:4326']);
    assert.deepEqual(raster.stated, { variable: 'SIS', units: 'W m-2' });
    assertSame(await pixelsOf(raster), [66, 67, 68, 69, 70, 71]);
    await fields.close();
  }
});

test('windows in any order of times, across chunks of times, rows and columns, are those of the whole', async () => {
  const fields = await openNetcdfFields(fixture('era5-years.nc'), 'era5-years.nc', {
    variable: 'ssrd',
  });
  const window = { col: 2, row: 3, cols: 5, rows: 4 };
  for (const field of [0, 20, 1, 35, 0]) {
    const values = await fields.rasterOf(field).readWindow(window);
    const factor = 0.9 + 0.1 * Math.floor(field / 12);
    for (const [i, value] of values.entries()) {
      const lng = 13 + 0.25 * (window.col + (i % window.cols));
      const expected = factor * 1e6 * ((field % 12) + 1 + lng / 100);
      assert.ok(Math.abs(value / expected - 1) < 1e-6, `${field}, ${i}: ${value}`);
    }
  }
  await fields.close();
});

test('a file is read after a pause, when the thread and its memory are released', async (t) => {
  const ends = t.mock.method(Worker.prototype, 'terminate').mock;
  assert.equal((await pixelsOf(await openRaster({ path: fixture('around.nc') }))).length, 72 * 37);
  await until(() => ends.callCount() > 0, 'the thread ends');
  assert.equal((await pixelsOf(await openRaster({ path: fixture('around.nc') }))).length, 72 * 37);
});

test('what is not NetCDF, or not whole, is refused by name', async () => {
  const folder = testFolder();
  const path = join(folder, 'x.nc');
  await assert.rejects(openRaster({ path: fixture('cdf5.nc') }), /CDF-5.*nccopy -k nc4/);
  for (const [name, change, message] of [
    ['south-first.nc', (bytes: Buffer) => bytes.subarray(0, 9000), /not whole.*truncated file/],
    ['classic.nc', (bytes: Buffer) => bytes.subarray(0, 3000), /ends before/],
    // HDF5's library does not say here what it found.
    ['lzf.nc', (bytes: Buffer) => bytes.fill(0xff, 817, 825), /x\.nc: .*not whole.*Fetch it again/],
  ] as const) {
    writeFileSync(path, change(readFileSync(fixture(name))));
    await assert.rejects(openRaster({ path }).then(pixelsOf), message);
  }
});
