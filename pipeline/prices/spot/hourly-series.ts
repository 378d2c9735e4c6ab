import { HOUR_MS, localDay, localDayNumber } from '#clock/stockholm-time.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { missingHours } from './missing-hours.ts';
import type { HourlySpot, SpotPrice } from './spot-price.ts';
import { periodName, spanOf, type TwelveMonths } from './twelve-months.ts';

const QUARTER_MS = HOUR_MS / 4;

/**
 * SEK/kWh. The auction's floor is -500 EUR/MWh (about -5.7 SEK/kWh). The highest Swedish price to
 * 2025 was 800 EUR/MWh (8.5 SEK/kWh).
 */
const PRICE = { min: -6, max: 30 };
/** SEK/kWh. Years from 2020 to 2025 had means of 0.15 (SE1, 2020) to 1.62 (SE4, 2022). */
const YEAR_MEAN = { min: 0.05, max: 5 };
const ADVICE =
  'Check the unit: prices are taken to be SEK/kWh or EUR/MWh as the feed defines them.';

/**
 * The hourly prices of twelve local months, and warnings about its gaps.
 * @throws Error as `hourlyMeans`, and as `missingHours`, and when their mean cannot be in SEK/kWh
 */
export function hourlySeries(
  prices: Iterable<SpotPrice>,
  period: TwelveMonths,
): { series: HourlySpot; gaps: string[] } {
  const series = hourlyMeans(prices, period);
  const gaps = missingHours(series);
  checkYearMeans(series);
  return { series, gaps };
}

/**
 * Hourly prices, quarter hours averaged. An hour that lacks a quarter is missing. Prices outside
 * the months are left out.
 * @throws Error when a time has two prices, a local day mixes hours and quarter hours, a start is
 *   off the quarter hour, or a price cannot be in SEK/kWh
 */
export function hourlyMeans(prices: Iterable<SpotPrice>, period: TwelveMonths): HourlySpot {
  const { startMs, endMs } = spanOf(period);
  const hours = (endMs - startMs) / HOUR_MS;
  const placed = PRICE_AREAS.map(() => ({
    quarters: new Array<SpotPrice | undefined>(hours * 4).fill(undefined),
    days: new Map<number, SpotPrice>(),
  }));
  for (const price of prices) {
    const quarter = (price.startMs - startMs) / QUARTER_MS;
    if (quarter < 0 || quarter >= hours * 4) continue;
    checkStart(price);
    checkPrice(price);
    const { quarters, days } = placed[PRICE_AREAS.indexOf(price.area)];
    checkResolution(days, price);
    for (let q = 0; q < price.minutes / 15; q++) place(quarters, quarter + q, price);
  }
  return {
    period,
    startMs,
    sekPerKwh: placed.map(({ quarters }) => meansOf(quarters, hours)),
    quarterHourDays: quarterHourDays(placed.map(({ days }) => days)),
  };
}

type Quarters = (SpotPrice | undefined)[];

function checkStart({ startMs, minutes, where }: SpotPrice): void {
  if (startMs % (minutes * 60_000) === 0) return;
  throw new Error(
    `${where}: starts at ${new Date(startMs).toISOString()}, expected a full ${minutes === 60 ? 'hour' : 'quarter hour'}. Fetch it again.`,
  );
}

function checkResolution(days: Map<number, SpotPrice>, price: SpotPrice): void {
  const day = localDayNumber(price.startMs);
  const first = days.get(day);
  if (first === undefined) days.set(day, price);
  if (first === undefined || first.minutes === price.minutes) return;
  throw new Error(
    `${price.area}: ${localDay(price.startMs)} mixes resolutions, ${first.minutes} minutes (${first.where}) and ${price.minutes} minutes (${price.where}), expected one a day. Remove one or fetch the day again.`,
  );
}

function quarterHourDays(areas: readonly Map<number, SpotPrice>[]): number {
  const days = areas.flatMap((first) => [...first].filter(([, { minutes }]) => minutes === 15));
  return new Set(days.map(([day]) => day)).size;
}

function place(quarters: Quarters, quarter: number, price: SpotPrice): void {
  const before = quarters[quarter];
  if (before !== undefined && before.sekPerKwh !== price.sekPerKwh) {
    throw new Error(
      `${price.area}: ${new Date(price.startMs).toISOString()} has two prices, ${before.sekPerKwh} SEK/kWh (${before.where}) and ${price.sekPerKwh} SEK/kWh (${price.where}). Remove one.`,
    );
  }
  quarters[quarter] = price;
}

function meansOf(quarters: Quarters, hours: number): Float64Array {
  const at = (quarter: number) => quarters[quarter]?.sekPerKwh ?? NaN;
  return Float64Array.from({ length: hours }, (_, hour) => {
    const first = hour * 4;
    // Added in pairs, four equal prices give exactly that price.
    return (at(first) + at(first + 1) + (at(first + 2) + at(first + 3))) / 4;
  });
}

function checkPrice({ area, sekPerKwh, where }: SpotPrice): void {
  if (sekPerKwh >= PRICE.min && sekPerKwh <= PRICE.max) return;
  throw new Error(
    `${where}: the price in ${area} is ${formatPrice(sekPerKwh)} SEK/kWh, expected ${PRICE.min} to ${PRICE.max}. ${ADVICE}`,
  );
}

function checkYearMeans({ period, sekPerKwh }: HourlySpot): void {
  PRICE_AREAS.forEach((area, a) => {
    const prices = sekPerKwh[a].filter((price) => !Number.isNaN(price));
    const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
    if (mean >= YEAR_MEAN.min && mean <= YEAR_MEAN.max) return;
    throw new Error(
      `${area}: the mean of ${periodName(period)} is ${formatPrice(mean)} SEK/kWh, expected ${YEAR_MEAN.min} to ${YEAR_MEAN.max}. ${ADVICE}`,
    );
  });
}

function formatPrice(sekPerKwh: number): string {
  return String(Number(sekPerKwh.toPrecision(4)));
}
