import { HOUR_MS } from '#clock/stockholm-time.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import type { TwelveMonths } from './twelve-months.ts';

export type ResolutionMinutes = 60 | 15;

interface MarketTimeUnit {
  area: PriceArea;
  /** Start, ms since the epoch (UTC). */
  startMs: number;
  minutes: ResolutionMinutes;
  /** File and entry, for messages. */
  where: string;
}

/** The day-ahead price of one market time unit. */
export interface SpotPrice extends MarketTimeUnit {
  sekPerKwh: number;
}

export interface HourlySpot {
  period: TwelveMonths;
  /** Start of the first hour, ms UTC. */
  startMs: number;
  /** SEK/kWh of each UTC hour of the months (8760 or 8784) by area, in the order of PRICE_AREAS. NaN is missing. */
  sekPerKwh: Float64Array[];
  quarterHourDays: number;
}

export const PRICE_UNITS = ['sek_per_kwh', 'eur_per_mwh'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** A price as its feed states it, before conversion to SEK/kWh. */
export interface QuotedPrice extends MarketTimeUnit {
  price: number;
  unit: PriceUnit;
  /** The feed's rate of the day. */
  sekPerEur?: number;
}

/**
 * The resolution of each of a feed's starts (ms UTC), for feeds that do not state it: 15 minutes in
 * an hour that has a start off the full hour, else 60.
 */
export function resolutionsOf(startsMs: readonly number[]): ResolutionMinutes[] {
  const hourOf = (startMs: number) => Math.floor(startMs / HOUR_MS);
  const quartered = new Set(startsMs.filter((start) => start % HOUR_MS !== 0).map(hourOf));
  return startsMs.map((start) => (quartered.has(hourOf(start)) ? 15 : 60));
}
