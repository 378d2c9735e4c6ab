import type { HouseMonths } from '#engine/battery/house-months.ts';
import { sum } from '#engine/statistics.ts';
import type { Flows } from './house-picture.tsx';

/** The savings of a year by what they are, whole SEK: they add up to the system's. */
export interface Split {
  /** By which the bill for bought electricity, with its fees, is lower. */
  lowerSek: number;
  soldSek: number;
}

/** Splits a system's savings by the income from what it sells. */
export function splitSavings(savesSek: number, months: Pick<HouseMonths, 'soldSek'>): Split {
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
