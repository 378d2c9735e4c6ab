import { schemaOf } from '../../../../schemas/checks/all-schemas.ts';
import { fillingValidator } from '../../../../schemas/checks/fill-defaults.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { isObject, within } from '../../../http/body-part.ts';
import { MAX_COMPARISON_CELLS } from '../../../http/guards/limits.ts';
import type { ComparisonRequest } from '../house-request.ts';

const SCHEMA = 'api/battery-comparison.schema.json';

const checkComparison = fillingValidator(SCHEMA);

/** A size as a JSON key. */
const NUMBER = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Checks what to compare and fills in the defaults.
 * @throws InvalidValueError naming the field; `compare` when there are no or too many cells
 */
export function readComparison(value: unknown): ComparisonRequest {
  checkCellCount(value);
  const input = isObject(value) ? { ...value } : value;
  // The check has filled in what the schema has a default for.
  const fields = within('compare', input, checkComparison) as ComparisonRequest;
  const { strategies, sizes_kwh, cost_sek_by_size: costs } = fields;
  if (costs === undefined) return { strategies, sizes_kwh };
  return { strategies, sizes_kwh, cost_sek_by_size: costsOf(costs, sizes_kwh) };
}

/** Counts before the schema looks at each size and strategy. */
function checkCellCount(value: unknown): void {
  const given = isObject(value) ? value : {};
  const sizeCount = countOf(given, 'sizes_kwh');
  const strategyCount = countOf(given, 'strategies');
  const cells = sizeCount * strategyCount;
  if (cells >= 1 && cells <= MAX_COMPARISON_CELLS) return;
  const found = `${cells} cells (${sizeCount} sizes x ${strategyCount} strategies)`;
  const problem = `asks for ${found}, expected 1 to ${MAX_COMPARISON_CELLS}`;
  throw new InvalidValueError('compare', problem);
}

/** Length of the given array, or of the schema's own. */
function countOf(given: Record<string, unknown>, name: string): number {
  const usual = schemaOf(SCHEMA).properties?.[name]?.default;
  const list = [given[name], usual].find(Array.isArray);
  return list?.length ?? 0;
}

/** The costs in the order of the sizes, each under its size as JavaScript writes it. */
function costsOf(costs: Record<string, number>, sizesKwh: readonly number[]) {
  const bySize = new Map<number, number>();
  for (const [key, costSek] of Object.entries(costs)) {
    const sizeKwh = NUMBER.test(key) ? Number(key) : Number.NaN;
    if (!sizesKwh.includes(sizeKwh) || Number.isNaN(sizeKwh))
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
