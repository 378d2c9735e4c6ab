import { MONTHS } from '../../schemas/codec/axes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';

/** Least share of the years that a mean is of (WMO-No. 1203, 2017: normals of 80 % of the years). */
const LEAST_SHARE = 0.8;
/** A month with less, kWh/m2, has no spread: there is no sun. */
const DARK_KWH_M2 = 0.01;

/** Sample standard deviation over the years, percent of the mean. By grid index. */
export interface YearSpread {
  annualPct: Float64Array;
  /** January first. NaN in a month without sun. */
  monthlyPct: Float64Array[];
}

/** Mean and squared deviations of a sample by place, value by value (Welford 1962). */
interface Moments {
  count: Uint16Array;
  mean: Float64Array;
  squares: Float64Array;
}

/**
 * Gathers means and spreads of years, one after the other, each year's twelve months together. Memory grows with the grid
 * and not with the years.
 */
export function gatherYears({ rows, cols }: Pick<Grid, 'rows' | 'cols'>) {
  const places = rows * cols;
  const months = Array.from({ length: MONTHS }, () => newMoments(places));
  const annual = newMoments(places);
  const sum = new Float64Array(places);
  let years = 0;
  let current: number | undefined;

  function endYear(): void {
    if (current !== undefined) addValues(annual, sum);
    current = undefined;
  }
  return {
    /** Takes values by grid index, NaN where there are none. `month` from 0. */
    add: (year: number, month: number, values: Float64Array): void => {
      if (year !== current) {
        endYear();
        sum.fill(0);
        current = year;
        years++;
      }
      addValues(months[month], values);
      for (let place = 0; place < places; place++) sum[place] += values[place];
    },
    /** By grid index: means, January first, and 1 where the mean of a month lacks a year or more. */
    means: () => {
      const lacking = Uint8Array.from(sum, (_, place) =>
        months.some(({ count }) => isMean(count[place], years) && count[place] < years) ? 1 : 0,
      );
      return { months: months.map((moments) => meanOf(moments, years)), lacking };
    },
    /** Null for a single year. */
    spread: (): YearSpread | null => {
      endYear();
      if (years < 2) return null;
      return {
        annualPct: spreadOf(annual, years),
        monthlyPct: months.map((moments) => spreadOf(moments, years)),
      };
    },
  };
}

function newMoments(places: number): Moments {
  return {
    count: new Uint16Array(places),
    mean: new Float64Array(places),
    squares: new Float64Array(places),
  };
}

function addValues({ count, mean, squares }: Moments, values: Float64Array): void {
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (Number.isNaN(value)) continue;
    const off = value - mean[place];
    count[place]++;
    mean[place] += off / count[place];
    squares[place] += off * (value - mean[place]);
  }
}

/** NaN where too few years have a value. */
function meanOf({ count, mean }: Moments, years: number): Float64Array {
  return mean.map((value, place) => (isMean(count[place], years) ? value : Number.NaN));
}

function isMean(count: number, years: number): boolean {
  return count > 0 && count >= LEAST_SHARE * years;
}

function spreadOf({ count, mean, squares }: Moments, years: number): Float64Array {
  return mean.map((value, place) => {
    const n = count[place];
    if (n < 2 || !isMean(n, years) || value < DARK_KWH_M2) return Number.NaN;
    return (100 * Math.sqrt(squares[place] / (n - 1))) / value;
  });
}
