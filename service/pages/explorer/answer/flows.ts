import type { HouseMonths } from '#engine/battery/house-months.ts';
import { sum } from '#engine/statistics.ts';
import type { Flows } from './house-picture.tsx';

/**
 * Splits a system's savings of a year, whole SEK, into the income from what it sells, and by what the bill for bought
 * electricity, with its fees, is lower.
 */
export function splitSavings(savesSek: number, months: Pick<HouseMonths, 'soldSek'>) {
  const soldSek = Math.round(months.soldSek);
  return { lowerSek: Math.round(savesSek) - soldSek, soldSek };
}

/** Lists the arrows of a system. */
export function listFlows(savesSek: number, months: HouseMonths): Flows {
  const { lowerSek, soldSek } = splitSavings(savesSek, months);
  const { usedKwh, soldKwh, boughtKwh, boughtSek } = months;
  return {
    used: { kwh: sum(usedKwh), sek: lowerSek },
    sold: { kwh: sum(soldKwh), sek: soldSek },
    bought: { kwh: boughtKwh, sek: boughtSek },
  };
}
