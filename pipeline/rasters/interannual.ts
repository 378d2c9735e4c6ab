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
import type { DatedBands } from './dated-bands.ts';
import type { YearSpread } from './year-means.ts';

const check = validator('data/interannual.schema.json');

/** Standard deviations on the grid. */
export interface SpreadBand {
  name: string;
  /** By grid place. */
  read(): Promise<{ values: Float64Array }>;
}

/**
 * How irradiation varies from year to year, on the grid: sample standard deviation, percent of the
 * mean.
 */
export interface InterannualSource {
  years: number;
  source: string;
  annualSdPct: SpreadBand;
  /** January first. */
  monthlySdPct: SpreadBand[];
}

/** How many years a source's irradiation has, and how they differ; null for a single year. */
export type GhiYears = Pick<DatedBands, 'years' | 'spread' | 'lacking'>;

/** Where a recipe's spread comes from: a file of places, or the years of the sources' irradiation. */
export type InterannualFiles = { places: string } | { ghiYears: InterannualYears };

/**
 * Finds the file of the interannual block; null for a recipe without one.
 * @throws Error naming the field or file that is missing
 */
export function findInterannual({ interannual }: Recipe, folder: string): InterannualFiles | null {
  const { places, ghi_years } = interannual ?? {};
  if (ghi_years) return { ghiYears: ghi_years };
  if (places === undefined) return null;
  return { places: recipeFile(folder, 'interannual.places', places) };
}

/** Opens what was found. @param sources for the spread of their own years */
export function openInterannual(
  files: InterannualFiles,
  grid: Grid,
  sources: readonly { ghiYears: Pick<GhiYears, 'years' | 'spread'> | null }[],
): InterannualSource {
  if ('places' in files) return placesOnGrid(files.places, grid);
  return yearsOnGrid(files.ghiYears.source, sources);
}

/**
 * Every cell has the spread of its source's own years: that of the first source with years there.
 * @throws Error when no source has two years
 */
function yearsOnGrid(
  source: string,
  sources: readonly { ghiYears: Pick<GhiYears, 'years' | 'spread'> | null }[],
): InterannualSource {
  const dated = sources.flatMap(({ ghiYears }) =>
    ghiYears && ghiYears.years > 1 ? [ghiYears] : [],
  );
  if (dated.length === 0) {
    throw new Error(
      'interannual.ghi_years: no source has several years. Give its "ghi" the "years", or leave "interannual" out.',
    );
  }
  const band = (pctOf: (spread: YearSpread) => Float64Array): SpreadBand => ({
    name: 'spread of the years in "ghi"',
    read: async () => {
      const all = await Promise.all(dated.map(({ spread }) => spread()));
      const pcts = all.flatMap((spread) => (spread ? [pctOf(spread)] : []));
      return { values: pcts[0].map((_, place) => firstNumber(pcts, place)) };
    },
  });
  return {
    years: Math.min(...dated.map(({ years }) => years)),
    source,
    annualSdPct: band(({ annualPct }) => annualPct),
    monthlySdPct: Array.from({ length: MONTHS }, (_, m) => band(({ monthlyPct }) => monthlyPct[m])),
  };
}

function firstNumber(bands: readonly Float64Array[], place: number): number {
  for (const band of bands) if (!Number.isNaN(band[place])) return band[place];
  return Number.NaN;
}

/** Every cell of a latitude row has the latitude's spread. */
function placesOnGrid(path: string, grid: Grid): InterannualSource {
  const { places, years, source } = loadInterannualPlaces(path);
  const spreads = Array.from({ length: grid.rows }, (_, row) =>
    spreadAtLatitude(places, latOfRow(grid, row)),
  );
  const band = (pctOf: (row: number) => number): SpreadBand => ({
    name: path,
    read: async () => ({
      values: Float64Array.from({ length: grid.rows * grid.cols }, (_, place) =>
        pctOf(Math.floor(place / grid.cols)),
      ),
    }),
  });
  return {
    years,
    source,
    annualSdPct: band((row) => spreads[row].annualPct),
    monthlySdPct: places[0].monthly_sd_pct.map((_, m) => band((row) => spreads[row].monthlyPct[m])),
  };
}

/** Spread of the irradiation between years: sample standard deviation, percent of the mean. */
interface IrradiationSpread {
  annualPct: number;
  /** January to December. */
  monthlyPct: number[];
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

/** The spread at a latitude, as `atLatitude` has it. @param places from south to north */
export function spreadAtLatitude(
  places: readonly InterannualPlace[],
  latDeg: number,
): IrradiationSpread {
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
  const last = places.length - 1;
  const next = places.findIndex(({ lat }) => lat >= latDeg);
  const north = next < 0 ? last : next;
  const south = Math.max(
    0,
    places.findLastIndex(({ lat }) => lat <= latDeg),
  );
  const [from, to] = [valueAt(south), valueAt(north)];
  if (south === north) return from;
  return (
    from + ((latDeg - places[south].lat) / (places[north].lat - places[south].lat)) * (to - from)
  );
}
