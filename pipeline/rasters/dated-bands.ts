import { MONTHS } from '../../schemas/codec/axes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { GridVariable, MonthCheck, OpenVariable } from './climate-grids.ts';
import type { DatedField } from './dated-fields.ts';
import { checkUnit, type FileUnit } from './file-unit.ts';
import { ANY_YEAR } from './open/netcdf/cf-time.ts';
import { openRaster, openRasterFile, type RasterFile, type RasterRef } from './open/open-raster.ts';
import { emptyTally, missingText, pixelCounter } from './pixel-checks.ts';
import type { Raster } from './raster.ts';
import { checkOverlap, regrid } from './regrid/regrid.ts';
import { conversionFrom } from './unit-conversion.ts';
import { gatherYears } from './year-means.ts';

/**
 * Opens the first of dated fields. Reading takes one field after the other: what stays in memory is their means by
 * month, and how their years differ.
 * @throws Error for a unit that is not the recipe's
 */
export async function openDatedVariable(
  fields: readonly DatedField[],
  grid: Grid,
  unit: FileUnit,
  checkOfMonth: MonthCheck,
): Promise<OpenVariable> {
  const header = await firstRaster(fields[0], grid, unit);
  return {
    rasters: fields.length,
    read: (onRaster) => readFields(fields, header, grid, unit, checkOfMonth, onRaster),
  };
}

/** Fields with dates. Null for rasters of months without a year. */
export function datedOf(refs: readonly RasterRef[]): DatedField[] | null {
  const dated = refs.flatMap((ref) => (ref.date ? [{ ...ref, date: ref.date }] : []));
  return dated.length > 0 ? dated : null;
}

async function firstRaster(field: DatedField, grid: Grid, unit: FileUnit): Promise<Raster> {
  const raster = await openRaster(field);
  await raster.close();
  checkStated(raster, unit);
  checkOverlap(raster, grid);
  return raster;
}

/** Holds the unit that a file states against the recipe's. */
export function checkStated({ name, stated }: Raster, unit: FileUnit): void {
  if (stated) checkUnit(unit, stated.units, stated.variable, name);
}

async function readFields(
  fields: readonly DatedField[],
  header: Raster,
  grid: Grid,
  unit: FileUnit,
  checkOfMonth: MonthCheck,
  onRaster: () => void,
): Promise<GridVariable> {
  const gatherer = gatherYears(grid);
  const tallies = Array.from({ length: MONTHS }, emptyTally);
  // What hid the pixels of the last field of each month.
  const missing: string[] = [];
  const opener = sequentialOpener();
  try {
    for (const field of fields) {
      const month = field.date.month - 1;
      const raster = await opener.open(field);
      checkStated(raster, unit);
      checkOverlap(raster, grid);
      const conversion = conversionFrom(unit, month);
      const check = checkOfMonth(month);
      const tally = { ...tallies[month], pixels: 0, missing: 0 };
      const text = fieldText(raster, field);
      const counter = pixelCounter(raster, grid, check, conversion, tally, text);
      gatherer.add(field.date.year, month, await regrid(raster, grid, conversion, counter));
      missing[month] = missingText(raster, tally);
      onRaster();
    }
  } finally {
    await opener.close();
  }
  const count = new Set(fields.map(({ date }) => date.year)).size;
  const name = count > 1 ? `${header.name} and ${fields.length - 1} more` : header.name;
  const { months, lacking } = gatherer.means();
  const bands = months.map((values, month) => ({
    name: `${name}, mean of month ${month + 1}`,
    ref: fields.find(({ date }) => date.month === month + 1) ?? fields[0],
    raster: header,
    values,
    tally: tallies[month],
    missing: missing[month],
  }));
  return { bands, years: { name, count, lacking, spread: gatherer.spread() } };
}

/** A field for people: file, variable and time. */
function fieldText({ name, stated }: Raster, { date: { year, month } }: DatedField): string {
  const time = year === ANY_YEAR ? `month ${month}` : `${year}-${String(month).padStart(2, '0')}`;
  return `${name}${stated ? `, ${stated.variable}` : ''} of ${time}`;
}

/** Opens fields one after the other. A file of many is unpacked and opened once while they come from it. */
function sequentialOpener(): {
  open: (field: DatedField) => Promise<Raster>;
  close: () => Promise<void>;
} {
  let key = '';
  let opened: RasterFile | null = null;
  const close = async () => {
    await opened?.close();
    opened = null;
  };
  return {
    close,
    open: async (field) => {
      const { path, entry = '', band = 1 } = field;
      const wanted = `${path} > ${entry}`;
      if (wanted !== key || !opened) {
        await close();
        key = wanted;
        opened = await openRasterFile(field);
      }
      return opened.rasterOf(band - 1);
    },
  };
}
