/** What a house's savings may be: years in which one driver is low or high, and the range of all. */
import { HOURS } from '../../../schemas/codec/axes.ts';
import type { BatteryStrategy, PriceArea } from '../../../schemas/types.ts';
import { idleFlows } from '../battery/battery.ts';
import { programYear } from '../battery/battery-program.ts';
import { dispatchYear } from '../battery/dispatch.ts';
import { privateBattery } from '../battery/home-battery.ts';
import { billSek, type House } from '../battery/house.ts';
import type { HouseCase } from '../battery/simulate-house.ts';
import type { Dispatch } from '../battery/strategy.ts';
import { type MarketParts, movePrices } from './market-move.ts';
import { type Effect, type Range, rangeOf, TENTH } from './quantiles.ts';
import { HEAT_SD, priceYears } from './year-spreads.ts';

/** What differs from year to year. */
export type Driver = 'priceLevel' | 'priceSpread' | 'sun' | 'load';

/** One year by its drivers, each as a multiple of the middle's. */
export type YearFactors = Record<Driver, number>;

/** A driver's value that one year of ten is below, and the one that one of ten is above. */
export interface LowHigh {
  low: number;
  high: number;
}

/** A house, and what its years are made of. */
export interface RangeCase extends HouseCase {
  market: MarketParts;
  zone: PriceArea;
  /** Sun of low and high years, as multiples of the mean. */
  sun: LowHigh;
  /** Share of the load that follows the need of heat. */
  heatShare: number;
}

/** Savings of a year, SEK. */
export interface YearSavings {
  solarSek: number;
  batterySek: number;
}

/** A driver alone low and high. */
export interface DriverYears {
  driver: Driver;
  factors: LowHigh;
  low: YearSavings;
  high: YearSavings;
}

/** Savings of the middle year, with each driver low and high, and of all years, SEK. */
export interface HouseRange {
  middle: YearSavings;
  /** Income of the battery program, the same in all years. */
  incomeSek: number;
  /** What moves the savings most comes first. */
  drivers: DriverYears[];
  savingsSek: Range;
  batterySavingsSek: Range;
  /** Mean savings of many years, in which sun and cold even out and prices last. */
  lastingSek: Range;
}

const MIDDLE: YearFactors = { priceLevel: 1, priceSpread: 1, sun: 1, load: 1 };

/** Drivers whose years are independent of each other. */
const EVENS_OUT: readonly Driver[] = ['sun', 'load'];

/**
 * Computes the range of a house's savings: the battery is dispatched anew in every year.
 * @param years whose mean lasting savings are
 */
export function houseRange(rangeCase: RangeCase, years: number): HouseRange {
  const ends = driverEnds(rangeCase);
  const asked = ends.flatMap(([driver, { low, high }]) => [
    { ...MIDDLE, [driver]: low },
    { ...MIDDLE, [driver]: high },
  ]);
  const [middle, ...found] = savingsOfYears(rangeCase, [MIDDLE, ...asked]);
  const drivers = ends.map(([driver, factors], i) => {
    return { driver, factors, low: found[2 * i], high: found[2 * i + 1] };
  });
  const total = ({ solarSek, batterySek }: YearSavings) => solarSek + batterySek;
  const rangeBy = (of: (savings: YearSavings) => number, draws: number) =>
    rangeOf(
      of(middle),
      drivers.map((one) => effectOf(one, of, of(middle), draws)),
    );
  return {
    middle,
    incomeSek: incomeOf(rangeCase),
    drivers: drivers.toSorted((a, b) => swing(b) - swing(a)),
    savingsSek: rangeBy(total, 1),
    batterySavingsSek: rangeBy(({ batterySek }) => batterySek, 1),
    lastingSek: rangeBy(total, years),
  };
}

function effectOf(
  { driver, low, high }: DriverYears,
  of: (savings: YearSavings) => number,
  middleSek: number,
  draws: number,
): Effect {
  return {
    low: of(low) - middleSek,
    high: of(high) - middleSek,
    draws: EVENS_OUT.includes(driver) ? draws : 1,
  };
}

function swing({ low, high }: DriverYears): number {
  return Math.abs(high.solarSek + high.batterySek - low.solarSek - low.batterySek);
}

function driverEnds({ zone, sun, heatShare }: RangeCase): [Driver, LowHigh][] {
  const { levelSd, spreadSd } = priceYears(zone);
  const lognormal = (sd: number): LowHigh => ({
    low: Math.exp(-TENTH * sd),
    high: Math.exp(TENTH * sd),
  });
  return [
    ['priceLevel', lognormal(levelSd)],
    ['priceSpread', lognormal(spreadSd)],
    ['sun', sun],
    ['load', lognormal(heatShare * HEAT_SD)],
  ];
}

/** Simulates years: without sun and battery, with the sun alone, and with both. */
export function savingsOfYears(rangeCase: RangeCase, years: readonly YearFactors[]): YearSavings[] {
  const { house, prices, battery: owned, program, market, zone } = rangeCase;
  const battery = privateBattery(owned.capacityKwh, owned.powerKw, owned, program);
  const { spreadPerLevel } = priceYears(zone);
  // A strategy that looks at no price does the same in all years of the same house.
  const blind = new Map<BatteryStrategy, Dispatch>();
  return years.map(({ sun, load, priceLevel, priceSpread }) => {
    const isSame = sun === 1 && load === 1;
    const ofYear = isSame ? house : scaleHouse(house, sun, load);
    const spread = priceSpread * priceLevel ** spreadPerLevel;
    const moved = movePrices(prices, market, priceLevel, spread);
    const run = dispatchYear(ofYear, moved, battery, owned, isSame ? blind : new Map());
    const dark = { ...ofYear, pvKwh: new Float64Array(HOURS) };
    const sunSek = billSek(ofYear, moved, idleFlows());
    return {
      solarSek: billSek(dark, moved, idleFlows()) - sunSek,
      batterySek: sunSek - billSek(ofYear, moved, run),
    };
  });
}

function scaleHouse({ loadKwh, pvKwh }: House, sun: number, load: number): House {
  return { loadKwh: loadKwh.map((kwh) => kwh * load), pvKwh: pvKwh.map((kwh) => kwh * sun) };
}

function incomeOf({ program, battery }: RangeCase): number {
  return program ? programYear(program, battery.capacityKwh, battery.powerKw).incomeSek : 0;
}
