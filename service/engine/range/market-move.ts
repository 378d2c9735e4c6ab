import { CLOCK_HOURS, HOURS } from '../../../schemas/codec/axes.ts';
import type { Prices } from '../battery/house.ts';
import { mean } from '../statistics.ts';

/** The part of each price that follows the market, SEK/kWh in each hour: the spot price, with VAT in what is bought. */
export interface MarketParts {
  importSekPerKwh: Float64Array;
  exportSekPerKwh: Float64Array;
}

/** Prices of a year in which the market's daily means are so many times the given ones, and each hour's distance from them. */
export function movePrices(
  prices: Prices,
  market: MarketParts,
  level: number,
  spread: number,
): Prices {
  const { importSekPerKwh, exportSekPerKwh } = prices;
  return {
    ...prices,
    importSekPerKwh: moveSide(importSekPerKwh, market.importSekPerKwh, level, spread),
    exportSekPerKwh: moveSide(exportSekPerKwh, market.exportSekPerKwh, level, spread),
  };
}

function moveSide(
  price: Float64Array,
  part: Float64Array,
  level: number,
  spread: number,
): Float64Array {
  const moved = new Float64Array(HOURS);
  for (let from = 0; from < HOURS; from += CLOCK_HOURS) {
    const middle = mean(part.subarray(from, from + CLOCK_HOURS));
    const shift = (level - 1) * middle;
    for (let t = from; t < from + CLOCK_HOURS; t++) {
      moved[t] = price[t] + shift + (spread - 1) * (part[t] - middle);
    }
  }
  return moved;
}

/**
 * The market's part of a price of one's own, whose taxes and fees are not known: its distances from its daily means, on
 * the market's mean. A price that is lower than that has nothing else in it.
 */
export function ownMarketPart(price: Float64Array, marketMeanSek: number): Float64Array {
  const part = new Float64Array(HOURS);
  const ownSek = mean(price);
  const meanSek = Math.max(0, Math.min(marketMeanSek, ownSek));
  for (let from = 0; from < HOURS; from += CLOCK_HOURS) {
    const middle = mean(price.subarray(from, from + CLOCK_HOURS));
    for (let t = from; t < from + CLOCK_HOURS; t++) part[t] = price[t] - middle + meanSek;
  }
  return part;
}
