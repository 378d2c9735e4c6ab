/** How far years lie apart in what a house's money depends on, apart from the sun. */

import record from '../../../fixtures/market/year-spreads.json' with { type: 'json' };
import type { PriceArea } from '../../../schemas/types.ts';
import { mean } from '../statistics.ts';
import type { YearSpreads } from './range-years.ts';

const { prices, degree_days: degreeDays } = record;

/** The years of prices, and where they are from. */
export const PRICE_YEARS = {
  years: prices.years,
  text: span(prices.years),
  source: prices.source,
};

/** Years of the need of heat, and where they are from. */
export const HEAT_YEARS = {
  text: degreeDays.tables.map(({ years }) => span(years)).join(', '),
  source: degreeDays.source,
};

/** Computes how an area's years lie apart: the line of the logarithms of spread on those of level, and what it leaves. */
export function yearSpreads(zone: PriceArea): YearSpreads {
  const levels = deviations(prices.mean[zone].map(Math.log));
  const spreads = deviations(prices.daily_spread[zone].map(Math.log));
  const spreadPerLevel = product(levels, spreads) / product(levels, levels);
  const rest = spreads.map((spread, year) => spread - spreadPerLevel * levels[year]);
  const { length } = levels;
  return {
    levelSd: Math.sqrt(product(levels, levels) / (length - 1)),
    spreadPerLevel,
    // The line has taken a slope and a mean.
    spreadSd: Math.sqrt(product(rest, rest) / (length - 2)),
    heatSd: heatSd(),
  };
}

/** Standard deviation of the logarithm of a year's degree days, each table about its own mean. */
function heatSd(): number {
  const tables = degreeDays.tables.map(({ sum }) => deviations(sum.map(Math.log)));
  const squares = tables.reduce((sum, table) => sum + product(table, table), 0);
  const freedom = tables.reduce((sum, { length }) => sum + length - 1, 0);
  return Math.sqrt(squares / freedom);
}

function deviations(values: readonly number[]): number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function span(years: readonly number[]): string {
  return `${years[0]} to ${years[years.length - 1]}`;
}
