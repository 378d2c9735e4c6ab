import type { FileUnit } from './file-unit.ts';

/** Days of a mean calendar month, leap years included: what a mean in W/m2 is multiplied by. */
const MEAN_MONTH_DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const JOULES_PER_KWH = 3.6e6;
const KELVIN_AT_0_C = 273.15;

/** How many of a unit of a day are a kWh. */
const PER_KWH_OF_DAY: Partial<Record<FileUnit, number>> = {
  'kWh/m2/day': 1,
  'Wh/m2/day': 1000,
  'MJ/m2/day': JOULES_PER_KWH / 1e6,
  'kJ/m2/day': JOULES_PER_KWH / 1e3,
  'J/m2': JOULES_PER_KWH,
};

/** kWh/m2 in a month for a mean of 1 W/m2 over day and night. */
export function kwhM2PerWM2(month: number): number {
  return (MEAN_MONTH_DAYS[month] * 24) / 1000;
}

/** Factor and term that make a file's numbers those of the unit that everything inside has: times, then plus. */
export interface Conversion {
  factor: number;
  offset: number;
}

/** The conversion of values that are in the right unit already. */
export const UNCHANGED: Conversion = { factor: 1, offset: 0 };

/** The conversion from a unit of the recipe to kWh/m2 of the month, 1, °C, m or %. J/m2 are those of a mean day. */
export function conversionFrom(unit: FileUnit, month: number): Conversion {
  if (unit === 'W/m2') return { factor: kwhM2PerWM2(month), offset: 0 };
  const perKwh = PER_KWH_OF_DAY[unit];
  if (perKwh !== undefined) return { factor: MEAN_MONTH_DAYS[month] / perKwh, offset: 0 };
  return unit === 'K' ? { factor: 1, offset: -KELVIN_AT_0_C } : UNCHANGED;
}
