import { PRICES_FORMAT } from '../../schemas/codec/artifact.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { pricesSections } from '../../schemas/codec/prices-artifact.ts';
import { gridHeader, maskHeader } from '../../schemas/codec/pv-yield-artifact.ts';
import type {
  Places,
  PlacesHeader,
  PricesHeader,
  Recipe,
  RecipePrices,
  SpotHours,
} from '../../schemas/types.ts';
import type { ClimateCells } from '../dataset/dataset-file.ts';
import { writeArtifact } from '../dataset/write-artifact.ts';
import { loadMarketRecords, type MarketRecords, recordFiles } from './market-records.ts';
import { priceSummaryLines } from './price-summary.ts';
import type { SpotHours as SpotHoursYear } from './spot/clock-year.ts';
import { readSpotYear, type SpotYear, spotPaths } from './spot/read-spot-year.ts';
import { monthsOf, spanOf } from './spot/twelve-months.ts';

const DAY_MS = 86_400_000;

export interface PriceInputs {
  spotYear: SpotYear;
  records: MarketRecords;
}

export interface BuiltPrices {
  /** Lines of summary.csv. */
  summary: string;
  /** Warnings about missing hours. */
  gaps: string[];
}

export async function pricesPaths(prices: RecipePrices, folder: string): Promise<string[]> {
  const spot = await spotPaths(prices, folder);
  return [...spot, ...Object.values(recordFiles(prices, folder))];
}

/**
 * Reads the spot prices of a recipe's year and its market records.
 * @throws Error naming the file and entry that is wrong, or the part of the year that is missing
 */
export async function readPriceInputs(prices: RecipePrices, folder: string): Promise<PriceInputs> {
  const records = loadMarketRecords(prices, folder);
  return { spotYear: await readSpotYear(prices, folder), records };
}

/**
 * Builds prices.bin: the spot price profile of a year and its hours, the cells' temperatures, and all records that a
 * simulation needs at request time.
 */
export function buildPrices(
  recipe: Recipe,
  prices: RecipePrices,
  { spotYear, records }: PriceInputs,
  { grid, mask, cell_index, temperature }: ClimateCells & { mask: CoverageMask },
  path: string,
): BuiltPrices {
  const { profile, hours, gaps } = spotYear;
  const { places, ...market } = records;
  const header: PricesHeader = {
    kind: 'prices',
    dataset_version: recipe.dataset_version,
    generated_at: recipe.generated_at,
    attribution: `${prices.attribution} Data licensed CC BY 4.0.`,
    spot: {
      source: prices.source,
      refreshed_at: prices.refreshed_at,
      ...periodHeader(prices),
      ...(hours && { hours: hoursHeader(prices, hours) }),
    },
    cells: temperature.length / MONTHS,
    grid: gridHeader(grid),
    coverage_mask: maskHeader(mask),
    ...market,
    places: placesHeader(places),
  };
  const writer = writeArtifact(path, header, pricesSections(header), PRICES_FORMAT);
  try {
    writer.append('spot_profile', profile.sekPerKwh);
    writer.append('hours_used', profile.hoursUsed);
    writer.append('hours_missing', profile.hoursMissing);
    writer.append('cell_index', cell_index);
    writer.append('temperature', temperature);
    writer.append('place_point', placePoints(places));
    writer.append('place_municipality', placeMunicipalities(places));
    writer.append('coverage', mask.bits);
    if (hours) writer.append('spot_hours', hours.sekPerKwh);
    writer.finish();
    const summary = priceSummaryLines(profile.sekPerKwh, hours, figures(market));
    return { summary, gaps };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** The year that a simulation runs on, which has the last month, and the months where they are no calendar year. */
function periodHeader(
  prices: RecipePrices,
): Pick<PricesHeader['spot'], 'year' | 'months' | 'window_days'> {
  const months = monthsOf(prices);
  const { startMs, endMs } = spanOf(prices);
  return {
    year: Number(months.last.slice(0, 4)),
    ...(months.first.endsWith('-01') ? {} : { months }),
    window_days: (endMs - startMs) / DAY_MS,
  };
}

/** The licence is only named where hours may be republished. */
function hoursHeader(
  { republish = false, licence }: RecipePrices,
  { quarterHourDays }: SpotHoursYear,
): SpotHours {
  return { quarter_hour_days: quarterHourDays, republish, ...(republish && { licence }) };
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

/** The records as numbers that an answer may depend on. */
function figures({ grid_tariffs, ...others }: Omit<MarketRecords, 'places'>): object {
  // By id, so that a new list changes no other's lines. The source is no figure.
  const lists = grid_tariffs?.lists.map(({ source, ...list }) => [list.id, list]) ?? [];
  return { ...others, grid_tariffs: Object.fromEntries(lists) };
}
