import { MONTH_START } from '../../../schemas/codec/axes.ts';

/**
 * Scales the hours of a month so that they sum to an energy.
 * @returns false, without a change, where all hours are 0
 */
export function scaleMonth(month: number, kwh: number, hours: Float64Array): boolean {
  const end = MONTH_START[month + 1];
  let sum = 0;
  for (let t = MONTH_START[month]; t < end; t++) sum += hours[t];
  if (sum === 0) return false;
  for (let t = MONTH_START[month]; t < end; t++) hours[t] *= kwh / sum;
  return true;
}
