// Generated from *.schema.json by "make schemas". Do not edit.

/**
 * Diffuse sky model.
 */
export type SkyModelName = "isotropic" | "hay_davies";
export type ErrorCode =
  | "invalid_json"
  | "invalid_api_key"
  | "body_too_large"
  | "invalid_parameter"
  | "outside_coverage"
  | "not_supported"
  | "rate_limited"
  | "dataset_unavailable"
  | "prices_unavailable"
  | "busy"
  | "not_found"
  | "method_not_allowed"
  | "internal_error";
/**
 * Radiation database that the irradiation comes from.
 */
export type RadiationDb = "RADDB-SARAH3" | "RADDB-ERA5";
export type Interpolation = "bilinear" | "inverse_distance";
/**
 * Grid spacing in degrees: latitude, longitude.
 *
 * @minItems 2
 * @maxItems 2
 */
export type GridDeg = number[];
/**
 * sweden (default): the country's polygon and its coastal belt. data: wherever the rasters have values; needs bbox.
 */
export type CoverageKind = "sweden" | "data";

export interface Schemas {
  "cell-answer.schema.json"?: CellAnswer;
  "cell-question.schema.json"?: CellQuestion;
  "common.schema.json"?: Common;
  "error.schema.json"?: ErrorBody;
  "manifest.schema.json"?: Manifest;
  "pv-yield-header.schema.json"?: PvYieldHeader;
  "pv-yield-query.schema.json"?: PvYieldQuery;
  "pv-yield.schema.json"?: PvYield;
  "recipe.schema.json"?: Recipe;
}
/**
 * Standard output of pipeline/cell.ts --json, not quantised.
 */
export interface CellAnswer {
  /**
   * Diffuse fraction used.
   *
   * @minItems 12
   * @maxItems 12
   */
  diffuse_fraction: number[];
  /**
   * In-plane irradiation, [12 months][19 tilts][36 azimuths].
   */
  poa_kwh_m2: number[][][];
  /**
   * Yield at 14 % system loss, [12 months][19 tilts][36 azimuths].
   */
  yield_kwh_kwp: number[][][];
}
/**
 * Standard input of pipeline/cell.ts --json.
 */
export interface CellQuestion {
  /**
   * Latitude, decimal degrees (WGS84).
   */
  lat: number;
  /**
   * Global horizontal irradiation of each month.
   *
   * @minItems 12
   * @maxItems 12
   */
  ghi_kwh_m2: number[];
  /**
   * Diffuse fraction of each month; null: Erbs' regression.
   */
  diffuse_fraction?: null | number[];
  /**
   * 24 h means; null: 8 °C all year.
   */
  temperature_c?: null | number[];
  /**
   * Wind at the module; null: 2.3.
   */
  wind_m_s?: null | number;
  /**
   * null: hay_davies.
   */
  sky_model?: null | SkyModelName;
  /**
   * null: 0.2.
   */
  albedo?: null | number;
}
/**
 * Definitions that several schemas share.
 */
export interface Common {
  [k: string]: unknown;
}
/**
 * The one shape of every error.
 */
export interface ErrorBody {
  error: ApiError;
}
/**
 * What went wrong.
 */
export interface ApiError {
  code: ErrorCode;
  /**
   * A sentence saying what was found and what was expected.
   */
  message: string;
  /**
   * The offending field.
   */
  field?: string;
}
/**
 * What artifacts were built from what; committed beside them.
 */
export interface Manifest {
  /**
   * Version of the dataset (semver).
   */
  dataset_version: string;
  /**
   * When the dataset was made; part of the recipe, never the clock.
   */
  generated_at: string;
  /**
   * Version of the artifact container.
   */
  format_version: number;
  /**
   * The recipe without its sources, as built.
   */
  parameters: {
    [k: string]: unknown;
  };
  inputs: FileRecord[];
  outputs: OutputRecord[];
}
/**
 * A file by content.
 */
export interface FileRecord {
  /**
   * Path relative to the project, or npm:package@version/path.
   */
  path: string;
  /**
   * Size.
   */
  bytes: number;
  /**
   * SHA-256 of the bytes, hexadecimal.
   */
  sha256: string;
}
/**
 * A built file.
 */
export interface OutputRecord {
  /**
   * Path relative to the project, or npm:package@version/path.
   */
  path: string;
  /**
   * Size.
   */
  bytes: number;
  /**
   * SHA-256 of the bytes, hexadecimal.
   */
  sha256: string;
  /**
   * SHA-256 over what the file says: its sections' hashes and its header without version and date.
   */
  content_sha256: string;
}
/**
 * Header JSON of pv-yield.bin.
 */
