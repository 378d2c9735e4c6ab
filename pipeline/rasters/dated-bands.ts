import { MONTHS } from '../../schemas/codec/axes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { DatedField } from './dated-fields.ts';
import { checkUnit, type FileUnit } from './file-unit.ts';
import {
  addInvalidPixels,
  type InvalidPixels,
  noInvalidPixels,
  type PixelCheck,
} from './invalid-pixels.ts';
import { ANY_YEAR } from './open/netcdf/cf-time.ts';
import { openRaster, openRasterFile, type RasterFile, type RasterRef } from './open/open-raster.ts';
import type { Raster } from './raster.ts';
import { checkOverlap, type GridValues, regrid } from './regrid/regrid.ts';
import { conversionFrom } from './unit-conversion.ts';
import { gatherYears, type YearMeans, type YearSpread } from './year-means.ts';

/** Means of dated fields on the grid, and how their years differ. */
export interface DatedBands {
  /** January first. */
  bands: { name: string; ref: RasterRef; raster: Raster; read: () => Promise<GridValues> }[];
  years: number;
  /** Null for a single year. */
  spread: () => Promise<YearSpread | null>;
  /** By grid place: 1 where the mean of a month lacks a year or more. */
  lacking: () => Promise<Uint8Array>;
}

/** Findings of the one reading of all fields. */
interface Gathered {
  means: YearMeans;
  spread: YearSpread | null;
  /** January first. */
  invalid: InvalidPixels[];
  /** What hid the pixels of the last field of each month. */
  missing: string[];
}

/** What the pixels of a month's fields (from 0) are held against. */
export type MonthCheck = (month: number) => PixelCheck;

/** Checks of fields and of their means. */
interface FieldChecks {
  checkOfMonth: MonthCheck;
  /** Looks at the twelve means before anything else does. */
  means: (name: string, means: YearMeans) => void;
}

/**
 * Opens the first field, and reads all of them, each once, at the first call of `read`: the grid's means stay
 * in memory.
 * @throws Error for a unit that is not the recipe's
 */
export async function openDatedBands(
  fields: readonly DatedField[],
  grid: Grid,
  unit: FileUnit,
  { checkOfMonth, means: check }: FieldChecks,
): Promise<DatedBands> {
  const header = await firstRaster(fields[0], grid, unit);
  const years = new Set(fields.map(({ date }) => date.year)).size;
  const name = years > 1 ? `${header.name} and ${fields.length - 1} more` : header.name;
  let gathered: Promise<Gathered> | undefined;
  const gather = () => {
    gathered ??= gatherFields(fields, grid, unit, checkOfMonth).then((found) => {
      check(name, found.means);
      return found;
    });
    return gathered;
  };
  const bands = Array.from({ length: MONTHS }, (_, month): DatedBands['bands'][number] => ({
    name: `${name}, mean of month ${month + 1}`,
    ref: fields.find(({ date }) => date.month === month + 1) ?? fields[0],
    raster: header,
    read: async () => {
      const { means, invalid, missing } = await gather();
      return { values: means.months[month], invalid: invalid[month], missing: missing[month] };
    },
  }));
  return {
    bands,
    years,
    spread: async () => (await gather()).spread,
    lacking: async () => (await gather()).means.lacking,
  };
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

async function gatherFields(
  fields: readonly DatedField[],
  grid: Grid,
  unit: FileUnit,
  checkOfMonth: MonthCheck,
): Promise<Gathered> {
  const gatherer = gatherYears(grid);
  const invalid = Array.from({ length: MONTHS }, noInvalidPixels);
  const missing: string[] = [];
  const opener = sequentialOpener();
  try {
    for (const field of fields) {
      const month = field.date.month - 1;
      const raster = await opener.open(field);
      checkStated(raster, unit);
      checkOverlap(raster, grid);
      const check = checkOfMonth(month);
      const found = await regrid(raster, grid, conversionFrom(unit, month), check);
      missing[month] = found.missing;
      addInvalidPixels(invalid[month], found.invalid, fieldText(raster, field));
      gatherer.add(field.date.year, month, found.values);
    }
  } finally {
    await opener.close();
  }
  return { means: gatherer.means(), spread: gatherer.spread(), invalid, missing };
}

/** A field for people: file, variable and time. */
function fieldText({ name, stated }: Raster, { date: { year, month } }: DatedField): string {
  const time = year === ANY_YEAR ? `month ${month}` : `${year}-${String(month).padStart(2, '0')}`;
  return `${name}${stated ? `, ${stated.variable}` : ''} of ${time}`;
}

/** Opens fields one after the other; a file of many is unpacked and opened once while they come from it. */
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
