import { CLOCK_HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { sum } from '../statistics.ts';
import { type RoofLight, setHourlyYield } from './hours/hourly-yield.ts';
import type { PlaneYield } from './lookup.ts';
import type { SeriesFace } from './series-input.ts';

/**
 * Computes the production of a face: its months are the lookup's, less what the horizon, then shading and snow take.
 * @param kwp by which the lookup's yields count, system loss and one multiplier of shading included
 * @param hours filled with the production in each Swedish clock hour, kWh
 */
export function faceYear(
  { input, shading, snow: loss }: SeriesFace,
  { monthlyKwhKwp, annualKwhKwp }: PlaneYield,
  kwp: number,
  light: RoofLight,
  hours: Float64Array,
) {
  const monthlyKwh = monthlyKwhKwp.map((kwhKwp) => kwhKwp * kwp);
  const plane = { tiltDeg: input.tilt, azimuthDeg: input.azimuth, monthlyKwh };
  setHourlyYield(light, plane, hours);
  const hiddenKwh = monthlyKwh.map((kwh, month) => monthlyKwhKwp[month] * kwp - kwh);
  if (shading) {
    const left = shadeHours(shading, hours, monthlyKwh);
    for (let month = 0; month < hiddenKwh.length; month++) hiddenKwh[month] *= left[month];
  }
  const unsnowyKwh = sum(monthlyKwh);
  if (loss) {
    shadeHours(snowFactors(loss), hours, monthlyKwh);
    for (let month = 0; month < hiddenKwh.length; month++) hiddenKwh[month] *= 1 - loss[month];
  }
  const isWhole = !light.obstructed && !shading && !loss;
  const annualKwh = isWhole ? annualKwhKwp * kwp : sum(monthlyKwh);
  return {
    monthlyKwh,
    annualKwh,
    /** Energy of the year that the horizon takes, as far as shading and snow would leave it. */
    horizonKwh: sum(hiddenKwh),
    /** Share of each month that snow takes, and the year's sum of it. Undefined where the caller gives none. */
    snow: loss && { loss, kwh: unsnowyKwh - annualKwh },
  };
}

/** Multipliers of the hours for the shares that snow takes, [month][clock hour]. */
function snowFactors(loss: readonly number[]): number[][] {
  return loss.map((share) => Array(CLOCK_HOURS).fill(1 - share));
}

/** Shades the hours of a face and its months with them. @returns the share of each month that is left */
function shadeHours(
  factors: readonly number[][],
  hours: Float64Array,
  monthlyKwh: Float64Array,
): Float64Array {
  return monthlyKwh.map((unshadedKwh, month) => {
    let kwh = 0;
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      hours[t] *= factors[month][t % CLOCK_HOURS];
      kwh += hours[t];
    }
    monthlyKwh[month] = kwh;
    return unshadedKwh > 0 ? kwh / unshadedKwh : 1;
  });
}
