import { readFileSync } from 'node:fs';
import { validator } from '../../schemas/checks/validate.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type {
  InterannualPlace,
  InterannualPlaces,
  InterannualYears,
  Recipe,
} from '../../schemas/types.ts';
import { recipeFile } from '../files/recipe.ts';
import type { YearSpread } from './year-means.ts';

const check = validator('data/interannual.schema.json');

/** Standard deviations on the grid, by grid index. */
export interface SpreadBand {
  name: string;
  values: Float64Array;
}

/** How irradiation varies from year to year, on the grid: sample standard deviation, percent of the mean. */
export interface GridSpread {
  years: number;
  source: string;
  annualSdPct: SpreadBand;
  /** January first. */
  monthlySdPct: SpreadBand[];
}

/** Where a recipe's spread comes from: a file of places, or the years of the sources' irradiation. */
export type InterannualFiles = { places: string } | { ghiYears: InterannualYears };

/**
 * Finds the file of the interannual block. Null for a recipe without one.
 * @param years how many years each source has
 * @throws Error naming the field or file that is missing
 */
export function findInterannual(
  { interannual }: Recipe,
  folder: string,
  years: readonly number[],
): InterannualFiles | null {
  const { places, ghi_years } = interannual ?? {};
  if (ghi_years) {
    if (years.some((count) => count > 1)) return { ghiYears: ghi_years };
    throw new Error(
      'interannual.ghi_years: no source has several years. Give its "ghi" the "years", or leave "interannual" out.',
    );
  }
  if (places === undefined) return null;
  return { places: recipeFile(folder, 'interannual.places', places) };
}

/** The spread of what was found. @param sources for the spread of their own years */
export function spreadOnGrid(
  files: InterannualFiles,
  grid: Grid,
  sources: readonly { ghiYears: { count: number; spread: YearSpread | null } }[],
): GridSpread {
  if ('places' in files) return placesOnGrid(files.places, grid);
  const years = sources.flatMap(({ ghiYears }) =>
    ghiYears.spread ? [{ count: ghiYears.count, ...ghiYears.spread }] : [],
  );
  return yearsOnGrid(files.ghiYears.source, years);
}

/** Every cell has the spread of its source's own years: that of the first source with years there. */
function yearsOnGrid(source: string, years: (YearSpread & { count: number })[]): GridSpread {
  const band = (pctOf: (spread: YearSpread) => Float64Array): SpreadBand => {
    const pcts = years.map(pctOf);
    const values = pcts[0].map((_, index) => firstNumber(pcts, index));
    return { name: 'spread of the years in "ghi"', values };
  };
  return {
    years: Math.min(...years.map(({ count }) => count)),
    source,
    annualSdPct: band(({ annualPct }) => annualPct),
    monthlySdPct: Array.from({ length: MONTHS }, (_, m) => band(({ monthlyPct }) => monthlyPct[m])),
  };
}

/** The first of some bands' values at a grid index that is a number. NaN where none has one. */
export function firstNumber(bands: readonly (Float64Array | undefined)[], index: number): number {
  for (const band of bands) if (band && !Number.isNaN(band[index])) return band[index];
  return Number.NaN;
}

/** Every cell of a latitude row has the latitude's spread. */
function placesOnGrid(path: string, grid: Grid): GridSpread {
  const { places, years, source } = loadInterannualPlaces(path);
  const spreads = Array.from({ length: grid.rows }, (_, row) =>
    spreadAtLatitude(places, latOfRow(grid, row)),
  );
  const band = (pctOf: (row: number) => number): SpreadBand => {
    const values = new Float64Array(grid.rows * grid.cols);
    for (let row = 0; row < grid.rows; row++) {
      values.fill(pctOf(row), row * grid.cols, (row + 1) * grid.cols);
    }
    return { name: path, values };
  };
  return {
    years,
    source,
    annualSdPct: band((row) => spreads[row].annualPct),
    monthlySdPct: places[0].monthly_sd_pct.map((_, m) => band((row) => spreads[row].monthlyPct[m])),
  };
}

/**
 * Reads places whose spread is known, and sorts them from south to north.
 * @throws Error naming the file and what is wrong in it
 */
export function loadInterannualPlaces(path: string): InterannualPlaces {
  try {
    const record = check(JSON.parse(readFileSync(path, 'utf8')));
    const places = record.places.toSorted((a, b) => a.lat - b.lat);
    const twin = places.findIndex(({ lat }, i) => i > 0 && lat === places[i - 1].lat);
    if (twin < 0) return { ...record, places };
    const names = `${places[twin - 1].name} and ${places[twin].name}`;
    throw new Error(`"places" has ${names} at one latitude, expected each at its own. Join them.`);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** The spread at a latitude, percent of the mean, as `atLatitude` has it. @param places from south to north */
export function spreadAtLatitude(places: readonly InterannualPlace[], latDeg: number) {
  return {
    annualPct: atLatitude(places, latDeg, (i) => places[i].annual_sd_pct),
    monthlyPct: places[0].monthly_sd_pct.map((_, month) =>
      atLatitude(places, latDeg, (i) => places[i].monthly_sd_pct[month]),
    ),
  };
}

/**
 * A value at a latitude: linear between the places to the south and north of it, and constant
 * beyond the outermost, so that nothing is extrapolated.
 * @param places from south to north
 * @param valueAt value of a place by its index
 */
function atLatitude(
  places: readonly InterannualPlace[],
  latDeg: number,
  valueAt: (place: number) => number,
): number {
  const next = places.findIndex(({ lat }) => lat >= latDeg);
  const north = next < 0 ? places.length - 1 : next;
  const south = places[north].lat > latDeg ? Math.max(0, north - 1) : north;
  const [from, to] = [valueAt(south), valueAt(north)];
  if (south === north) return from;
  const share = (latDeg - places[south].lat) / (places[north].lat - places[south].lat);
  return from + share * (to - from);
}
