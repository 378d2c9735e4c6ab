import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { ClimateFiles, SourceFiles } from './climate-files.ts';
import type {
  BandHeader,
  ClimateGrids,
  GridBand,
  GridSource,
  MonthCheck,
  OpenVariable,
} from './climate-grids.ts';
import { checkStated, datedOf, openDatedVariable } from './dated-bands.ts';
import type { FileUnit } from './file-unit.ts';
import { spreadOnGrid } from './interannual.ts';
import { openRaster, type RasterRef } from './open/open-raster.ts';
import { emptyTally, missingText, type PixelBounds, pixelCounter } from './pixel-checks.ts';
import type { Raster } from './raster.ts';
import { checkOverlap, regrid } from './regrid/regrid.ts';
import { conversionFrom } from './unit-conversion.ts';

/** Bounds of the variables' pixels, and where they matter. */
interface PixelChecks {
  /** By grid index: 1 where the cell is needed. */
  needed: Uint8Array;
  limitsAt(
    latDeg: number,
  ): Record<'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation', readonly PixelBounds[]>;
}

/** The rasters of a recipe, opened. */
export interface OpenClimate {
  /** Reads each raster once and brings it onto the grid. @param onRead gets the share that was read */
  read(onRead: (share: number) => void): Promise<ClimateGrids>;
  close(): Promise<void>;
}

/**
 * Opens every raster of a recipe. Only headers are read.
 * @throws Error naming the file that is unreadable or away from the grid
 */
export async function openClimateRasters(
  { sources: files, interannual }: ClimateFiles,
  grid: Grid,
  pixels: PixelChecks,
): Promise<OpenClimate> {
  const opened: Raster[] = [];
  const close = async () => {
    await Promise.all(opened.map((raster) => raster.close()));
  };
  const open: Open = async (ref, unit) => {
    const raster = await openRaster(ref);
    opened.push(raster);
    if (ref.band === undefined && raster.bands > 1) throw severalBands(raster);
    checkStated(raster, unit);
    checkOverlap(raster, grid);
    return { name: raster.name, ref, raster };
  };
  try {
    const sources: OpenSource[] = [];
    for (const source of files) sources.push(await openSource(source, grid, pixels, open));
    const rasters = sources.flatMap(variablesOf).reduce((sum, { rasters }) => sum + rasters, 0);
    const read: OpenClimate['read'] = async (onRead) => {
      let count = 0;
      const grids: GridSource[] = [];
      for (const source of sources) {
        grids.push(await readSource(source, () => onRead(++count / rasters)));
      }
      return { sources: grids, interannual: interannual && spreadOnGrid(interannual, grid, grids) };
    };
    return { read, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function severalBands({ name, bands }: Raster): Error {
  return new Error(
    `${name}: the file has ${bands} bands, expected 1 (or 12, one a month, in a single file named without {month}). Split it.`,
  );
}

type Open = (ref: RasterRef, unit: FileUnit) => Promise<BandHeader>;

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
  open: Open,
): Promise<OpenSource> {
  const limits = Array.from({ length: grid.rows }, (_, row) => limitsAt(latOfRow(grid, row)));
  const checkOf =
    (variable: keyof ReturnType<typeof limitsAt>): MonthCheck =>
    (month) => ({ needed, bounds: limits.map((row) => row[variable][month]) });
  const openAll = async (refs: RasterRef[], unit: FileUnit, check: MonthCheck) => {
    const dated = datedOf(refs);
    if (dated) return openDatedVariable(dated, grid, unit, check);
    return openVariable(refs, grid, unit, check, open);
  };
  const { diffuseFraction, temperature, elevation } = files;
  const temperatureUnit = source.temperature?.unit ?? '°C';
  return {
    source,
    ghi: await openAll(files.ghi, source.ghi.unit, checkOf('ghi')),
    diffuseFraction:
      diffuseFraction && (await openAll(diffuseFraction, '1', checkOf('diffuse_fraction'))),
    temperature:
      temperature && (await openAll(temperature, temperatureUnit, checkOf('temperature'))),
    elevation: elevation && (await openAll([elevation], 'm', checkOf('elevation'))),
  };
}

async function openVariable(
  refs: readonly RasterRef[],
  grid: Grid,
  unit: FileUnit,
  checkOfMonth: MonthCheck,
  open: Open,
): Promise<OpenVariable> {
  const opening = refs.map((ref) => open(ref, unit));
  // Where one fails the others end first, to be closed.
  await Promise.allSettled(opening);
  const headers = await Promise.all(opening);
  return {
    rasters: headers.length,
    read: async (onRaster) => {
      const bands: GridBand[] = [];
      for (const [month, header] of headers.entries()) {
        const conversion = conversionFrom(unit, month);
        const { raster } = header;
        const tally = emptyTally();
        const counter = pixelCounter(raster, grid, checkOfMonth(month), conversion, tally);
        const values = await regrid(raster, grid, conversion, counter);
        bands.push({ ...header, values, tally, missing: missingText(raster, tally) });
        onRaster();
      }
      return { bands, years: null };
    },
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
