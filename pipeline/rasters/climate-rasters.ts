import { sum } from 'd3-array';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import {
  type ClimateFiles,
  type OfVariables,
  OPTIONAL,
  type SourceFiles,
  type Variable,
} from './climate-files.ts';
import type { ClimateGrids, GridSource, OpenVariable } from './climate-grids.ts';
import type { DatedField } from './dated-fields.ts';
import type { FileUnit } from './file-unit.ts';
import { spreadOnGrid } from './interannual.ts';
import { openVariable } from './open-variable.ts';
import type { PixelBounds } from './pixel-checks.ts';

/** Bounds of the variables' pixels, and where they matter. */
interface PixelChecks {
  /** Needed cells by grid index: 1 where the cell is needed. */
  needed: Uint8Array;
  limitsAt(latDeg: number): Record<Variable, readonly PixelBounds[]>;
}

/** Reads each raster of a recipe once and brings it onto the grid. @param onRead gets the share that was read */
type ReadClimate = (onRead: (share: number) => void) => Promise<ClimateGrids>;

/**
 * Reads the headers of a recipe's rasters, and of fields of many years those of the first.
 * @throws Error naming the file that is unreadable or away from the grid
 */
export async function openClimateRasters(
  { sources, interannual }: ClimateFiles,
  grid: Grid,
  pixels: PixelChecks,
): Promise<ReadClimate> {
  const opened: Awaited<ReturnType<typeof openSource>>[] = [];
  for (const source of sources) opened.push(await openSource(source, grid, pixels));
  const rasters = sum(opened, (source) => source.rasters);
  return async (onRead) => {
    let count = 0;
    const grids: GridSource[] = [];
    for (const { read } of opened) grids.push(await read(() => onRead(++count / rasters)));
    return { sources: grids, interannual: interannual && spreadOnGrid(interannual, grid, grids) };
  };
}

/** Reads the headers of a source. */
async function openSource(
  { source, files }: SourceFiles,
  grid: Grid,
  { needed, limitsAt }: PixelChecks,
) {
  const limits = Array.from({ length: grid.rows }, (_, row) => limitsAt(latOfRow(grid, row)));
  const { ghi, temperature } = source;
  const units: Record<Variable, FileUnit> = {
    ghi: ghi.unit,
    diffuse_fraction: '1',
    temperature: temperature?.unit ?? '°C',
    elevation: 'm',
  };
  const open = (variable: Variable, fields: DatedField[]) =>
    openVariable({
      fields,
      grid,
      unit: units[variable],
      checkOfMonth: (month) => ({ needed, bounds: limits.map((row) => row[variable][month]) }),
    });
  const variables: OfVariables<OpenVariable> = { ghi: await open('ghi', files.ghi) };
  for (const variable of OPTIONAL) {
    const fields = files[variable];
    if (fields) variables[variable] = await open(variable, fields);
  }
  const read = async (onRaster: () => void): Promise<GridSource> => {
    const bandsOf = async (variable: Variable) =>
      (await variables[variable]?.read(onRaster))?.bands ?? null;
    const irradiation = await variables.ghi.read(onRaster);
    return {
      radiationDb: source.radiation_db,
      ghiUnit: ghi.unit,
      acceptRange: ghi.accept_range !== undefined,
      acceptPixels: ghi.accept_pixels !== undefined,
      ghi: irradiation.bands,
      ghiYears: irradiation.years,
      diffuseFraction: await bandsOf('diffuse_fraction'),
      temperature: await bandsOf('temperature'),
      elevation: await bandsOf('elevation'),
    };
  };
  return { rasters: sum(Object.values(variables), (variable) => variable.rasters), read };
}
