import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Grid } from '../../schemas/codec/grid.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import type { DatedField } from './dated-fields.ts';
import type { FileUnit } from './file-unit.ts';
import { axis, classicFile } from './open/netcdf/classic-write.test-kit.ts';
import { openVariable } from './open-variable.ts';
import { monthlyRasters } from './raster-files.ts';

const FORMATS = fileURLToPath(new URL('../../fixtures/netcdf-formats', import.meta.url));
const DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Cells of 0.25 degrees inside era5-years.nc, and inside the files of sarah-months.zip. */
const ERA5_GRID: Grid = { stepDeg: 0.25, firstRow: 226, firstCol: 54, rows: 3, cols: 3 };
const SARAH_GRID: Grid = { stepDeg: 0.25, firstRow: 229, firstCol: 53, rows: 2, cols: 2 };
const SARAH = { files: 'sarah-months.zip', entry: 'SISmm{year}{month}*.nc' };
const FREE = { least: -Infinity, greatest: Infinity };

/** The fields on a grid, with no bounds for their pixels. */
async function onGrid(fields: DatedField[], grid: Grid, unit: FileUnit) {
  const checkOfMonth = () => ({ needed: new Uint8Array(9), bounds: [FREE] });
  const { rasters, read } = await openVariable({ fields, grid, unit, checkOfMonth });
  let count = 0;
  const { bands, years } = await read(() => count++);
  assert.equal(count, rasters);
  return { bands, count: years.count, spread: years.spread };
}

/** A row of a band on a grid. */
function rowOf({ values }: { values: Float64Array }, { cols }: Grid, row: number): Float64Array {
  return values.subarray(row * cols, (row + 1) * cols);
}

test('a file of many years gives the mean of the years and how they differ', async () => {
  const ssrd = { files: 'era5-years.nc', variable: 'ssrd', years: [2001, 2003] };
  const fields = await monthlyRasters(FORMATS, ssrd);
  assert.equal(fields.length, 36);
  const { bands, count, spread } = await onGrid(fields, ERA5_GRID, 'J/m2');
  assert.equal(count, 3);
  for (let month = 0; month < 12; month++) {
    const row = rowOf(bands[month], ERA5_GRID, 1);
    row.forEach((kwhM2, col) => {
      const lng = (54 + col) * 0.25;
      const truth = ((month + 1 + lng / 100) * 1e6 * DAYS[month]) / 3.6e6;
      assert.ok(Math.abs(kwhM2 / truth - 1) < 1e-6, `${kwhM2} kWh/m2, expected ${truth}`);
    });
  }
  // 0.9, 1 and 1.1 differ by 10 %.
  const { annualPct, monthlyPct } = spread ?? assert.fail();
  for (const pct of [...annualPct, ...monthlyPct[0]])
    assert.ok(Math.abs(pct - 10) < 1e-4, `${pct} %`);
});

test('kelvin become degrees, of some of the years', async () => {
  const t2m = { files: 'era5-years.nc', variable: 't2m', years: [2002, 2002] };
  const { bands, spread } = await onGrid(await monthlyRasters(FORMATS, t2m), ERA5_GRID, 'K');
  assert.ok(Math.abs(rowOf(bands[6], ERA5_GRID, 0)[0] - 7) < 1e-4);
  assert.equal(spread, null);
});

test('a file a month in a zip is dated by the middle of its bounds', async () => {
  const fields = await monthlyRasters(FORMATS, { ...SARAH, years: [2001, 2002] });
  const { bands, spread } = await onGrid(fields, SARAH_GRID, 'W/m2');
  const july = rowOf(bands[6], SARAH_GRID, 0)[1];
  assert.ok(Math.abs(july - (70 * 31 * 24) / 1000) < 1e-9);
  // 0.8 and 1.2 of the mean: their sample standard deviation is 0.4 / sqrt(2).
  const { annualPct } = spread ?? assert.fail();
  assert.ok(Math.abs(annualPct[0] - 40 / Math.SQRT2) < 1e-9);
});

test('years that are missing, and years that nobody named, are reported', async () => {
  await assert.rejects(
    monthlyRasters(FORMATS, { ...SARAH, years: [2001, 2003] }),
    /no field for 2003-01, expected one\. The files \(.*\) have 24 in all/,
  );
  await assert.rejects(
    monthlyRasters(FORMATS, { files: 'era5-years.nc', variable: 'ssrd' }),
    /has the years 2001 to 2003.*"years": \[2001, 2003\]/,
  );
  await assert.rejects(
    monthlyRasters(FORMATS, { files: 'ssrd_*.nc', years: [2001, 2002] }),
    /no file fits/,
  );
});

test('whole years from a February on are named as dates a month late', async () => {
  const folder = testFolder();
  const months = Array.from({ length: 24 }, (_, i) => i + 1);
  const file = classicFile(
    { time: 24, lat: 2, lon: 2 },
    {
      ...axis('time', months, { units: 'months since 2001-01-01' }),
      ...axis('lat', [57, 56], { units: 'degrees_north' }),
      ...axis('lon', [13, 14], { units: 'degrees_east' }),
      SIS: { dimensions: ['time', 'lat', 'lon'], attributes: {}, values: Array(96).fill(1) },
    },
  );
  writeFileSync(join(folder, 'a.nc'), file);
  await assert.rejects(
    monthlyRasters(folder, { files: 'a.nc', years: [2001, 2002] }),
    /a\.nc: has whole years from 2001-02 on.*cdo shifttime,-1month in\.nc out\.nc$/,
  );
});

test('two files of a month, and a name that contradicts the time, are refused', async () => {
  const folder = testFolder();
  for (const name of ['a_2001.nc', 'b_2001.nc'])
    copyFileSync(join(FORMATS, 'era5-years.nc'), join(folder, name));
  const variable = { variable: 'ssrd' };
  await assert.rejects(
    monthlyRasters(folder, { files: '*.nc', years: [2001, 2003], ...variable }),
    /2 fields for 2001-01, expected one\. The files \(a_2001\.nc, b_2001\.nc\)/,
  );
  await assert.rejects(
    monthlyRasters(folder, { files: 'a_{year}.nc', years: [2001, 2002], ...variable }),
    /its time is 2002-1, but its name says 2001-1/,
  );
});
