import { PRICE_AREAS } from '../../schemas/price-area.ts';
import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { PriceArea } from '../../schemas/types.ts';
import { HOURS_PER_DAY } from './calendar.ts';
import { PROFILE, repeatProfile } from './series.ts';

/**
 * Load of the household model, kWh of each of the 8760 hours: the area's household shape times the
 * yearly use, and on every day an electric car that charges evenly over the record's night hours.
 */
export function householdLoad(
  prices: PricesArtifact,
  zone: PriceArea,
  yearlyKwh: number,
  evKmPerDay: number,
): Float64Array {
  const first = PRICE_AREAS.indexOf(zone) * PROFILE;
  const shape = prices.household_shape.subarray(first, first + PROFILE);
  const { kwh_per_km, charging_hours } = prices.header.household.ev;
  const evKwh = (evKmPerDay * kwh_per_km.value) / charging_hours.hours.length;
  const profile = shape.map((share, at) => {
    const charging = charging_hours.hours.includes(at % HOURS_PER_DAY);
    return share * yearlyKwh + (charging ? evKwh : 0);
  });
  return repeatProfile(profile);
}
