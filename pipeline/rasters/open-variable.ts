import type { Grid } from '../../schemas/codec/grid.ts';
import type { BandHeader, GridVariable, MonthCheck, OpenVariable } from './climate-grids.ts';
import type { DatedField } from './dated-fields.ts';
import { checkUnit, type FileUnit } from './file-unit.ts';
import { openRasterFile, type RasterFile } from './open/open-raster.ts';
import { emptyTally, missingText, pixelCounter } from './pixel-checks.ts';
import { ANY_YEAR, type Raster } from './raster.ts';
import { checkOverlap, regrid } from './regrid/regrid.ts';
import { conversionFrom } from './unit-conversion.ts';
import { gatherYears } from './year-means.ts';

/** A variable's fields, and what they are brought to. */
interface VariableFields {
  /** Fields in the order of time. */
  fields: readonly DatedField[];
  grid: Grid;
  /** Unit by the recipe. */
  unit: FileUnit;
  checkOfMonth: MonthCheck;
}

/**
 * Opens the first field of each month. Reading takes one field after the other: what stays in memory is their means by
 * month, and how their years differ.
 * @throws Error for a unit that is not the recipe's, and for a field away from the grid
 */
export async function openVariable(variable: VariableFields): Promise<OpenVariable> {
  const headers = await headersOf(variable);
  return {
    rasters: variable.fields.length,
    read: (onRaster) => readFields(variable, headers, onRaster),
  };
}

/** The header of a month's first field. `month` from 0. */
interface MonthHeader extends BandHeader {
  month: number;
}

/** A header for each month that is there, January first. */
async function headersOf({ fields, grid, unit }: VariableFields): Promise<MonthHeader[]> {
  const months = new Set(fields.map(({ date }) => date.month));
  const headers: MonthHeader[] = [];
  const opener = sequentialOpener(grid, unit);
  try {
    for (const month of [...months].sort((a, b) => a - b)) {
      const [ref, ...more] = fields.filter(({ date }) => date.month === month);
      const raster = await opener.open(ref);
      const name =
        more.length === 0
          ? raster.name
          : `${raster.name} and ${more.length} more, mean of month ${month}`;
      headers.push({ month: month - 1, name, ref, raster });
    }
    return headers;
  } finally {
    await opener.close();
  }
}

async function readFields(
  { fields, grid, unit, checkOfMonth }: VariableFields,
  headers: readonly MonthHeader[],
  onRaster: () => void,
): Promise<GridVariable> {
  const gatherer = gatherYears(grid);
  const years = new Set(fields.map(({ date }) => date.year));
  // The reason for missing pixels is that of the last field of each month.
  const found = Array.from({ length: 12 }, () => ({ tally: emptyTally(), missing: '' }));
  const opener = sequentialOpener(grid, unit);
  try {
    for (const field of fields) {
      const month = field.date.month - 1;
      const raster = await opener.open(field);
      const conversion = conversionFrom(unit, month);
      const tally = { ...found[month].tally, pixels: 0, missing: 0 };
      const text = years.size > 1 ? fieldText(raster, field) : '';
      const counter = pixelCounter(raster, grid, checkOfMonth(month), conversion, tally, text);
      gatherer.add(field.date.year, month, await regrid(raster, grid, conversion, counter));
      found[month] = { tally, missing: missingText(raster, tally) };
      onRaster();
    }
  } finally {
    await opener.close();
  }
  const { months, lacking } = gatherer.means();
  const bands = headers.map(({ month, ...header }) => {
    return { ...header, ...found[month], values: months[month] };
  });
  return { bands, years: { count: years.size, lacking, spread: gatherer.spread() } };
}

/** A field for people: file, variable and time. */
function fieldText({ name, stated }: Raster, { date: { year, month } }: DatedField): string {
  const time = year === ANY_YEAR ? `month ${month}` : `${year}-${String(month).padStart(2, '0')}`;
  return `${name}${stated ? `, ${stated.variable}` : ''} of ${time}`;
}

/**
 * Opens fields one after the other, and checks each. A file of many is unpacked and opened once while they come from it.
 */
function sequentialOpener(grid: Grid, unit: FileUnit) {
  let key = '';
  let opened: RasterFile | null = null;
  const close = async () => {
    await opened?.close();
    opened = null;
  };
  return {
    close,
    open: async (field: DatedField): Promise<Raster> => {
      const { path, entry = '', band } = field;
      const wanted = `${path} > ${entry}`;
      if (wanted !== key || !opened) {
        await close();
        key = wanted;
        opened = await openRasterFile(field);
      }
      const raster = opened.rasterOf((band ?? 1) - 1);
      if (band === undefined && raster.bands > 1) throw severalBands(raster);
      if (raster.stated) checkUnit(unit, raster.stated.units, raster.stated.variable, raster.name);
      checkOverlap(raster, grid);
      return raster;
    },
  };
}

function severalBands({ name, bands }: Raster): Error {
  return new Error(
    `${name}: the file has ${bands} bands, expected 1 (or 12, one a month, in a single file named without {month}). Split it.`,
  );
}
