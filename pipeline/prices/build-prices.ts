import { CLOCK_HOURS, MONTHS } from '../../schemas/codec/axes.ts';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import { pricesSections } from '../../schemas/codec/prices-artifact.ts';
import { gridHeader, maskHeader } from '../../schemas/codec/pv-yield-artifact.ts';
import type {
  Places,
  PlacesHeader,
  PricesHeader,
  Recipe,
  RecipePrices,
} from '../../schemas/types.ts';
import type { ClimateCells } from '../dataset/dataset-writer.ts';
import { placeOf, placeOrder } from '../dataset/summary.ts';
import { writeArtifact } from '../dataset/write-artifact.ts';
import { loadMarketRecords, type MarketRecords, recordFiles } from './market-records.ts';
import { readSpotYear, type SpotYear, spotPaths } from './spot/read-spot-year.ts';

const DAY_MS = 86_400_000;

/** Not a sentence. */
const CODE = /^[^\s,]+$/;

/** Texts that decide what a record's numbers mean. */
const MEANINGS = ['basis', 'unit', 'valid_from', 'program'];

/** All that prices are built from, read and checked. */
export interface PriceInputs {
  spotYear: SpotYear;
  records: MarketRecords;
}

/** Result of a build of the prices. */
export interface BuiltPrices {
  /** Its lines of the summary. */
  summary: string;
  /** Sentences about missing hours. */
  gaps: string[];
}

/** Every file that the prices of a recipe are built from. */
export async function pricesPaths(prices: RecipePrices, folder: string): Promise<string[]> {
  const spot = await spotPaths(spotRecipe(prices), folder);
  return [...spot, ...Object.values(recordFiles(prices, folder))];
}

/**
 * Reads the spot prices of a recipe's year and its market records.
 * @throws Error naming the file and entry that is wrong, or what of the year is missing
 */
export async function readPriceInputs(prices: RecipePrices, folder: string): Promise<PriceInputs> {
  const records = loadMarketRecords(prices, folder);
  return { spotYear: await readSpotYear(spotRecipe(prices), folder), records };
}

/**
 * Builds prices.bin: the spot price profile of a year, the cells' temperatures, and all records that a
 * simulation needs at request time.
 */
export function buildPrices(
  recipe: Recipe,
  prices: RecipePrices,
  { spotYear, records }: PriceInputs,
  { grid, mask, cell_index, temperature }: ClimateCells & { mask: CoverageMask },
  path: string,
): BuiltPrices {
  const { profile, gaps } = spotYear;
  const header: PricesHeader = {
    kind: 'prices',
    dataset_version: recipe.dataset_version,
    generated_at: recipe.generated_at,
    attribution: `${prices.attribution} Data licensed CC BY 4.0.`,
    spot: {
      source: prices.source,
      refreshed_at: prices.refreshed_at,
      year: prices.year,
      window_days: (Date.UTC(prices.year + 1, 0) - Date.UTC(prices.year, 0)) / DAY_MS,
    },
    cells: temperature.length / MONTHS,
    grid: gridHeader(grid),
    coverage_mask: maskHeader(mask),
    tariffs: records.tariffs,
    household: records.household,
    battery_programs: records.batteryPrograms,
    price_areas: records.priceAreas,
    places: placesHeader(records.places),
  };
  const writer = writeArtifact(path, header, pricesSections(header));
  try {
    writer.append('spot_profile', profile.sekPerKwh);
    writer.append('hours_used', profile.hoursUsed);
    writer.append('hours_missing', profile.hoursMissing);
    writer.append('cell_index', cell_index);
    writer.append('temperature', temperature);
    writer.append('place_point', placePoints(records.places));
    writer.append('place_municipality', placeMunicipalities(records.places));
    writer.append('coverage', mask.bits);
    writer.finish();
    return { summary: priceSummaryLines(profile.sekPerKwh, figures(header)), gaps };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

function placesHeader({ source, attribution, municipalities, places }: Places): PlacesHeader {
  return { source, attribution, municipalities, names: places.map(({ name }) => name) };
}

function placePoints({ places }: Places): Float64Array {
  return Float64Array.from(places.flatMap(({ lat, lng }) => [lat, lng]));
}

function placeMunicipalities({ municipalities, places }: Places): Uint16Array {
  const index = new Map(municipalities.map(({ code }, i) => [code, i]));
  return Uint16Array.from(places, ({ municipality }) => index.get(municipality) ?? 0);
}

function spotRecipe({ feed, files, rates, year }: RecipePrices) {
  return rates === undefined ? { feed, files, year } : { feed, files, rates, year };
}

/** The records whose numbers an answer may depend on. */
function figures({ tariffs, household, battery_programs, price_areas }: PricesHeader): object {
  return { tariffs, household, battery_programs, price_areas };
}

/**
 * The lines of prices.bin: `SE3 01,...` are the 24 prices of an area's month;
 * `tariffs.records.0.grid_fee.value,19.96` are the numbers of the records, `....municipalities.Umeå,1`
 * the members of their lists.
 * @param spot SEK/kWh, [area][month][clock hour]
 */
function priceSummaryLines(spot: Float64Array, records: object): string {
  const lines = PRICE_AREAS.flatMap((area, a) =>
    Array.from({ length: MONTHS }, (_, month) => {
      const first = (a * MONTHS + month) * CLOCK_HOURS;
      const prices = Array.from(spot.subarray(first, first + CLOCK_HOURS), (sek) => sek.toFixed(4));
      return `${area} ${String(month + 1).padStart(2, '0')},${prices.join(',')}`;
    }),
  );
  lines.push(...figuresOf(records, '').map(([name, value]) => `${name},${value}`));
  return `${lines.sort((a, b) => placeOrder(placeOf(a), placeOf(b))).join('\n')}\n`;
}

/**
 * Every number in a JSON value by its dotted path, and as facts (of value 1) the texts that decide
 * what numbers mean and the codes in lists.
 */
function figuresOf(value: unknown, path: string): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof part !== 'string') return figuresOf(part, at);
    if (!CODE.test(part)) return [];
    if (Array.isArray(value)) return [[`${path}.${part}`, 1]];
    return MEANINGS.includes(name) ? [[`${at} ${part}`, 1]] : [];
  });
}
