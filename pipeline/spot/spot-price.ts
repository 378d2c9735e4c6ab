import type { PriceArea } from '../../schemas/types.ts';

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

export const PRICE_UNITS = ['sek_per_kwh', 'eur_per_mwh'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** A price as its feed states it, before conversion to SEK/kWh. */
export interface QuotedPrice extends MarketTimeUnit {
  price: number;
  unit: PriceUnit;
  /** The rate that the feed itself gives for the day. */
  sekPerEur?: number;
}
