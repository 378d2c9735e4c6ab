import { MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { reservesPart } from '../battery/battery-program.ts';
import { RequestError } from '../refusal.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import type { ComparisonCase } from './house-case.ts';

/** Sizes times strategies of one battery-strategies call. */
export const MAX_COMPARISON_CELLS = 25;

/** Work that a price list may be in a month for one cell. Each further 3 make a cell cost one more. */
const WORK_OF_ONE_CELL = 10;
const FURTHER_WORK = 3;
/** A charge is as much work as so many highest values: its level is exchanged for its neighbour's. */
const WORK_OF_CHARGE = 2;

/** Cells that a range costs: its nine years, without a bound on what they could save. */
export const RANGE_CELLS = 5;

/**
 * Cells that each cell counts for under a house's power charges. Planning takes longer the more charges are in force in a
 * month, and the more highest values they count together. Each reserve that a month has is a year of its own.
 */
export function cellWeight({
  prices: { power },
  battery: { reserveShare },
}: Pick<ComparisonCase, 'prices' | 'battery'>): number {
  const work = Array.from({ length: MONTHS }, (_, month) =>
    power
      .filter((charge) => isInForce(charge, month))
      .reduce((sum, { highest }) => sum + WORK_OF_CHARGE + highest, 0),
  );
  const further = Math.max(0, Math.max(...work) - WORK_OF_ONE_CELL);
  return new Set(reserveShare).size * (1 + Math.ceil(further / FURTHER_WORK));
}

function isInForce({ hourFactor }: PowerComponent, month: number): boolean {
  return hourFactor.subarray(MONTH_START[month], MONTH_START[month + 1]).some((f) => f > 0);
}

/**
 * Cells of a comparison. Under a price list a battery of a program that reserves a part counts twice: all of it is
 * planned, too. A verdict without a battery costs one.
 * @param field that has the sizes
 * @throws RequestError invalid_parameter when its price list makes them too many
 */
export function comparisonCells(comparison: ComparisonCase, field = 'compare'): number {
  const { compare, prices, program } = comparison;
  const [sizes, strategies] = [compare.sizesKwh.length, compare.strategies.length];
  const isListed = prices.power.some(({ kind }) => kind === 'listed');
  const weight = cellWeight(comparison) * (isListed && reservesPart(program) ? 2 : 1);
  const cells = Math.max(1, sizes * strategies * weight);
  if (cells <= MAX_COMPARISON_CELLS) return cells;
  const message = `"${field}" asks for ${cells} cells (${sizes} sizes x ${strategies} strategies x ${weight}, by the power charges of prices.grid_tariff, battery.frequency_reserve and battery.reserve_share), expected 1 to ${MAX_COMPARISON_CELLS}.`;
  throw new RequestError('invalid_parameter', message, field);
}
