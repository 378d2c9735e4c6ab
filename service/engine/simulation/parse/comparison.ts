import schema from '../../../../schemas/api/battery-comparison.schema.json' with { type: 'json' };
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import type { BatteryComparison } from '../../../../schemas/types.ts';
import { STRATEGIES } from '../../battery/strategies.ts';
import { MAX_COMPARISON_CELLS } from '../cell-weight.ts';
import type { ComparisonRequest } from '../house-request.ts';

const { sizes_kwh: SIZES_KWH } = schema.properties;

/**
 * Strategies and sizes to compare, with their defaults.
 * @throws InvalidValueError naming the field. `compare` when there are too many cells
 */
export function comparisonRequest({
  strategies = [...STRATEGIES],
  sizes_kwh = SIZES_KWH.default,
  cost_sek_by_size: costs,
}: BatteryComparison = {}): ComparisonRequest {
  const cells = sizes_kwh.length * strategies.length;
  if (cells > MAX_COMPARISON_CELLS) {
    const found = `${cells} cells (${sizes_kwh.length} sizes x ${strategies.length} strategies)`;
    throw new InvalidValueError(
      'compare',
      `asks for ${found}, expected 1 to ${MAX_COMPARISON_CELLS}`,
    );
  }
  if (costs === undefined) return { strategies, sizes_kwh };
  return { strategies, sizes_kwh, cost_sek_by_size: costsOf(costs, sizes_kwh) };
}

/** The costs in the order of the sizes, each under its size as JavaScript writes it. */
function costsOf(costs: Record<string, number>, sizesKwh: readonly number[]) {
  const bySize = new Map<number, number>();
  for (const [key, costSek] of Object.entries(costs)) {
    const sizeKwh = Number(key);
    if (!sizesKwh.includes(sizeKwh))
      throw wrongCost(key, `is no size of this comparison, expected ${sizesKwh.join(', ')}`);
    if (bySize.has(sizeKwh)) throw wrongCost(key, 'is a size that has a cost already');
    bySize.set(sizeKwh, costSek);
  }
  const given = sizesKwh.filter((size) => bySize.has(size));
  return Object.fromEntries(given.map((size) => [String(size), bySize.get(size) ?? 0]));
}

function wrongCost(key: string, problem: string): InvalidValueError {
  return new InvalidValueError(`compare.cost_sek_by_size.${key}`, problem);
}
