import { CLOCK_HOURS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { HOUSEHOLD_USES, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { Household, HouseholdUseName, PriceArea } from '../../../schemas/types.ts';
import { PROFILE, repeatProfile } from './series.ts';

/** The uses of a yearly total, kWh. */
export type HouseholdParts = Record<HouseholdUseName, number>;

/**
 * Splits a yearly total by use, kWh: appliances and light up to their amount, then hot water up
 * to its own, and the rest is space heat.
 */
export function householdParts({ uses }: Household, yearlyKwh: number): HouseholdParts {
  const household = Math.min(yearlyKwh, uses.household.up_to_kwh.value);
  const hotWater = Math.min(yearlyKwh - household, uses.hot_water.up_to_kwh.value);
  return { household, hot_water: hotWater, space_heat: yearlyKwh - household - hotWater };
}

/**
 * Load of the household model, kWh of each of the 8760 hours: the parts of the yearly use, each by
 * its shape in the area, and on every day an electric car that charges evenly over the record's
 * night hours.
 */
export function householdLoad(
  prices: PricesArtifact,
  zone: PriceArea,
  yearlyKwh: number,
  evKmPerDay: number,
): Float64Array {
  const { household } = prices.header;
  const profile = evProfile(household, evKmPerDay);
  const partsKwh = householdParts(household, yearlyKwh);
  for (const use of HOUSEHOLD_USES) {
    const useKwh = useProfile(prices, zone, use, partsKwh[use]);
    for (let at = 0; at < PROFILE; at++) profile[at] += useKwh[at];
  }
  return repeatProfile(profile);
}

/** Load of a use, kWh of each hour [month][clock hour], from a year's `kwh` for it. */
export function useProfile(
  prices: PricesArtifact,
  zone: PriceArea,
  use: HouseholdUseName,
  kwh: number,
): Float64Array {
  const row = PRICE_AREAS.indexOf(zone) * HOUSEHOLD_USES.length + HOUSEHOLD_USES.indexOf(use);
  const shape = prices.household_shape.subarray(row * PROFILE, (row + 1) * PROFILE);
  return shape.map((share) => kwh * share);
}

/** kWh of the car, [month][clock hour]. */
function evProfile({ ev }: Household, kmPerDay: number): Float64Array {
  const { hours } = ev.charging_hours;
  const chargingKwh = (kmPerDay * ev.kwh_per_km.value) / hours.length;
  return Float64Array.from({ length: PROFILE }, (_, at) =>
    hours.includes(at % CLOCK_HOURS) ? chargingKwh : 0,
  );
}