export interface PvYieldHeader {
  kind: "pv-yield";
  /**
   * Version of the dataset (semver).
   */
  dataset_version: string;
  /**
   * When the dataset was made; part of the recipe, never the clock.
   */
  generated_at: string;
  /**
   * One sentence per source.
   */
  sources: string[];
  /**
   * Credit lines and licence notice.
   */
  attribution: string;
  /**
   * Country or region covered.
   */
  coverage: string;
  /**
   * Section radiation_db holds indexes into this list.
   */
  radiation_dbs: RadiationDb[];
  /**
   * Cells of the per-cell sections.
   */
  cells: number;
  grid: GridHeader;
  coverage_mask: MaskHeader;
  model: PvYieldModelHeader;
  /**
   * Monthly factor on ERA5, or null when the switch is off.
   */
  era5_correction: null | number[];
  shard?: Shard;
}
/**
 * Cell lattice: centre of row r is (first_row + r) x step_deg, row 0 southernmost; likewise columns, column 0 westernmost.
 */
export interface GridHeader {
  /**
   * Spacing in degrees.
   */
  step_deg: number;
  /**
   * Latitude of row 0 divided by the step.
   */
  first_row: number;
  /**
   * Longitude of column 0 divided by the step.
   */
  first_col: number;
  /**
   * Rows.
   */
  rows: number;
  /**
   * Columns.
   */
  cols: number;
}
/**
 * Frame of the coverage mask.
 */
export interface MaskHeader {
  /**
   * West edge, degrees.
   */
  west: number;
  /**
   * South edge, degrees.
   */
  south: number;
  /**
   * Width of a rectangle.
   */
  lng_step_deg: number;
  /**
   * Height of a rectangle.
   */
  lat_step_deg: number;
  /**
   * Columns.
   */
  cols: number;
  /**
   * Rows.
   */
  rows: number;
}
/**
 * Parameters of the physics.
 */
export interface PvYieldModelHeader {
  sky_model: SkyModelName;
  /**
   * Name of the in-plane method.
   */
  poa_model: string;
  /**
   * Ground reflectance.
   */
  albedo: number;
  /**
   * Horizon model.
   */
  horizon: string;
  /**
   * Representative days of the year.
   */
  representative_days: number;
  /**
   * Steps between sunrise and sunset.
   */
  steps_per_day: number;
  /**
   * System loss in the stored yields.
   */
  system_loss: number;
  /**
   * Wind at the module.
   */
  wind_m_s: number;
  /**
   * Factor from the anchors, in the stored yields.
   */
  anchor_scale: number;
}
/**
 * Only in a part of a dataset: it holds every count-th latitude row, from row index. cell_index numbers the cells of the whole.
 */
export interface Shard {
  /**
   * From 0.
   */
  index: number;
  /**
   * Number of parts.
   */
  count: number;
}
/**
 * Query parameters of the single lookup.
 */
export interface PvYieldQuery {
  /**
   * Latitude, decimal degrees (WGS84).
   */
  lat: number;
  /**
   * Longitude, decimal degrees (WGS84).
   */
  lng: number;
  /**
   * Panel tilt in degrees: 0 is flat, 90 is vertical.
   */
  tilt: number;
  /**
   * Compass azimuth the panel faces in degrees: 0 = N, 90 = E, 180 = S, 270 = W.
   */
  azimuth: number;
  /**
   * Installed DC peak power in kW; adds annual_kwh and monthly_kwh.
   */
  kwp?: number;
  /**
   * System loss fraction.
   */
  system_loss?: number;
  /**
   * Shading multiplier; 1 = unshaded.
   */
  shading?: number;
}
/**
 * Yield of one point and plane.
 */
export interface PvYield {
  /**
   * kWh per kWp installed and year.
   */
  annual_kwh_kwp: number;
  /**
   * kWh per kWp, January to December.
   *
   * @minItems 12
   * @maxItems 12
   */
  monthly_kwh_kwp: number[];
  /**
   * In-plane irradiation, kWh/m2 per year.
   */
  poa_annual_kwh_m2: number;
  /**
   * Horizontal irradiation, kWh/m2 per year.
   */
  ghi_annual_kwh_m2: number;
  optimal: Optimal;
  /**
   * Annual yield divided by the optimal annual yield.
   */
  orientation_factor: number;
  /**
   * kWh per year; only with kwp.
   */
  annual_kwh?: number;
  /**
   * kWh per month; only with kwp.
   *
   * @minItems 12
   * @maxItems 12
   */
  monthly_kwh?: number[];
  cell: Cell;
  input: PvYieldInput;
  model: YieldModel;
  dataset: Dataset;
  /**
   * Data licence notice.
   */
  attribution: string;
}
/**
 * Best orientation at the point.
 */
