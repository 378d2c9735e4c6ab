import { resolve } from 'node:path';
import { HOUR_MS, localHour } from '#clock/stockholm-time.ts';
import { CLOCK_HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { RecipePrices, SpotFeed } from '../../../schemas/types.ts';
import { recipeFile } from '../../files/recipe.ts';
import { type SpotHours, spotHours } from './clock-year.ts';
import { type DailyRates, inSekPerKwh, parseRates } from './exchange-rates.ts';
import { hourlySeries } from './hourly-series.ts';
import { type PriceFile, pricePaths, readPriceFile, readPriceFiles } from './price-files.ts';
import type { HourlySpot, QuotedPrice, SpotPrice } from './spot-price.ts';
import { spanOf, type TwelveMonths } from './twelve-months.ts';

type ReadPrices = (file: PriceFile) => QuotedPrice[];

interface Feed {
  ending: string;
  /** Loads its reader. That of XML needs a large library. */
  reader(): Promise<ReadPrices>;
}

const FEEDS: Record<SpotFeed, Feed> = {
  elprisetjustnu: {
    ending: '.json',
    reader: async () => (await import('./elprisetjustnu.ts')).readElprisetjustnu,
  },
  entsoe: { ending: '.xml', reader: async () => (await import('./entsoe.ts')).readEntsoe },
  csv: { ending: '.csv', reader: async () => (await import('./price-csv.ts')).readPriceCsv },
};

const NO_RATES: DailyRates = new Map();

/** Where a year's prices come from. Paths are relative to the recipe's folder. */
export type SpotRecipe = TwelveMonths & Pick<RecipePrices, 'feed' | 'files' | 'rates'>;

export interface SpotYear {
  profile: MonthHourProfile;
  /** Null when an hour has no price. */
  hours: SpotHours | null;
  /** Every file on disk that was read. */
  paths: string[];
  /** Warnings about missing hours and exchange rates. */
  gaps: string[];
}

/**
 * Reads a feed's files: the year's hours, and their means by month and clock hour in Sweden.
 * @throws Error naming the file and entry that is wrong, the day without a rate, or what is missing
 */
export async function readSpotYear(recipe: SpotRecipe, folder: string): Promise<SpotYear> {
  const { ending, reader } = FEEDS[recipe.feed];
  const { files, paths } = await readPriceFiles(folder, recipe.files, ending);
  const ratesPath = ratesFile(recipe, folder);
  const rates = ratesPath ? parseRates(await readPriceFile(ratesPath)) : NO_RATES;
  const carried = new Set<string>();
  const read = await reader();
  const { series, gaps } = hourlySeries(
    pricesOf(files, read, recipe, (quoted) => inSekPerKwh(quoted, rates, carried)),
    recipe,
  );
  return {
    profile: monthHourProfile(series),
    hours: spotHours(series),
    paths: ratesPath ? [...paths, ratesPath] : paths,
    gaps: carried.size > 0 ? [...gaps, carriedText(carried.size)] : gaps,
  };
}

function carriedText(days: number): string {
  return `Exchange rates: ${days} days without one (weekends, holidays) use that of the banking day before.`;
}

/** Every file on disk that `readSpotYear` reads. */
export async function spotPaths(recipe: SpotRecipe, folder: string): Promise<string[]> {
  const paths = await pricePaths(resolve(folder, recipe.files), FEEDS[recipe.feed].ending);
  const rates = ratesFile(recipe, folder);
  return rates ? [...paths, rates] : paths;
}

function ratesFile({ rates }: SpotRecipe, folder: string): string | undefined {
  return rates === undefined ? undefined : recipeFile(folder, 'prices.rates', rates);
}

/** The year's prices in SEK/kWh. Prices outside it are skipped, and need no rate. */
function* pricesOf(
  files: readonly PriceFile[],
  read: ReadPrices,
  period: TwelveMonths,
  toSek: (quoted: QuotedPrice) => SpotPrice,
): Generator<SpotPrice> {
  const { startMs, endMs } = spanOf(period);
  for (const file of files) {
    for (const quoted of read(file)) {
      if (quoted.startMs >= startMs && quoted.startMs < endMs) yield toSek(quoted);
    }
  }
}

/** Mean prices by month and clock hour in Sweden, areas in the order of PRICE_AREAS. */
interface MonthHourProfile {
  /** SEK/kWh, [area][month][clock hour], hour fastest. NaN where no hour has a price. */
  sekPerKwh: Float64Array;
  /** [area][month]. */
  hoursUsed: Int32Array;
  hoursMissing: Int32Array;
}

/** The plain means of a year's hours. The autumn day counts both its hours at 02. */
export function monthHourProfile({ startMs, sekPerKwh }: HourlySpot): MonthHourProfile {
  const areas = sekPerKwh.length;
  const sums = new Float64Array(areas * MONTHS * CLOCK_HOURS);
  const counts = new Int32Array(sums.length);
  const hoursUsed = new Int32Array(areas * MONTHS);
  const hoursMissing = new Int32Array(areas * MONTHS);
  sekPerKwh.forEach((prices, area) => {
    prices.forEach((price, index) => {
      const { month, hour } = localHour(startMs + index * HOUR_MS);
      const row = area * MONTHS + month;
      if (Number.isNaN(price)) {
        hoursMissing[row]++;
        return;
      }
      hoursUsed[row]++;
      sums[row * CLOCK_HOURS + hour] += price;
      counts[row * CLOCK_HOURS + hour]++;
    });
  });
  return { sekPerKwh: sums.map((sum, i) => sum / counts[i]), hoursUsed, hoursMissing };
}
