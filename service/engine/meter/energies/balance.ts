import { type HourSums, wholeHours } from './hours.ts';

/** Hours of UTC one after the other. NaN where one is missing. */
export interface Series {
  /** In hours since 1970. */
  first: number;
  kwh: Float64Array;
}

/** Energies of a house by their role. */
export type Energies = Partial<
  Record<'bought' | 'sold' | 'net' | 'consumption' | 'production' | 'selfUse', Series>
>;

/** How a house's bought and sold energy follow from what its file has. */
export interface Balance {
  bought: Series;
  /** Null if the file has none. */
  sold: Series | null;
  how: 'measured' | 'net' | 'gross' | 'withoutSelfUse';
  /** Whether use in the sunny hours is neither all of the house's nor what the grid gave. */
  isDoubtful: boolean;
}

/** Registers that are measured at the same time are parts of a whole, and an hour without one of them is missing. */
const TOGETHER = 0.8;

/** Adds registers, phases or inverters of one role. */
export function addSeries(all: readonly HourSums[]): Series {
  const series = all.map(wholeHours);
  if (series.length === 1) return series[0];
  const [first] = series.map((each) => each.first).sort((a, b) => a - b);
  const [end] = series.map((each) => each.first + each.kwh.length).sort((a, b) => b - a);
  const kwh = new Float64Array(end - first);
  const counts = kwh.map(
    (_, i) => series.filter((each) => !Number.isNaN(at(each, first + i))).length,
  );
  const some = counts.filter((count) => count > 0).length;
  const together = counts.filter((count) => count === series.length).length;
  const least = together > TOGETHER * some ? series.length : 1;
  for (const each of series) {
    for (let i = 0; i < kwh.length; i++) kwh[i] += at(each, first + i) || 0;
  }
  return { first, kwh: kwh.map((sum, i) => (counts[i] >= least ? sum : Number.NaN)) };
}

function at({ first, kwh }: Series, hour: number): number {
  return kwh[hour - first] ?? Number.NaN;
}

/** Computes hour by hour. NaN where one of the two is missing. */
function combine(a: Series, b: Series, of: (a: number, b: number) => number): Series {
  return { first: a.first, kwh: a.kwh.map((kwh, i) => of(kwh, at(b, a.first + i))) };
}

const orZero = (kwh: number) => (Number.isNaN(kwh) ? 0 : kwh);

/**
 * Computes what a house bought and sold. Whole use with production gives the difference of the two in each hour.
 * Null if the file has no use at all.
 */
export function balance(energies: Energies): Balance | null {
  const { bought, net, consumption, production, selfUse } = energies;
  const sold = energies.sold ?? null;
  const measured = { how: 'measured', isDoubtful: false } as const;
  if (bought) return { bought, sold: sold ?? soldFrom(energies), ...measured };
  if (net) return { bought: net, sold, how: 'net', isDoubtful: false };
  if (!consumption) return null;
  if (selfUse) {
    const grid = combine(consumption, selfUse, (use, own) => Math.max(0, use - orZero(own)));
    const left = sold ?? soldFrom(energies);
    return { bought: grid, sold: left, how: 'withoutSelfUse', isDoubtful: false };
  }
  const sun = production ?? sold;
  if (!sun) return { bought: consumption, sold: null, ...measured };
  const part = useInSun(consumption, sun);
  const isDoubtful = part > 0.25 && part < 0.5;
  if (part < 0.35 || !production) {
    const isOpen = isDoubtful || part >= 0.35;
    return { bought: consumption, sold: sun, how: 'measured', isDoubtful: isOpen };
  }
  if (!sold) {
    const grid = combine(consumption, production, (use, made) => use - orZero(made));
    return { bought: grid, sold, how: 'gross', isDoubtful };
  }
  const own = combine(production, sold, (made, away) => made - orZero(away));
  const grid = combine(consumption, own, (use, sunny) => Math.max(0, use - orZero(sunny)));
  return { bought: grid, sold, how: 'gross', isDoubtful };
}

/** Energy that was produced and not used at home. */
function soldFrom({ bought, consumption, production, selfUse }: Energies): Series | null {
  if (production && selfUse)
    return combine(production, selfUse, (made, own) => Math.max(0, made - orZero(own)));
  if (!production || !consumption || !bought) return null;
  const own = combine(consumption, bought, (use, grid) => use - grid);
  return combine(production, own, (made, used) => Math.max(0, made - orZero(used)));
}

/**
 * Mean use in the sunniest hours over that of all hours: what the grid gave is near 0 then, the whole use of a house
 * is not.
 */
function useInSun(use: Series, sun: Series): number {
  const sunny = sun.kwh.filter((kwh) => kwh > 0).sort();
  const limit = sunny[Math.floor(0.75 * sunny.length)] ?? Number.POSITIVE_INFINITY;
  let [inSun, count, all, hours] = [0, 0, 0, 0];
  for (let i = 0; i < use.kwh.length; i++) {
    if (Number.isNaN(use.kwh[i])) continue;
    all += use.kwh[i];
    hours++;
    if (!(at(sun, use.first + i) >= limit)) continue;
    inSun += use.kwh[i];
    count++;
  }
  return count === 0 || all === 0 ? 0 : inSun / count / (all / hours);
}