export interface Optimal {
  /**
   * Tilt.
   */
  tilt_deg: number;
  /**
   * Azimuth.
   */
  azimuth_deg: number;
  /**
   * Its yield, kWh/kWp per year.
   */
  annual_kwh_kwp: number;
}
/**
 * Nearest cell of the dataset, and how the point was interpolated.
 */
export interface Cell {
  interpolation: Interpolation;
  /**
   * Latitude of its centre.
   */
  lat: number;
  /**
   * Longitude of its centre.
   */
  lng: number;
  radiation_db: RadiationDb;
  /**
   * Whether ERA5 was scaled to SARAH3 there.
   */
  era5_corrected: boolean;
  /**
   * Height above the sea.
   */
  elevation_m?: number;
  grid_deg: GridDeg;
}
/**
 * The normalised input.
 */
export interface PvYieldInput {
  /**
   * Latitude, decimal degrees (WGS84).
   */
  lat: number;
  /**
   * Longitude, decimal degrees (WGS84).
   */
  lng: number;
  /**
   * Panel tilt in degrees: 0 is flat, 90 is vertical.
   */
  tilt: number;
  /**
   * Compass azimuth, 0 up to but not 360.
   */
  azimuth: number;
  /**
   * Installed DC peak power in kW; adds annual_kwh and monthly_kwh.
   */
  kwp?: number;
  /**
   * System loss fraction.
   */
  system_loss: number;
  /**
   * Shading multiplier; 1 = unshaded.
   */
  shading: number;
}
/**
 * How the dataset was made.
 */
export interface YieldModel {
  /**
   * In-plane method.
   */
  poa_model: string;
  sky_model: SkyModelName;
  /**
   * Ground reflectance.
   */
  albedo: number;
  /**
   * Factor from reference yields; 1 without.
   */
  anchor_scale: number;
  /**
   * Days of the year that were modelled.
   */
  representative_days: number;
  /**
   * Steps between sunrise and sunset.
   */
  steps_per_day: number;
  /**
   * Horizon.
   */
  horizon: string;
  /**
   * Default system loss.
   */
  system_loss_default: number;
  /**
   * How azimuths are counted.
   */
  azimuth_convention: string;
}
/**
 * Which dataset answered.
 */
export interface Dataset {
  /**
   * Version of the dataset (semver).
   */
  version: string;
  sources: string[];
  /**
   * Country covered.
   */
  coverage: string;
  /**
   * Databases in use, joined by a comma.
   */
  radiation_db: string;
  /**
   * When the dataset was made; part of the recipe, never the clock.
   */
  generated_at: string;
  grid_deg: GridDeg;
}
/**
 * What a dataset is built from, and how. Paths are relative to the recipe's own folder.
 */
export interface Recipe {
  /**
   * Version of the dataset (semver).
   */
  dataset_version: string;
  /**
   * When the dataset was made; part of the recipe, never the clock.
   */
  generated_at: string;
  grid: RecipeGrid;
  /**
   * Radiation databases in order of preference: a cell takes the first that has all twelve months there. Its other variables come from the same source, or else from the first that has them.
   *
   * @minItems 1
   */
  sources: RecipeSource[];
  /**
   * Scale ERA5 by the monthly ratio of SARAH3 to ERA5 over 60..65° N.
   */
  era5_correction: boolean;
  model: RecipeModel;
  /**
   * Reference yields; the dataset is scaled by the median ratio of theirs to the modelled ones.
   */
  anchors?: Anchor[];
}
/**
 * Cell lattice: centres on multiples of the step.
 */
export interface RecipeGrid {
  /**
   * Spacing of the cell centres in degrees.
   */
  step_deg: number;
  /**
   * West, south, east, north in degrees: only the covered places inside are built.
   *
   * @minItems 4
   * @maxItems 4
   */
  bbox?: number[];
  coverage?: CoverageKind;
}
/**
 * One radiation database and the rasters that go with it.
 */
export interface RecipeSource {
  radiation_db: RadiationDb;
  /**
   * What the source is, in a sentence; shown in dataset.sources.
   */
  name: string;
  /**
   * Licence of the rasters.
   */
  licence: string;
  /**
   * Credit line; shown in every answer.
   */
  attribution: string;
  ghi: GhiRasters;
  diffuse_fraction?: DiffuseFractionRasters;
  temperature?: TemperatureRasters;
  elevation?: ElevationRasters;
}
/**
 * Global horizontal irradiation: kWh/m2 in the month, or its mean over day and night in W/m2.
 */
