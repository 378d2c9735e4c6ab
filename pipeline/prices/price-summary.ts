import { mean, pairs } from 'd3-array';
import { monthlySpreads } from '#clock/daily-spread.ts';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import { MONTH_NUMBERS } from '../dataset/dataset-figures.ts';
import { placeOf, placeOrder } from '../dataset/summary.ts';
import type { SpotHours } from './spot/clock-year.ts';

/** A code, not prose. */
const CODE = /^[^\s,]+$/;

/** Fields whose text decides what a record's numbers mean. */
const MEANINGS = [
  'basis',
  'unit',
  'valid_from',
  'valid_to',
  'program',
  'clock',
  'days',
  'spot',
  'zone',
];

/**
 * The lines of prices.bin in summary.csv. `SE3 01,...` has the 24 prices of an area's month, and
 * `SE3 01 hours,...` how its days and hours vary. `tariffs.records.0.grid_fee.value,19.96` has a number of a
 * record, and `....municipalities.Umeå,1` a member of a list.
 * @param spot SEK/kWh, [area][month][clock hour]
 */
export function priceSummaryLines(
  spot: Float64Array,
  hours: SpotHours | null,
  records: object,
): string {
  const lines = PRICE_AREAS.flatMap((area, a) =>
    Array.from({ length: MONTHS }, (_, month) => {
      const first = (a * MONTHS + month) * CLOCK_HOURS;
      const prices = Array.from(spot.subarray(first, first + CLOCK_HOURS), (sek) => sek.toFixed(4));
      return `${area} ${MONTH_NUMBERS[month]},${prices.join(',')}`;
    }),
  );
  if (hours) lines.push(...hoursLines(hours));
  lines.push(...figuresOf(records, '').map(([name, value]) => `${name},${value}`));
  return `${lines.sort((a, b) => placeOrder(placeOf(a), placeOf(b))).join('\n')}\n`;
}

/** By area and month: mean spread of a day, lowest and highest hour, mean step from a day's mean to the next. */
function hoursLines({ sekPerKwh }: SpotHours): string[] {
  return PRICE_AREAS.flatMap((area, a) => {
    const year = Float64Array.from(sekPerKwh.subarray(a * HOURS, (a + 1) * HOURS));
    const spreads = monthlySpreads(year);
    return Array.from(spreads, (spread, month) => {
      const hours = year.subarray(MONTH_START[month], MONTH_START[month + 1]);
      const figures = [spread, Math.min(...hours), Math.max(...hours), meanStep(hours)];
      const name = `${area} ${MONTH_NUMBERS[month]} hours`;
      return `${name},${figures.map((figure) => figure.toFixed(4)).join(',')}`;
    });
  });
}

function meanStep(hours: Float64Array): number {
  const days = Array.from({ length: hours.length / CLOCK_HOURS }, (_, day) =>
    mean(hours.subarray(day * CLOCK_HOURS, (day + 1) * CLOCK_HOURS)),
  );
  return mean(pairs(days, (a = 0, b = 0) => Math.abs(b - a))) ?? 0;
}

/**
 * Every number in a JSON value by its dotted path. Codes in lists, and texts that decide what numbers mean,
 * are lines of value 1.
 */
function figuresOf(value: unknown, path: string): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value === 'boolean') return [[path, Number(value)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof part !== 'string') return figuresOf(part, at);
    if (!CODE.test(part)) return [];
    if (Array.isArray(value)) return [[`${path}.${part}`, 1]];
    return MEANINGS.includes(name) ? [[`${at} ${part}`, 1]] : [];
  });
}
