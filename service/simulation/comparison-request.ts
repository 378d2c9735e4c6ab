import { InvalidValueError, validator } from '../../schemas/validate.ts';
import type { Comparison } from '../battery/compare-batteries.ts';
import { STRATEGIES } from '../battery/strategy.ts';
import { MAX_COMPARISON_CELLS } from '../limits.ts';
import { isObject, within } from './read-section.ts';

const checkComparison = validator('api/battery-comparison.schema.json');

const DEFAULT_SIZES_KWH = [0, 5, 10, 15, 20];

/** A size as a JSON key. */
const NUMBER = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Checks what to compare and fills in the defaults.
 * @throws InvalidValueError naming the field; `compare` when there are no or too many cells
 */
export function readComparison(value: unknown): Comparison {
  refuseCells(value);
  const fields = within('compare', value, checkComparison);
  const strategies = fields.strategies ?? STRATEGIES;
  const sizesKwh = fields.sizes_kwh ?? DEFAULT_SIZES_KWH;
  const costs = fields.cost_sek_by_size;
  const costSekBySize = costs === undefined ? null : costsOf(costs, sizesKwh);
  return { strategies, sizesKwh, costSekBySize };
}

/** Counts before the schema looks at each size and strategy. */
function refuseCells(value: unknown): void {
  const { sizes_kwh, strategies } = isObject(value) ? value : {};
  const sizeCount = lengthOf(sizes_kwh, DEFAULT_SIZES_KWH.length);
  const strategyCount = lengthOf(strategies, STRATEGIES.length);
  const cells = sizeCount * strategyCount;
  if (cells >= 1 && cells <= MAX_COMPARISON_CELLS) return;
  const found = `${cells} cells (${sizeCount} sizes x ${strategyCount} strategies)`;
  const problem = `asks for ${found}, expected 1 to ${MAX_COMPARISON_CELLS}`;
  throw new InvalidValueError('compare', problem);
}

function lengthOf(given: unknown, otherwise: number): number {
  return Array.isArray(given) ? given.length : otherwise;
}

function costsOf(costs: Record<string, number>, sizesKwh: readonly number[]): number[] {
  const bySize = sizesKwh.map(() => Number.NaN);
  for (const [key, costSek] of Object.entries(costs)) {
    const at = NUMBER.test(key) ? sizesKwh.indexOf(Number(key)) : -1;
    if (at < 0)
      throw wrongCost(key, `is no size of this comparison, expected ${sizesKwh.join(', ')}`);
    if (!Number.isNaN(bySize[at])) throw wrongCost(key, 'is a size that has a cost already');
    bySize[at] = costSek;
  }
  return bySize;
}

function wrongCost(key: string, problem: string): InvalidValueError {
  return new InvalidValueError(`compare.cost_sek_by_size.${key}`, problem);
}
