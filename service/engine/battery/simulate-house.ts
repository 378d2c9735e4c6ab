import { sum } from '../statistics.ts';
import { accountYear, type Baseline, baseline, savedSek, type YearAccount } from './accounting.ts';
import {
  type Battery,
  fullCycles,
  type HomeBattery,
  keepsTarget,
  privateBattery,
  withStandby,
} from './battery.ts';
import { type ProgramTerms, type ProgramYear, programYear } from './battery-program.ts';
import { dispatchYear, foresightYear } from './dispatch.ts';
import { type AcFlows, type House, type Prices, withoutLossySales } from './house.ts';
import { originSplit, type SavingsSplit, type SunUse } from './savings-split.ts';

/** A house and its battery. */
export interface HouseCase {
  house: House;
  prices: Prices;
  /** Capacity 0 means none. */
  battery: HomeBattery;
  /** Null if the battery stays private. */
  program: ProgramTerms | null;
}

/** A simulated year at full precision. */
export interface HouseYear extends Baseline {
  withSystem: YearAccount;
  /** The house with the battery's stand-by power. */
  served: House;
  /** The private battery, and what it does in each hour. */
  privateBattery: Battery;
  flows: AcFlows;
  sun: SunUse;
  battery: PrivateBatteryYear;
  /** Null if the battery stays private. */
  program: ProgramYear | null;
}

/** The private battery's year. */
interface PrivateBatteryYear {
  cycles: number;
  savingsSek: number;
  /** Sums to the savings. */
  split: SavingsSplit;
  /** Savings of a plan with the whole year known in advance. Not below the real ones. */
  possibleSavingsSek: number;
  /** Savings that the reserve for outages costs. 0 without one. */
  reserveCostSek: number;
  peaks: PeakOutcome | null;
  /** The lead in savings of `arbitrage`, which takes no target, over a `combined` run that has one. Else 0. */
  arbitrageAheadSek: number;
}

/** The outcome of a strategy that takes a peak target. */
export interface PeakOutcome {
  targetKw: number | null;
  /** Null without a target. */
  met: boolean | null;
  /** Never above the peak reached: a run that begins a month with more in store can get below the search. */
  minPeakKw: Float64Array;
}

/** A peak this much above the target still meets it, kW: the caps of the plans are held to less. */
const PEAK_TOLERANCE_KW = 1e-3;

/** Simulates a house's year: without the system, only with PV, with the battery, and with foresight. */
export function simulateHouse(houseCase: HouseCase): HouseYear {
  const { prices, battery: owned, program } = houseCase;
  const house = withoutLossySales(houseCase.house, prices);
  const { capacityKwh, powerKw } = owned;
  const battery = privateBattery(capacityKwh, powerKw, owned, program);
  const served = withStandby(house, capacityKwh, owned);

  const run = dispatchYear(served, prices, battery, owned);
  const foresight = foresightYear(served, prices, battery, owned);
  const arbitrage = keepsTarget(owned)
    ? dispatchYear(served, prices, battery, { ...owned, strategy: 'arbitrage' })
    : null;

  const { withoutSystem, pvOnly } = baseline(house, prices);
  const withSystem = accountYear(served, prices, run);
  const savingsSek = savedSek(pvOnly, withSystem);
  const { sun, ...energySek } = originSplit(served, prices, battery, run);
  const peakSek = sum(pvOnly.powerSek) - sum(withSystem.powerSek);
  const foresightSek = savedSek(pvOnly, accountYear(served, prices, foresight));
  const aheadSek = arbitrage ? savedSek(withSystem, accountYear(served, prices, arbitrage)) : 0;

  return {
    withoutSystem,
    pvOnly,
    withSystem,
    served,
    privateBattery: battery,
    flows: run,
    sun,
    battery: {
      cycles: fullCycles(sum(withSystem.throughputKwh), battery),
      savingsSek,
      split: {
        // The rest of the savings: those by the sun's energy, less the stand-by power.
        selfConsumptionSek:
          served === house
            ? energySek.selfConsumptionSek
            : savingsSek - energySek.arbitrageSek - peakSek,
        arbitrageSek: energySek.arbitrageSek,
        peakSek,
      },
      possibleSavingsSek: Math.max(savingsSek, foresightSek),
      reserveCostSek: reserveCostSek(houseCase, served, withSystem),
      peaks: run.minPeakKw && peakOutcome(owned.peakTargetKw, withSystem, run.minPeakKw),
      arbitrageAheadSek: Math.max(0, aheadSek),
    },
    program: program && programYear(program, capacityKwh, powerKw),
  };
}

/** Computes the savings that a reserve for outages costs: those of the same battery without one, less the real ones. */
function reserveCostSek(
  { prices, battery: owned, program }: HouseCase,
  served: House,
  withSystem: YearAccount,
): number {
  const { reserveShare, socMin, capacityKwh, powerKw } = owned;
  if (!reserveShare.some((share) => share > socMin)) return 0;
  const battery = privateBattery(capacityKwh, powerKw, { ...owned, reserveShare: [0] }, program);
  const unreserved = dispatchYear(served, prices, battery, owned);
  return Math.max(0, savedSek(withSystem, accountYear(served, prices, unreserved)));
}

function peakOutcome(
  targetKw: number | null,
  { peakKw }: YearAccount,
  minPeakKw: Float64Array,
): PeakOutcome {
  const met =
    targetKw === null ? null : peakKw.every((peak) => peak <= targetKw + PEAK_TOLERANCE_KW);
  const reachedKw = minPeakKw.map((min, month) => Math.min(min, peakKw[month]));
  return { targetKw, met, minPeakKw: reachedKw };
}
