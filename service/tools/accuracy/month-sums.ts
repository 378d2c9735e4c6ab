import { sum } from 'd3-array';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { monthOf } from './house-figures.ts';

/** Sum of each month's hours. */
export function monthSums(hours: Float64Array): number[] {
  return Array.from({ length: MONTHS }, (_, month) => sum(monthOf(hours, month)));
}
