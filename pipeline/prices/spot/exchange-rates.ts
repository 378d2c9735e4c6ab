import { localDay } from '#clock/stockholm-time.ts';
import { cellNumber, parseCsv } from './csv-table.ts';
import type { PriceFile } from './price-files.ts';
import type { QuotedPrice, SpotPrice } from './spot-price.ts';

/** SEK per EUR by local day, '2025-03-30'. */
export type DailyRates = ReadonlyMap<string, number>;

/** Names of day and rate: ours, and those of the European Central Bank's data portal. */
const COLUMNS = [
  ['date', 'sek_per_eur'],
  ['TIME_PERIOD', 'OBS_VALUE'],
];
const HEADERS = COLUMNS.map((names) => `"${names.join(',')}"`).join(' or ');
const KWH_PER_MWH = 1000;
/** A euro has cost 8.2 to 12 SEK since it began. Other values mean that columns are mixed up. */
const PLAUSIBLE = { min: 5, max: 20 };

/**
 * The rates of a table with a day and SEK per EUR in each line.
 * @throws Error when a line is malformed, implausible, of another currency, or a day has two rates
 */
export function parseRates(file: PriceFile): DailyRates {
  const { header, rows } = parseCsv(file);
  const [dayAt, rateAt] = columnsOf(file, header);
  const currencyAt = header.indexOf('CURRENCY');
  const rates = new Map<string, number>();
  for (const { line, cells } of rows) {
    const where = `${file.label}, line ${line}`;
    const day = cells[dayAt];
    if (currencyAt >= 0 && cells[currencyAt] !== 'SEK') {
      throw new Error(
        `${where}: the currency is "${cells[currencyAt]}", expected "SEK". Fetch EXR/D.SEK.EUR.SP00.A.`,
      );
    }
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) {
      throw new Error(
        `${where}: the date is "${day}", expected one such as 2025-01-31. Correct the line.`,
      );
    }
    const rate = cellNumber(cells[rateAt], where);
    if (rate === undefined) continue;
    checkRate(rate, where);
    if ((rates.get(day) ?? rate) !== rate) {
      throw new Error(
        `${where}: a second rate for ${day}, ${rate} and ${rates.get(day)}. Remove one.`,
      );
    }
    rates.set(day, rate);
  }
  return rates;
}

function columnsOf({ label }: PriceFile, header: readonly string[]): number[] {
  const known = COLUMNS.map((names) => names.map((name) => header.indexOf(name)));
  const found = known.find((columns) => !columns.includes(-1));
  if (found) return found;
  throw new Error(
    `${label}: the header is "${header.join(',')}", expected ${HEADERS}. Correct the header.`,
  );
}

/** Most days that a rate is carried forward: Easter and Christmas have four without one. */
const MOST_CARRIED_DAYS = 5;
const DAY_MS = 86_400_000;

/**
 * The rate of a day, or of the banking day up to five days before it (weekends, holidays).
 * @param carried gets the days with an earlier day's rate
 * @returns undefined if there is none
 */
export function rateOn(rates: DailyRates, day: string, carried: Set<string>): number | undefined {
  for (let before = 0; before <= MOST_CARRIED_DAYS; before++) {
    const earlier = new Date(Date.parse(day) - before * DAY_MS).toISOString().slice(0, 10);
    const rate = rates.get(earlier);
    if (rate === undefined) continue;
    if (before > 0) carried.add(day);
    return rate;
  }
  return undefined;
}

/**
 * A quoted price in SEK/kWh, by the feed's rate of the day where it has one, otherwise by `rates`.
 * @param carried gets the days with an earlier day's rate
 * @throws Error naming the day that has no rate
 */
export function inSekPerKwh(
  quoted: QuotedPrice,
  rates: DailyRates,
  carried: Set<string>,
): SpotPrice {
  const { area, startMs, minutes, where, price } = quoted;
  if (quoted.unit === 'sek_per_kwh') return { area, startMs, minutes, where, sekPerKwh: price };
  const sekPerKwh = (price / KWH_PER_MWH) * rateOf(quoted, rates, carried);
  return { area, startMs, minutes, where, sekPerKwh };
}

function rateOf(
  { sekPerEur, startMs, where }: QuotedPrice,
  rates: DailyRates,
  carried: Set<string>,
): number {
  const day = localDay(startMs);
  const rate = sekPerEur ?? rateOn(rates, day, carried);
  if (rate === undefined) {
    throw new Error(
      `${where}: the price is in EUR and there is no rate for ${day}. Add the day to the file that "rates" of the recipe's prices names, a CSV with ${HEADERS}.`,
    );
  }
  checkRate(rate, where);
  return rate;
}

function checkRate(rate: number, where: string): void {
  if (rate >= PLAUSIBLE.min && rate <= PLAUSIBLE.max) return;
  throw new Error(
    `${where}: the rate is ${rate} SEK per EUR, expected ${PLAUSIBLE.min} to ${PLAUSIBLE.max}. Correct it.`,
  );
}
