import { MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { RequestError } from '../refusal.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import type { ComparisonCase } from './house-case.ts';

/** Sizes times strategies of one battery-strategies call. */
export const MAX_COMPARISON_CELLS = 25;

/** Highest values that a price list may count in a month for one cell. Each further 3 make a cell cost one more. */
const VALUES_OF_ONE_CELL = 6;
const FURTHER_VALUES = 3;

/** Cells that a range costs: its nine years, without a bound on what they could save. */
export const RANGE_CELLS = 5;

/**
 * Cells that each cell counts for under a house's power charges. Planning takes longer the more highest values the
 * charges of one month count together.
 */
export function cellWeight(power: readonly PowerComponent[]): number {
  const values = Array.from({ length: MONTHS }, (_, month) =>
    power.reduce((sum, charge) => sum + (isInForce(charge, month) ? charge.highest : 0), 0),
  );
  const further = Math.max(0, Math.max(...values) - VALUES_OF_ONE_CELL);
  return 1 + Math.ceil(further / FURTHER_VALUES);
}

function isInForce({ hourFactor }: PowerComponent, month: number): boolean {
  return hourFactor.subarray(MONTH_START[month], MONTH_START[month + 1]).some((f) => f > 0);
}

/**
 * Cells of a comparison.
 * @throws RequestError invalid_parameter when its price list makes them too many
 */
export function comparisonCells({ compare, prices }: ComparisonCase): number {
  const [sizes, strategies] = [compare.sizesKwh.length, compare.strategies.length];
  const weight = cellWeight(prices.power);
  const cells = sizes * strategies * weight;
  if (cells <= MAX_COMPARISON_CELLS) return cells;
  const message = `"compare" asks for ${cells} cells (${sizes} sizes x ${strategies} strategies x ${weight}, since the power charges of prices.grid_tariff count more than ${VALUES_OF_ONE_CELL} highest values in a month), expected 1 to ${MAX_COMPARISON_CELLS}.`;
  throw new RequestError('invalid_parameter', message, 'compare');
}
