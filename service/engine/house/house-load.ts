/** The load of a realistic Swedish house: one typical house, hour by hour, in an order of days that is always the same. */
import { HOURS } from '../../../schemas/codec/axes.ts';
import type { Household, HouseholdUseName } from '../../../schemas/types.ts';
import { appliancesLoad } from './appliances.ts';
import { carLoad } from './car-charging.ts';
import { hotWaterLoad } from './hot-water.ts';
import { type HouseYear, houseYear } from './house-year.ts';
import { spaceHeatLoad } from './space-heat.ts';

/** Name and version of the model, for answers. */
export const HOUSE_MODEL =
  'house-profile 1: synthetic hours in a fixed order, after measured type curves of Swedish houses';

/** The uses of a yearly total, kWh. */
export type HouseholdParts = Record<HouseholdUseName, number>;

/** Consumption of a house in a year. */
export interface HouseUse {
  yearlyKwh: number;
  evKmPerDay: number;
}

/**
 * Load of a house, kWh of each of the 8760 Swedish clock hours.
 * @param monthC 12 mean outdoor temperatures of the place, °C
 * @param calendarYear the year whose weekdays and holidays the house has
 */
export function houseLoad(
  record: Household,
  monthC: ArrayLike<number>,
  calendarYear: number,
  { yearlyKwh, evKmPerDay }: HouseUse,
): Float64Array {
  const load = carLoad(record.ev, evKmPerDay);
  const uses = useLoads(record, houseYear(monthC, calendarYear), yearlyKwh);
  for (const hours of Object.values(uses)) {
    for (let t = 0; t < HOURS; t++) load[t] += hours[t];
  }
  return load;
}

/** Load of each use of a yearly total, kWh of each hour. The car is separate. */
export function useLoads(
  record: Household,
  year: HouseYear,
  yearlyKwh: number,
): Record<HouseholdUseName, Float64Array> {
  const { uses } = record;
  const partsKwh = householdParts(record, yearlyKwh);
  return {
    household: appliancesLoad(uses.household, year, partsKwh.household),
    hot_water: hotWaterLoad(uses.hot_water, year, partsKwh.hot_water),
    space_heat: spaceHeatLoad(uses.space_heat, year, partsKwh.space_heat),
  };
}

/**
 * Splits a yearly total by use, kWh: appliances and light up to their amount, then hot water up
 * to its own, and the rest is space heat.
 */
export function householdParts({ uses }: Household, yearlyKwh: number): HouseholdParts {
  const household = Math.min(yearlyKwh, uses.household.up_to_kwh.value);
  const hotWater = Math.min(yearlyKwh - household, uses.hot_water.up_to_kwh.value);
  return { household, hot_water: hotWater, space_heat: yearlyKwh - household - hotWater };
}