export interface GhiRasters {
  /**
   * Path relative to the recipe. {month} stands for the month's number with or without a leading zero, * for anything. Without {month}, band m of the one file is month m. A .zip holds the files named by "entry".
   */
  files: string;
  /**
   * Name of the file inside the zip, with {month} and * as in "files".
   */
  entry?: string;
  /**
   * Unit of the values.
   */
  unit: "kWh/m2" | "W/m2";
  /**
   * EPSG code or proj4 text; overrides what the file says of itself.
   */
  crs?: string;
  /**
   * Where the files can be had; {file} stands for a file's name.
   */
  url?: string;
  /**
   * SHA-256 of each file by its name; checked before the build.
   */
  sha256?: {
    [k: string]: string;
  };
}
/**
 * Diffuse share of the global irradiation, 0..1; where there is none, Erbs' regression decides.
 */
export interface DiffuseFractionRasters {
  /**
   * Path relative to the recipe. {month} stands for the month's number with or without a leading zero, * for anything. Without {month}, band m of the one file is month m. A .zip holds the files named by "entry".
   */
  files: string;
  /**
   * Name of the file inside the zip, with {month} and * as in "files".
   */
  entry?: string;
  /**
   * Unit of the values.
   */
  unit: "1";
  /**
   * EPSG code or proj4 text; overrides what the file says of itself.
   */
  crs?: string;
  /**
   * Where the files can be had; {file} stands for a file's name.
   */
  url?: string;
  /**
   * SHA-256 of each file by its name; checked before the build.
   */
  sha256?: {
    [k: string]: string;
  };
}
/**
 * Air temperature at 2 m, mean over day and night; 8 °C where there is none.
 */
export interface TemperatureRasters {
  /**
   * Path relative to the recipe. {month} stands for the month's number with or without a leading zero, * for anything. Without {month}, band m of the one file is month m. A .zip holds the files named by "entry".
   */
  files: string;
  /**
   * Name of the file inside the zip, with {month} and * as in "files".
   */
  entry?: string;
  /**
   * Unit of the values.
   */
  unit: "°C";
  /**
   * EPSG code or proj4 text; overrides what the file says of itself.
   */
  crs?: string;
  /**
   * Where the files can be had; {file} stands for a file's name.
   */
  url?: string;
  /**
   * SHA-256 of each file by its name; checked before the build.
   */
  sha256?: {
    [k: string]: string;
  };
}
/**
 * Height above the sea, one raster for the year.
 */
export interface ElevationRasters {
  /**
   * Path relative to the recipe. {month} stands for the month's number with or without a leading zero, * for anything. Without {month}, band m of the one file is month m. A .zip holds the files named by "entry".
   */
  files: string;
  /**
   * Name of the file inside the zip, with {month} and * as in "files".
   */
  entry?: string;
  /**
   * Unit of the values.
   */
  unit: "m";
  /**
   * EPSG code or proj4 text; overrides what the file says of itself.
   */
  crs?: string;
  /**
   * Where the files can be had; {file} stands for a file's name.
   */
  url?: string;
  /**
   * SHA-256 of each file by its name; checked before the build.
   */
  sha256?: {
    [k: string]: string;
  };
}
/**
 * Parameters of the physics.
 */
export interface RecipeModel {
  sky_model: SkyModelName;
  /**
   * Ground reflectance.
   */
  albedo: number;
  /**
   * Representative days of a month; 31 means every day.
   */
  days_per_month: number;
  /**
   * Equal steps between sunrise and sunset.
   */
  steps_per_day: number;
  /**
   * System loss fraction that the stored yields include.
   */
  system_loss: number;
}
/**
 * A yield known from elsewhere.
 */
export interface Anchor {
  /**
   * Which place.
   */
  name: string;
  /**
   * Latitude, decimal degrees (WGS84).
   */
  lat: number;
  /**
   * Longitude, decimal degrees (WGS84).
   */
  lng: number;
  /**
   * Panel tilt in degrees: 0 is flat, 90 is vertical.
   */
  tilt: number;
  /**
   * Compass azimuth the panel faces in degrees: 0 = N, 90 = E, 180 = S, 270 = W.
   */
  azimuth: number;
  /**
   * Yearly yield at the recipe's system loss, kWh/kWp.
   */
  annual_kwh_kwp: number;
  /**
   * Where the figure was published.
   */
  source: string;
}
