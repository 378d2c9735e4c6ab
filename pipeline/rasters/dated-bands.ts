import { relative } from 'node:path';
import { MONTHS } from '../../schemas/codec/axes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { DatedField } from './dated-fields.ts';
import { checkUnit, type FileUnit } from './netcdf/cf-units.ts';
import { type NetcdfFields, openNetcdfFields } from './netcdf/netcdf.ts';
import { isNetcdf, openRaster, type RasterRef } from './open-raster.ts';
import type { Raster } from './raster.ts';
import { checkOverlap, type RowReader, regrid } from './regrid.ts';
import { conversionFrom } from './unit-conversion.ts';
import { gatherYears, type YearMeans, type YearSpread } from './year-means.ts';
import { extractEntry } from './zip.ts';

/** Means of dated fields on the grid, and how their years differ. */
export interface DatedBands {
  /** January first. */
  bands: { name: string; ref: RasterRef; raster: Raster; readRow: RowReader }[];
  years: number;
  /** Null for a single year. */
  spread: () => Promise<YearSpread | null>;
}

/** Findings of the one reading of all fields. */
interface Gathered {
  means: YearMeans;
  spread: YearSpread | null;
}

/**
 * Opens the first field, and reads all of them, each once, when a row is first asked for: the grid's
 * means stay in memory, the fields do not.
 * @param check looks at the twelve means before anything else does
 * @throws Error for a unit that is not the recipe's
 */
export async function openDatedBands(
  fields: readonly DatedField[],
  grid: Grid,
  unit: FileUnit,
  check: (name: string, means: YearMeans) => void,
): Promise<DatedBands> {
  const header = await firstRaster(fields[0], grid, unit);
  const years = new Set(fields.map(({ date }) => date.year)).size;
  const name = years > 1 ? `${header.name} and ${fields.length - 1} more` : header.name;
  let gathered: Promise<Gathered> | undefined;
  const gather = () => {
    gathered ??= gatherFields(fields, grid, unit).then((found) => {
      check(name, found.means);
      return found;
    });
    return gathered;
  };
  const bands = Array.from({ length: MONTHS }, (_, month) => ({
    name: `${name}, mean of month ${month + 1}`,
    ref: fields.find(({ date }) => date.month === month + 1) ?? fields[0],
    raster: header,
    readRow: async (row: number) =>
      (await gather()).means.months[month].slice(row * grid.cols, (row + 1) * grid.cols),
  }));
  return { bands, years, spread: async () => (await gather()).spread };
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
): Promise<Gathered> {
  const gatherer = gatherYears(grid);
  const opener = sequentialOpener();
  try {
    for (const field of fields) {
      const month = field.date.month - 1;
      const raster = await opener.open(field);
      checkStated(raster, unit);
      checkOverlap(raster, grid);
      const values = await readGrid(raster, grid);
      const { factor, offset } = conversionFrom(unit, month);
      for (let at = 0; at < values.length; at++) values[at] = values[at] * factor + offset;
      gatherer.add(field.date.year, month, values);
    }
  } finally {
    await opener.close();
  }
  return { means: gatherer.means(), spread: gatherer.spread() };
}

async function readGrid(raster: Raster, grid: Grid): Promise<Float64Array> {
  const readRow = regrid(raster, grid);
  const values = new Float64Array(grid.rows * grid.cols);
  for (let row = 0; row < grid.rows; row++) values.set(await readRow(row), row * grid.cols);
  return values;
}

/** Opens fields one after the other; a file of many is unpacked and opened once while they come from it. */
function sequentialOpener(): {
  open: (field: DatedField) => Promise<Raster>;
  close: () => Promise<void>;
} {
  let key = '';
  let opened: NetcdfFields | Raster | null = null;
  let remove = () => {};
  const close = async () => {
    await opened?.close();
    opened = null;
    remove();
    remove = () => {};
  };
  return {
    close,
    open: async (field) => {
      const { path, entry = '', band = 1 } = field;
      const isNc = isNetcdf(entry || path);
      const wanted = isNc ? `${path} > ${entry}` : `${path} > ${entry} > ${band}`;
      if (wanted !== key || !opened) {
        await close();
        key = wanted;
        if (isNc) {
          const extracted = entry ? await extractEntry(path, entry) : null;
          remove = extracted?.remove ?? remove;
          const name = relative(process.cwd(), path) + (entry && ` > ${entry}`);
          opened = await openNetcdfFields(extracted?.path ?? path, name, field);
        } else opened = await openRaster(field);
      }
      return 'rasterOf' in opened ? opened.rasterOf(band - 1) : opened;
    },
  };
}
