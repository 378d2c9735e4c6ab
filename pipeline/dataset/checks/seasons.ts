import { MONTHS } from '../../../schemas/codec/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';

/**
 * When the year's wave (its first harmonic) is highest over cells in Sweden, in months from the middle of January. Over
 * the default dataset irradiation has 4.96 to 5.15, air 6.08 (Jämtland) to 6.41 (Skåne), and single years at Stockholm
 * differ by 0.2. Air over the open Baltic has up to 6.9 (SMHI's normals).
 */
const PEAK_IN_SWEDEN = {
  ghi: { earliest: 4.65, latest: 5.65 },
  temperature: { earliest: 5.75, latest: 7 },
} as const;
const SWEDEN = { west: 10, south: 54.5, east: 25, north: 70 };

/** Months (from 0) that may be the coldest and the warmest at a place in Sweden. */
const COLDEST = [11, 0, 1];
const WARMEST = [5, 6, 7];
/** Months between the brightest and the warmest: more is no climate north of 35 degrees. */
const MOST_APART = 2;

/** Whether all needed cells are in or around Sweden. */
export function isInSweden({ needed, grid }: NeededCells): boolean {
  return needed.every((isNeeded, at) => {
    const { lat, lng } = placeOf(grid, at);
    const isInside =
      lat > SWEDEN.south && lat < SWEDEN.north && lng > SWEDEN.west && lng < SWEDEN.east;
    return !isNeeded || isInside;
  });
}

interface NeededCells {
  grid: Grid;
  /** Needed cells by grid index: 1 where the cell is needed. */
  needed: Uint8Array;
}

function placeOf(grid: Grid, at: number): { lat: number; lng: number } {
  return { lat: latOfRow(grid, Math.floor(at / grid.cols)), lng: lngOfCol(grid, at % grid.cols) };
}

/** Months by which a year in Sweden is late: 1 or more, or -1 or less where it is early. 0 where it is neither. */
export function monthsLate(
  variable: keyof typeof PEAK_IN_SWEDEN,
  means: readonly number[],
): number {
  const { earliest, latest } = PEAK_IN_SWEDEN[variable];
  const off = peakOf(means) - (earliest + latest) / 2;
  if (Math.abs(off) <= (latest - earliest) / 2) return 0;
  return Math.sign(off) * Math.max(1, Math.round(Math.abs(off)));
}

function peakOf(means: readonly number[]): number {
  const sum = (wave: (angle: number) => number) =>
    means.reduce((total, mean, month) => total + mean * wave((2 * Math.PI * month) / MONTHS), 0);
  const peak = (Math.atan2(sum(Math.sin), sum(Math.cos)) * MONTHS) / (2 * Math.PI);
  return peak < 0 ? peak + MONTHS : peak;
}

/** A month's raster on the grid. */
interface MonthValues {
  name: string;
  mean: number;
  values: Float64Array;
}

/**
 * Oddities of the seasons, for a warning: places in Sweden that are coldest or warmest in other months, and a
 * warmest month far from the brightest.
 */
export function seasonNotes(
  ghi: readonly MonthValues[],
  temperature: readonly MonthValues[],
  cells: NeededCells,
): string[] {
  if (temperature.length !== MONTHS) return [];
  const odd = isInSweden(cells) ? oddPlaces(temperature, cells) : [];
  const [brightest, warmest] = [ghi, temperature].map((months) =>
    greatestOf(months.map(({ mean }) => mean)),
  );
  const apart = Math.abs(brightest - warmest);
  if (Math.min(apart, MONTHS - apart) <= MOST_APART) return odd;
  return [
    ...odd,
    `warning: ${temperature[warmest].name}: the warmest month is ${warmest + 1} and the brightest ${brightest + 1}, expected at most ${MOST_APART} months between. Check the order of both.`,
  ];
}

function oddPlaces(temperature: readonly MonthValues[], { grid, needed }: NeededCells): string[] {
  const found: string[] = [];
  for (let at = 0; at < needed.length; at++) {
    const year = temperature.map(({ values }) => values[at]);
    if (!needed[at] || year.some(Number.isNaN)) continue;
    const [coldest, warmest] = [greatestOf(year.map((celsius) => -celsius)), greatestOf(year)];
    if (COLDEST.includes(coldest) && WARMEST.includes(warmest)) continue;
    const { lat, lng } = placeOf(grid, at);
    found.push(`${lat} N ${lng} E (coldest ${coldest + 1}, warmest ${warmest + 1})`);
  }
  if (found.length === 0) return [];
  const count = found.length === 1 ? '1 cell' : `${found.length} cells`;
  return [
    `warning: ${temperature[0].name}: at ${count} the coldest month is not 12, 1 or 2, or the warmest not 6, 7 or 8, first at ${found[0]}. Check the order of its months.`,
  ];
}

function greatestOf(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
