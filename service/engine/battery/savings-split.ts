import { HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { roundTo } from '../round.ts';
import type { Battery } from './battery.ts';
import {
  type AcFlows,
  type House,
  MONTH_OF_HOUR,
  NO_LIMITS,
  type Prices,
  ROUNDING_KWH,
} from './house.ts';

/** The battery's savings by where they come from, SEK. Parts may be negative. */
export interface SavingsSplit {
  /** Savings from stored PV energy. */
  selfConsumptionSek: number;
  /** Savings from energy bought to charge. */
  arbitrageSek: number;
  /** Fall of the power charge. */
  peakSek: number;
}

/** Use of the sun's energy by month, January to December, kWh. */
export interface SunUse {
  /** Used by the house, in the hour of its production or out of the battery. */
  usedKwh: Float64Array;
  /** Sold, in the hour of its production or out of the battery. Bought energy that is resold is no part of it. */
  soldKwh: Float64Array;
}

/** A year's energy by its origin. */
export interface OriginSplit extends Pick<SavingsSplit, 'selfConsumptionSek' | 'arbitrageSek'> {
  sun: SunUse;
}

/**
 * Splits a battery's savings on energy, and the sun's energy, by the origin of what is stored. Two amounts are stored,
 * from PV and from the grid. A discharge takes both in proportion. Charging costs its origin the export or import
 * price. A discharge's worth (the import price where it covers load, the export price where it is sold) is shared
 * likewise. The two parts sum to the fall of the energy bill.
 */
export function originSplit(
  { loadKwh, pvKwh, gridLimits = NO_LIMITS }: House,
  { importSekPerKwh, exportSekPerKwh }: Prices,
  { efficiency }: Battery,
  { chargeKwh, dischargeKwh }: AcFlows,
): OriginSplit {
  const roundingKwh = ROUNDING_KWH;
  const hours = HOURS;
  const sun = { usedKwh: new Float64Array(MONTHS), soldKwh: new Float64Array(MONTHS) };
  let pvStored = 0;
  let gridStored = 0;
  let selfConsumptionSek = 0;
  let arbitrageSek = 0;
  for (let t = 0; t < hours; t++) {
    const exportKw = gridLimits.exportKw[t];
    const month = MONTH_OF_HOUR[t];
    const deficit = loadKwh[t] - pvKwh[t];
    const charge = chargeKwh[t];
    const discharge = dischargeKwh[t];
    sun.usedKwh[month] += deficit < 0 ? loadKwh[t] : pvKwh[t];
    const left = deficit + charge < 0 ? -deficit - charge : 0;
    if (left > 0) sun.soldKwh[month] += left < exportKw ? left : exportKw;
    if (charge > 0) {
      const bought = deficit < 0 ? charge + deficit : charge;
      const fromGrid = bought > roundingKwh ? bought : 0;
      pvStored += (charge - fromGrid) * efficiency;
      gridStored += fromGrid * efficiency;
      // Energy that would be curtailed costs nothing to store.
      const curtailed = deficit + exportKw < 0 ? -deficit - exportKw : 0;
      const unsold = charge - fromGrid - curtailed;
      if (unsold > 0) selfConsumptionSek -= unsold * exportSekPerKwh[t];
      arbitrageSek -= fromGrid * importSekPerKwh[t];
    } else if (discharge > 0) {
      const covered = deficit <= 0 ? 0 : Math.min(discharge, deficit);
      const worthSek = covered * importSekPerKwh[t] + (discharge - covered) * exportSekPerKwh[t];
      const gridShare = gridStored > 0 ? gridStored / (pvStored + gridStored) : 0;
      const taken = discharge / efficiency;
      gridStored = Math.max(0, gridStored - taken * gridShare);
      pvStored = Math.max(0, pvStored - taken * (1 - gridShare));
      selfConsumptionSek += worthSek * (1 - gridShare);
      arbitrageSek += worthSek * gridShare;
      sun.usedKwh[month] += covered * (1 - gridShare);
      sun.soldKwh[month] += (discharge - covered) * (1 - gridShare);
    }
  }
  return { selfConsumptionSek, arbitrageSek, sun };
}

/**
 * The parts rounded to öre so that they sum to the rounded total exactly: what rounding leaves goes
 * into the largest part.
 */
export function roundedSplit(split: SavingsSplit, totalSek: number): SavingsSplit {
  const rounded = {
    selfConsumptionSek: roundTo(split.selfConsumptionSek, 2),
    arbitrageSek: roundTo(split.arbitrageSek, 2),
    peakSek: roundTo(split.peakSek, 2),
  };
  const parts = Object.keys(rounded) as (keyof SavingsSplit)[];
  const sumSek = parts.reduce((sum, part) => sum + rounded[part], 0);
  const largest = parts.reduce((a, b) => (Math.abs(split[b]) > Math.abs(split[a]) ? b : a));
  rounded[largest] = roundTo(rounded[largest] + roundTo(totalSek, 2) - sumSek, 2);
  return rounded;
}
