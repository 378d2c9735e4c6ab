import { CLOCK_HOURS, MONTHS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import { placeOf, placeOrder } from '../dataset/summary.ts';

/**
 * The lines of prices.bin: `SE3 01,...` are the 24 prices of an area's month; `household_shape 1,...`
 * are 24 values each of a further array; `tariffs.records.0.grid_fee.value,19.96` are the numbers
 * of the records, `....municipalities.Umeå,1` the members of their lists.
 * @param spot SEK/kWh, [area][month][clock hour]
 */
export function priceSummaryLines(
  spot: Float64Array,
  arrays: Readonly<Record<string, Float64Array>>,
  records: object,
): string {
  const lines = PRICE_AREAS.flatMap((area, a) =>
    Array.from({ length: MONTHS }, (_, month) => {
      const prices = hoursAt(spot, a * MONTHS + month, (price) => price.toFixed(4));
      return `${area} ${String(month + 1).padStart(2, '0')},${prices}`;
    }),
  );
  for (const [name, array] of Object.entries(arrays)) {
    for (let at = 0; at < array.length / CLOCK_HOURS; at++) {
      lines.push(`${name} ${at + 1},${hoursAt(array, at, (value) => value.toPrecision(5))}`);
    }
  }
  lines.push(...figuresOf(records, '').map(([name, value]) => `${name},${value}`));
  return `${lines.sort((a, b) => placeOrder(placeOf(a), placeOf(b))).join('\n')}\n`;
}

function hoursAt(values: Float64Array, at: number, text: (value: number) => string): string {
  return Array.from(values.subarray(at * CLOCK_HOURS, (at + 1) * CLOCK_HOURS), text).join(',');
}

/** Not a sentence. */
const CODE = /^[^\s,]+$/;

/** Texts that decide what a record's numbers mean. */
const MEANINGS = ['basis', 'unit', 'valid_from', 'program'];

/**
 * Every number in a JSON value by its dotted path, and as facts (of value 1) the texts that decide
 * what numbers mean and the codes in lists.
 */
function figuresOf(value: unknown, path: string): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof part !== 'string') return figuresOf(part, at);
    if (!CODE.test(part)) return [];
    if (Array.isArray(value)) return [[`${path}.${part}`, 1]];
    return MEANINGS.includes(name) ? [[`${at} ${part}`, 1]] : [];
  });
}
