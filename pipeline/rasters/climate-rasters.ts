import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { ClimateFiles, SourceFiles } from './climate-files.ts';
import type { ClimateGrids, GridSource, OpenVariable } from './climate-grids.ts';
import type { DatedField } from './dated-fields.ts';
import type { FileUnit } from './file-unit.ts';
import { spreadOnGrid } from './interannual.ts';
import { ANY_YEAR } from './open/netcdf/cf-time.ts';
import { openVariable } from './open-variable.ts';
import type { PixelBounds } from './pixel-checks.ts';

/** Bounds of the variables' pixels, and where they matter. */
interface PixelChecks {
  /** Needed cells by grid index: 1 where the cell is needed. */
  needed: Uint8Array;
  limitsAt(
    latDeg: number,
  ): Record<'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation', readonly PixelBounds[]>;
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
  const rasters = opened.flatMap(variablesOf).reduce((sum, { rasters }) => sum + rasters, 0);
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
  source: SourceFiles['source'];
  ghi: OpenVariable;
  diffuseFraction: OpenVariable | null;
  temperature: OpenVariable | null;
  elevation: OpenVariable | null;
}

function variablesOf({ ghi, diffuseFraction, temperature, elevation }: OpenSource): OpenVariable[] {
  return [ghi, diffuseFraction, temperature, elevation].filter((variable) => variable !== null);
}

async function openSource(
  { source, ...files }: SourceFiles,
  grid: Grid,
  { needed, limitsAt }: PixelChecks,
): Promise<OpenSource> {
  const limits = Array.from({ length: grid.rows }, (_, row) => limitsAt(latOfRow(grid, row)));

  const open = (
    fields: DatedField[],
    unit: FileUnit,
    variable: keyof ReturnType<typeof limitsAt>,
  ) =>
    openVariable({
      fields,
      grid,
      unit,
      checkOfMonth: (month) => ({ needed, bounds: limits.map((row) => row[variable][month]) }),
    });

  const { diffuseFraction, temperature, elevation } = files;
  const date = { year: ANY_YEAR, month: 1 };
  return {
    source,
    ghi: await open(files.ghi, source.ghi.unit, 'ghi'),
    diffuseFraction: diffuseFraction && (await open(diffuseFraction, '1', 'diffuse_fraction')),
    temperature:
      temperature && (await open(temperature, source.temperature?.unit ?? '°C', 'temperature')),
    elevation: elevation && (await open([{ ...elevation, date }], 'm', 'elevation')),
  };
}

async function readSource(opened: OpenSource, onRaster: () => void): Promise<GridSource> {
  const { radiation_db, ghi: files } = opened.source;
  const bandsOf = async (variable: OpenVariable | null) =>
    variable && (await variable.read(onRaster)).bands;
  const ghi = await opened.ghi.read(onRaster);
  return {
    radiationDb: radiation_db,
    ghiUnit: files.unit,
    acceptRange: files.accept_range !== undefined,
    acceptPixels: files.accept_pixels !== undefined,
    ghi: ghi.bands,
    ghiYears: ghi.years,
    diffuseFraction: await bandsOf(opened.diffuseFraction),
    temperature: await bandsOf(opened.temperature),
    elevation: await bandsOf(opened.elevation),
  };
}
