/** Made-up prices for tests. */

import { HOUR_MS, hoursInYear, localYearStartMs } from '#clock/stockholm-time.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import type { PriceFile } from './price-files.ts';
import type { ResolutionMinutes, SpotPrice } from './spot-price.ts';

/** A file as the readers get it. */
export function priceFile(name: string, text: string): PriceFile {
  return { name, label: name, text };
}

/** A whole local year of hourly prices in all areas. */
export function yearOfPrices(
  year: number,
  priceOf: (area: PriceArea, startMs: number) => number,
): SpotPrice[] {
  const hours = Array.from({ length: hoursInYear(year) }, (_, hour) => hour);
  return PRICE_AREAS.flatMap((area) =>
    hours.map((hour) => {
      const startMs = localYearStartMs(year) + hour * HOUR_MS;
      return spotPrice(area, startMs, 60, priceOf(area, startMs));
    }),
  );
}

export function spotPrice(
  area: PriceArea,
  startMs: number,
  minutes: ResolutionMinutes,
  sekPerKwh: number,
): SpotPrice {
  return {
    area,
    startMs,
    minutes,
    sekPerKwh,
    where: `made up, ${new Date(startMs).toISOString()}`,
  };
}
