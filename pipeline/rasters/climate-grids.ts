import type { GhiRasters, RadiationDb } from '../../schemas/types.ts';
import type { GridSpread } from './interannual.ts';
import type { RasterRef } from './open/open-raster.ts';
import type { PixelCheck, PixelTally } from './pixel-checks.ts';
import type { Raster } from './raster.ts';
import type { YearSpread } from './year-means.ts';

/** Units that a recipe's irradiation may have. */
export type GhiUnit = GhiRasters['unit'];

/** Where a band is read from, and its header. */
export interface BandHeader {
  name: string;
  ref: RasterRef;
  raster: Raster;
}

/** A raster on the grid, in the unit that everything inside has: kWh/m2, 1, °C, m. */
export interface GridBand extends BandHeader {
  /** Values by grid index: row by row from the south, from west to east. NaN where the raster has nothing. */
  values: Float64Array;
  tally: PixelTally;
  /** The reason why pixels have no value, for a message. */
  missing: string;
}

/** How a variable differs between the years of its fields. */
interface FieldYears {
  count: number;
  /** Null for a single year. */
  spread: YearSpread | null;
  /** Lacking cells by grid index: 1 where the mean of a month lacks a year or more. */
  lacking: Uint8Array;
}

export interface GridVariable {
  /** January first. A single one for what does not change over the year. */
  bands: GridBand[];
  years: FieldYears;
}

/** The rasters of one source on the grid. Monthly variables have twelve bands. */
export interface GridSource {
  radiationDb: RadiationDb;
  ghiUnit: GhiUnit;
  /** Whether the recipe vouches for irradiation far from what is usual. */
  acceptRange: boolean;
  /** Whether it vouches for pixels and cells that look wrong. */
  acceptPixels: boolean;
  ghi: GridBand[];
  ghiYears: FieldYears;
  diffuseFraction: GridBand[] | null;
  temperature: GridBand[] | null;
  /** A single band. */
  elevation: GridBand[] | null;
}

/** The climate's rasters on the grid, the sources in the recipe's order of preference. */
export interface ClimateGrids {
  sources: GridSource[];
  /** How irradiation varies from year to year. Null if the recipe does not say. */
  interannual: GridSpread | null;
}

/** Bounds of the pixels of a month (from 0). */
export type MonthCheck = (month: number) => PixelCheck;

/** A variable whose headers were read. */
export interface OpenVariable {
  /** How many rasters `read` reads. */
  rasters: number;
  /** @param onRaster is called after each raster */
  read(onRaster: () => void): Promise<GridVariable>;
}
