/** Pixels that cannot be right in NetCDF and in fields of many years, and means that lack a year. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Recipe } from '../../schemas/types.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { axis, classicFile } from '../rasters/open/netcdf/classic-write.test-kit.ts';
import { kwhM2PerWM2 } from '../rasters/unit-conversion.ts';
import { expectedGhiKwhM2 } from './checks/plausibility.ts';
import { acceptingPixels, checkedRasters, smallRecipe } from './dataset.test-kit.ts';
import { cellsText } from './source-choice.ts';

const root = testFolder();
const YEARS = [2001, 2002];

/** Pixels of 0.05 degrees, and the south-west corner of the cell at 56.5 N 14 E that is changed. */
const [WEST, SOUTH, COLS, ROWS] = [12.625, 55.125, 60, 55];
const [X0, Y0] = [25, 25];
/** A pixel's value in W/m2 by year, month from 0 and place in the changed cell (0 to 4, others outside). */
type Change = (year: number, month: number, x: number, y: number, usual: number) => number;

/** A NetCDF file of the months of some years, in W/m2, without any fill value. */
function netcdf(name: string, change: Change, years = YEARS): string {
  const folder = join(root, name);
  mkdirSync(folder);
  const lats = Array.from({ length: ROWS }, (_, row) => SOUTH + (row + 0.5) * 0.05);
  const lngs = Array.from({ length: COLS }, (_, col) => WEST + (col + 0.5) * 0.05);
  const expected = lats.map(expectedGhiKwhM2);
  const fields = years.flatMap((year) =>
    Array.from({ length: 12 }, (_, month) =>
      lats.map((_lat, row) =>
        lngs.map((_lng, col) => {
          const usual = expected[row][month] / kwhM2PerWM2(month);
          return change(year, month, col - X0, row - Y0, usual);
        }),
      ),
    ),
  );
  const months = years.flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => 12 * (year - 2001) + month),
  );
  const bytes = classicFile(
    { time: months.length, lat: ROWS, lon: COLS },
    {
      ...axis('time', months, { units: 'months since 2001-01-01' }),
      ...axis('lat', lats, { units: 'degrees_north' }),
      ...axis('lon', lngs, { units: 'degrees_east' }),
      SIS: {
        dimensions: ['time', 'lat', 'lon'],
        attributes: { units: 'W m-2' },
        values: fields.flat(2),
      },
    },
  );
  writeFileSync(join(folder, 'sis.nc'), bytes);
  return folder;
}

const isInCell = (x: number, y: number) => x >= 0 && x < 5 && y >= 0 && y < 5;

function recipe(years = YEARS): Recipe {
  const [source] = smallRecipe().sources;
  const ghi = { files: 'sis.nc', unit: 'W/m2', years } as const;
  const grid: Recipe['grid'] = { step_deg: 0.25, bbox: [13, 55.5, 15, 57.5], coverage: 'data' };
  return { ...smallRecipe(), grid, sources: [{ ...source, ghi }] };
}

const checked = async (folder: string, changed = recipe()) =>
  (await checkedRasters(folder, changed)).choice;

/** 4 of the cell's 25 pixels in June 2002. */
const junes: Change = (year, month, x, y, usual) =>
  year === 2002 && month === 5 && x >= 0 && x < 2 && y >= 0 && y < 2 ? 0 : usual;

test('0 in 4 of 25 pixels of a single June is refused with file, variable and time', async () => {
  const folder = netcdf('june', junes);
  await assert.rejects(
    checked(folder),
    /month 6: 4 pixels are not possible there, the first .*sis\.nc, .*SIS of 2002-06, in the cell at 56\.5 N 14 E: 0, expected .*accept_pixels/,
  );
  await checked(folder, acceptingPixels(recipe()));
  await checked(folder, recipe([2001, 2001]));
});

test('zeros of every year are counted, and the first is named', async () => {
  const folder = netcdf('columns', (_, _month, x, y, usual) =>
    isInCell(x, y) && x === 0 && y < 3 ? 0 : usual,
  );
  await assert.rejects(
    checked(folder),
    /month 1: 6 pixels are not possible there, the first .*SIS of 2001-01, in the cell at .*: 0,/,
  );
});

test('a found value has the unit of the expected range', async () => {
  const folder = netcdf('negative', (year, month, x, y, usual) =>
    year === 2001 && month === 6 && x === 2 && y === 2 ? -10 : usual,
  );
  // -10 W/m2 through 31 days are -7.44 kWh/m2.
  await assert.rejects(
    checked(folder),
    /SIS of 2001-07, in the cell at .*: -7\.44, expected 16\.\d to 33\d\./,
  );
});

test('cells whose mean lacks a year are counted, and years of the others are not', async () => {
  // 1 of 5 years may lack (80 %): June of one year, in one cell.
  const years = [2001, 2005];
  const folder = netcdf(
    'lacking',
    (year, month, x, y, usual) => (year === 2003 && month === 5 && isInCell(x, y) ? NaN : usual),
    [2001, 2002, 2003, 2004, 2005],
  );
  const choice = await checked(folder, recipe(years));
  assert.equal(choice.lackingYears, 1);
  assert.equal(cellsText(choice), '81 cells (1 with a mean that lacks some of the years)');
  const whole = await checked(folder, recipe([2004, 2005]));
  assert.equal(cellsText(whole), '81 cells');
});
