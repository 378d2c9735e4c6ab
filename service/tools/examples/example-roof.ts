/**
 * The roof of the example requests: 6.6 kWp in Stockholm, tilt 40, facing south, as twelve typical
 * days on the Swedish clock.
 */

import type { SummerTime } from '#clock/stockholm-time.ts';
import { summerTimeOf } from '#clock/stockholm-time.ts';
import { roundTo } from '#engine/round.ts';
import { clockProfile } from '#solar/clock-profile.ts';
import { STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { STOCKHOLM_GHI_KWH_M2, STOCKHOLM_TEMPERATURE_C } from '#solar/stockholm.ts';
import { MONTH_DAYS } from '../../../schemas/codec/axes.ts';

/** The question to the yield API whose months the example's months are. */
export const EXAMPLE_ROOF = { lat: 59.33, lng: 18.07, tilt: 40, azimuth: 180 };
export const EXAMPLE_KWP = 6.6;

/** Share of a typical year in Stockholm. */
const DIFFUSE_FRACTION = 0.5;

/**
 * The roof's `pv.monthly_profile`, kWh [month][clock hour]: the hours by the project's own kernel,
 * the months as given.
 * @param monthlyKwhKwp 12 values, the yield API's `monthly_kwh_kwp` for EXAMPLE_ROOF
 * @param year whose summer time the clock has
 */
export function exampleProfile(monthlyKwhKwp: readonly number[], year: number): number[][] {
  const summerTime = summerTimeOf(year);
  return monthlyKwhKwp.map((kwhKwp, month) => {
    const day = typicalDay(month, summerTime);
    const dayKwh = (kwhKwp * EXAMPLE_KWP) / MONTH_DAYS[month];
    const scale = dayKwh / day.reduce((sum, hour) => sum + hour, 0);
    return Array.from(day, (hour) => roundTo(hour * scale, 3));
  });
}

function typicalDay(month: number, summerTime: SummerTime): Float64Array {
  const { lat, lng, tilt, azimuth } = EXAMPLE_ROOF;
  const place = {
    latDeg: lat,
    month,
    ghiKwhM2: STOCKHOLM_GHI_KWH_M2[month],
    diffuseFraction: DIFFUSE_FRACTION,
    temperatureC: STOCKHOLM_TEMPERATURE_C[month],
    model: STANDARD_MODEL,
  };
  return clockProfile(place, lng, tilt, azimuth, summerTime);
}
