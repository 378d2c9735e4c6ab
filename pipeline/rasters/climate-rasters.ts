import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { RecipeSource } from '../../schemas/types.ts';
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
  const opened: OpenSource[] = [];
  for (const source of sources) opened.push(await openSource(source, grid, pixels));
  const variables = opened.flatMap(({ variables }) => Object.values(variables));
  const rasters = variables.reduce((sum, { rasters }) => sum + rasters, 0);
  return async (onRead) => {
    let count = 0;
    const grids: GridSource[] = [];
    for (const source of opened) {
      grids.push(await readSource(source, () => onRead(++count / rasters)));
    }
    return { sources: grids, interannual: interannual && spreadOnGrid(interannual, grid, grids) };
  };
}

/** A source whose headers were read. */
interface OpenSource {
  source: RecipeSource;
  variables: OfVariables<OpenVariable>;
}

async function openSource(
  { source, files }: SourceFiles,
  grid: Grid,
  { needed, limitsAt }: PixelChecks,
): Promise<OpenSource> {
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
  const variables: OpenSource['variables'] = { ghi: await open('ghi', files.ghi) };
  for (const variable of OPTIONAL) {
    const fields = files[variable];
    if (fields) variables[variable] = await open(variable, fields);
  }
  return { source, variables };
}

async function readSource(
  { source, variables }: OpenSource,
  onRaster: () => void,
): Promise<GridSource> {
  const { accept_range, accept_pixels, unit } = source.ghi;
  const bandsOf = async (variable: Variable) =>
    (await variables[variable]?.read(onRaster))?.bands ?? null;
  const ghi = await variables.ghi.read(onRaster);
  return {
    radiationDb: source.radiation_db,
    ghiUnit: unit,
    acceptRange: accept_range !== undefined,
    acceptPixels: accept_pixels !== undefined,
    ghi: ghi.bands,
    ghiYears: ghi.years,
    diffuseFraction: await bandsOf('diffuse_fraction'),
    temperature: await bandsOf('temperature'),
    elevation: await bandsOf('elevation'),
  };
}
