import { HOURS } from '../../../schemas/codec/axes.ts';
import type { Household } from '../../../schemas/types.ts';
import { billSek } from '../battery/accounting.ts';
import { privateBattery, withStandby } from '../battery/battery.ts';
import { dispatchYear, type PlainRuns } from '../battery/dispatch.ts';
import { type House, idleFlows, withoutLossySales } from '../battery/house.ts';
import type { HouseCase } from '../battery/simulate-house.ts';
import type { YearSavings } from '../cash-flow.ts';
import { householdParts } from '../house/house-load.ts';
import { sum, Z90 } from '../statistics.ts';
import { type MarketParts, movePrices } from './market-move.ts';

/** Years of a house: the middle one, and those in which one driver is low or high. */

/** Things that differ from year to year. */
export type Driver = 'priceLevel' | 'priceSpread' | 'sun' | 'load';

/** One year by its drivers, each as a multiple of the middle's. */
export type YearFactors = Record<Driver, number>;

/** A driver's value that one year of ten is below, and the one that one of ten is above. */
export interface LowHigh {
  low: number;
  high: number;
}

/** How years lie apart. */
export interface YearSpreads {
  /** Standard deviation of the logarithm of a year's mean price. */
  levelSd: number;
  /** Per cent by which the days' spread is wider in a year that is one per cent more expensive. */
  spreadPerLevel: number;
  /** Standard deviation of the logarithm of the days' spread, beyond what the level explains. */
  spreadSd: number;
  /** Standard deviation of the logarithm of a year's need of heat. */
  heatSd: number;
}

/** A house, and what its years are made of. */
export interface RangeCase extends HouseCase {
  market: MarketParts;
  spreads: YearSpreads;
  /** Sun of low and high years, as multiples of the mean. */
  sun: LowHigh;
  /** Share of the load that follows the need of heat. */
  heatShare: number;
}

/** Each driver separately, low and high. */
export interface DriverYears {
  driver: Driver;
  factors: LowHigh;
  low: YearSavings;
  high: YearSavings;
}

/** Savings of the middle year, and with each driver low and high. */
export interface RangeYears {
  middle: YearSavings;
  drivers: DriverYears[];
}

const MIDDLE: YearFactors = { priceLevel: 1, priceSpread: 1, sun: 1, load: 1 };

/** Simulates the years that a range is made of: the battery is dispatched again in each. */
export function rangeYears(rangeCase: RangeCase): RangeYears {
  const ends = driverEnds(rangeCase);
  const requested = ends.flatMap(([driver, { low, high }]) =>
    [low, high].map((factor) => ({ ...MIDDLE, [driver]: factor })),
  );
  const [middle, ...found] = savingsOfYears(rangeCase, [MIDDLE, ...requested]);
  const drivers = ends.map(([driver, factors], i) => {
    return { driver, factors, low: found[2 * i], high: found[2 * i + 1] };
  });
  return { middle, drivers };
}

function driverEnds({ spreads, sun, heatShare }: RangeCase): [Driver, LowHigh][] {
  const { levelSd, spreadSd, heatSd } = spreads;
  const lognormal = (sd: number): LowHigh => {
    const high = Math.exp(Z90 * sd);
    return { low: 1 / high, high };
  };
  return [
    ['priceLevel', lognormal(levelSd)],
    ['priceSpread', lognormal(spreadSd)],
    ['sun', sun],
    ['load', lognormal(heatShare * heatSd)],
  ];
}

/** Simulates years: without sun and battery, with the sun only, and with both. */
export function savingsOfYears(rangeCase: RangeCase, years: readonly YearFactors[]): YearSavings[] {
  const { house, prices, battery: owned, program, market, spreads } = rangeCase;
  const battery = privateBattery(owned.capacityKwh, owned.powerKw, owned, program);
  // A strategy that looks at no price does the same in all years of the same house.
  const plainRuns: PlainRuns = new Map();
  return years.map(({ sun, load, priceLevel, priceSpread }) => {
    const isSame = sun === 1 && load === 1;
    const spread = priceSpread * priceLevel ** spreads.spreadPerLevel;
    const moved = movePrices(prices, market, priceLevel, spread);
    const ofYear = withoutLossySales(isSame ? house : scaleHouse(house, sun, load), moved);
    const served = withStandby(ofYear, owned.capacityKwh, owned);
    const run = dispatchYear(served, moved, battery, owned, isSame ? plainRuns : undefined);
    const dark = { ...ofYear, pvKwh: new Float64Array(HOURS) };
    const sunSek = billSek(ofYear, moved, idleFlows());
    return {
      solarSek: billSek(dark, moved, idleFlows()) - sunSek,
      batterySek: sunSek - billSek(served, moved, run),
    };
  });
}

function scaleHouse(house: House, sun: number, load: number): House {
  return {
    ...house,
    loadKwh: house.loadKwh.map((kwh) => kwh * load),
    pvKwh: house.pvKwh.map((kwh) => kwh * sun),
  };
}

/**
 * Share of a load that is space heat by the household model.
 * @param yearlyKwh of the model without the car. Hours of one's own are taken as those of a house that uses as much
 */
export function heatShare(record: Household, loadKwh: Float64Array, yearlyKwh?: number): number {
  const sumKwh = sum(loadKwh);
  return sumKwh > 0 ? householdParts(record, yearlyKwh ?? sumKwh).space_heat / sumKwh : 0;
}
