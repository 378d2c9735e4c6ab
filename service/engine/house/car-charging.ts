import { CLOCK_HOURS, DAYS, HOURS } from '../../../schemas/codec/axes.ts';
import type { ElectricVehicle } from '../../../schemas/types.ts';

/**
 * Load of an electric car, kWh of each hour: when it has used enough since it last charged, and at the
 * year's end, it charges all of that in the record's hours, one after the other.
 */
export function carLoad(
  { kwh_per_km, charging_kw, charge_from_kwh, charging_hours }: ElectricVehicle,
  kmPerDay: number,
): Float64Array {
  const load = new Float64Array(HOURS);
  const { hours } = charging_hours;
  let usedKwh = 0;
  for (let day = 0; day < DAYS; day++) {
    usedKwh += kmPerDay * kwh_per_km.value;
    if (usedKwh < charge_from_kwh.value && day < DAYS - 1) continue;
    const kw = Math.max(charging_kw.value, usedKwh / hours.length);
    for (const hour of hours) {
      const kwh = Math.min(kw, usedKwh);
      load[day * CLOCK_HOURS + hour] = kwh;
      usedKwh -= kwh;
    }
    usedKwh = 0;
  }
  return load;
}
