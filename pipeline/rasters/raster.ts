/** A month of a year. `month` from 1. */
export interface YearMonth {
  year: number;
  month: number;
}

/** Year of months that are of no year, or of any. */
export const ANY_YEAR = 0;

/** A rectangle of whole pixels. `col` and `row` count from the raster's first pixel. */
export interface PixelWindow {
  col: number;
  row: number;
  cols: number;
  rows: number;
}

/** Where the pixels lie. */
export interface Placement {
  /** CRS coordinates of the outer corner of the pixel at row 0, column 0. */
  xEdge: number;
  yEdge: number;
  /** Signed size of a pixel in CRS units. `yStep` below 0 is north-up, above 0 south-up. */
  xStep: number;
  yStep: number;
}

/** One band of a raster file, read by windows. */
export interface Raster extends Placement {
  /** Name for messages: `ghi_03.tif, band 1` or `gh.zip > gh_0_3.asc, band 1`. */
  name: string;
  /** Something `projectionOf` accepts: an EPSG code, a proj4 string or WKT. */
  crs: string;
  cols: number;
  rows: number;
  bands: number;
  /** The number declared to mean nothing. `null` when none is. */
  nodata: number | null;
  /** The variable (in NetCDF), and its units as the file writes them. */
  stated?: { variable: string | undefined; units: string | undefined };
  /** Whether the file says by a mask of its own which pixels hold data. */
  isMasked: boolean;
  /** The rule next to nodata that has hidden pixels that were read, and their number: a range of valid numbers, in NetCDF. */
  hidden?(): { rule: string; pixels: number };
  /** Parts of the file that were skipped, for people. */
  note?: string;
  /** Rows of the file's own strips or tiles, which are decoded whole. Absent: single rows. */
  blockRows?: number;
  /** The window's pixels, row by row, NaN where the file has no data. */
  readWindow(window: PixelWindow): Promise<Float64Array>;
  close(): Promise<void>;
}

/** A file of rasters, opened: bands of a GeoTIFF, times of a variable, or one grid. */
export interface RasterFields {
  fields: number;
  /** The date of each field that the file states. Null where it states none. */
  months: Partial<YearMonth>[] | null;
  /** A field, from 0. It is closed with the file. */
  rasterOf(field: number): Raster;
  close(): Promise<void>;
}
