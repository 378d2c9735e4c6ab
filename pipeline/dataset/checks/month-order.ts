import {
  erbsDiffuseFraction,
  erbsWinterMonths,
  monthlyGhiExtraKwhM2,
} from '#solar/diffuse-fraction.ts';
import { radians } from '#solar/sun-position.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { MONTH_NAMES } from '../dataset-figures.ts';
import { monthsLate } from './seasons.ts';

/** Nearer to the equator the rainy season decides which month is the brightest. */
const LEAST_LATITUDE = 35;

/** Months (from 0) of the northern hemisphere that may be the greatest and the least. In the south half a year later. */
const EXTREMES = {
  ghi: { word: 'brightest', opposite: 'darkest', greatest: [4, 5, 6], least: [10, 11, 0] },
  temperature: {
    word: 'warmest',
    opposite: 'coldest',
    greatest: [5, 6, 7, 8],
    least: [11, 0, 1, 2],
  },
} as const;

/** Air is warmest some three weeks after the sun is highest: the middle of July, counted in months from that of January. */
const WARMEST = 6;

/** Diffuse fractions follow the clearness of their months by more than this correlation. */
const LEAST_CORRELATION = 0.5;
/** ... where that differs enough between the months to decide it. */
const LEAST_SPREAD = 0.08;
/** Months with less light say nothing of the sky, kWh/m2. */
const LEAST_GHI_KWH_M2 = 2;
/** South of it in Sweden months that are one off fit better than their own only where they are (PVGIS: 0.98 and 0.89). */
const SUNNY_IN_WINTER = 63;
/** An order is named when it fits this well. */
const FITTING_CORRELATION = 0.9;

/** A month's raster, with its mean over the needed cells. */
interface MonthBand {
  name: string;
  mean: number;
  /** Whether its file has times of its own. */
  isTimed?: boolean;
}

/**
 * Stops twelve rasters whose order cannot be January to December: the brightest or warmest month must be one of
 * this hemisphere's summer, the darkest or coldest one of its winter. In Sweden also a year that is a month off.
 * @param months January first. None, or twelve
 * @param latDeg mean latitude of the cells
 * @param inSweden whether all cells are there
 * @throws Error naming the raster that is in the wrong place, and the order found
 */
export function checkMonthOrder(
  variable: keyof typeof EXTREMES,
  months: readonly MonthBand[],
  latDeg: number,
  inSweden = false,
): void {
  if (months.length !== MONTHS || Math.abs(latDeg) < LEAST_LATITUDE) return;
  const { word, opposite, greatest, least } = EXTREMES[variable];
  const means = months.map(({ mean }) => mean);
  const usual = variable === 'ghi' ? usualGhi(latDeg) : usualTemperature(latDeg);
  const order = orderFound(means, usual);
  checkExtreme(months, Math.max(...means), word, greatest, latDeg, order);
  checkExtreme(months, Math.min(...means), opposite, least, latDeg, order);
  const late = inSweden ? monthsLate(variable, means) : 0;
  if (late !== 0) throw wrongSeason(months[means.indexOf(Math.max(...means))], word, late, order);
}

/** A year that is highest a month after, or before, any in Sweden. */
function wrongSeason(
  { name, isTimed }: MonthBand,
  word: string,
  late: number,
  order: string,
): Error {
  const months = Math.abs(late) === 1 ? 'a month' : `${Math.abs(late)} months`;
  const found = `${name}: the ${word} time of the year is ${months} ${late > 0 ? 'later' : 'earlier'} than in Sweden`;
  const dated = ', as of means that are dated when the next month begins';
  if (late !== 1) return new Error(`${found}. ${notInOrder(order)}`);
  if (!isTimed) return new Error(`${found}${dated}. ${notInOrder(order)}`);
  return new Error(
    `${found}. Its dates look a month late${dated}. Shift them with: cdo shifttime,-1month in.nc out.nc. ${IF_RIGHT}`,
  );
}

function checkExtreme(
  months: readonly MonthBand[],
  extreme: number,
  word: string,
  northern: readonly number[],
  latDeg: number,
  order: string,
): void {
  const expected = northern.map((m) => (latDeg > 0 ? m : (m + MONTHS / 2) % MONTHS));
  if (expected.some((m) => months[m].mean === extreme)) return;
  const month = months.findIndex(({ mean }) => mean === extreme);
  throw new Error(
    `${months[month].name}: month ${month + 1} is the ${word} of the twelve, expected one of ${expected.map((m) => m + 1).join(', ')}. ${notInOrder(order)}`,
  );
}

function notInOrder(order: string): string {
  return `The rasters are not in the order January to December${order}: correct their names, their bands or the bands' descriptions. ${IF_RIGHT}`;
}

const IF_RIGHT = 'If the data are right, put "accept_range": {"reason": "why"} into "ghi".';

/**
 * Stops twelve rasters of the diffuse fraction that belong to other months: it is large where little of the
 * extraterrestrial light arrives (Erbs, Klein & Duffie 1982), anywhere on Earth.
 * @param months the diffuse fraction, January first. None, or twelve
 * @param ghi irradiation of the same source, kWh/m2
 * @param inSweden whether all cells are there: then also where they are a month off
 * @throws Error naming the rasters and the order found
 */
export function checkDiffuseOrder(
  months: readonly MonthBand[],
  ghi: readonly MonthBand[],
  latDeg: number,
  inSweden = false,
): void {
  if (months.length !== MONTHS) return;
  const above = monthlyGhiExtraKwhM2(radians(latDeg));
  const isWinter = erbsWinterMonths(radians(latDeg));
  const usual = ghi.map(({ mean }, m) =>
    mean < LEAST_GHI_KWH_M2 ? Number.NaN : erbsDiffuseFraction(mean / above[m], isWinter[m]),
  );
  const known = usual.filter((share) => !Number.isNaN(share));
  const means = months.map(({ mean }) => mean);
  const isFlat = (values: readonly number[]) =>
    Math.max(...values) - Math.min(...values) < LEAST_SPREAD;
  if (isFlat(known) || isFlat(means)) return;
  const order = orderFound(means, usual);
  const isShifted = inSweden && latDeg < SUNNY_IN_WINTER && order !== '';
  if (correlation(means, usual) >= LEAST_CORRELATION && !isShifted) return;
  const largest = means.indexOf(Math.max(...means));
  const dullest = usual.indexOf(Math.max(...known));
  throw new Error(
    `${months[largest].name}: month ${largest + 1} has the largest diffuse fraction of the twelve, though by its irradiation the sky is dullest in month ${dullest + 1}. ${notInOrder(order)}`,
  );
}

function usualGhi(latDeg: number): number[] {
  return Array.from(monthlyGhiExtraKwhM2(radians(latDeg)));
}

function usualTemperature(latDeg: number): number[] {
  return Array.from(
    { length: MONTHS },
    (_, m) => Math.sign(latDeg) * Math.cos((2 * Math.PI * (m - WARMEST)) / MONTHS),
  );
}

/** The order that the values would fit: one that begins with another month. Empty where none is plain. */
function orderFound(means: readonly number[], usual: readonly number[]): string {
  const shifted = Array.from({ length: MONTHS }, (_, first) =>
    correlation(
      means,
      usual.map((_, m) => usual[(m + first) % MONTHS]),
    ),
  );
  const first = shifted.indexOf(Math.max(...shifted));
  if (first === 0 || shifted[first] < FITTING_CORRELATION) return '';
  return ` (they look like ${MONTH_NAMES[first]} to ${MONTH_NAMES[(first + MONTHS - 1) % MONTHS]})`;
}

/** Pearson's, over the months that both have. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const pairs = a.flatMap((value, m) => (Number.isNaN(value + b[m]) ? [] : [[value, b[m]]]));
  const mean = (i: number) => pairs.reduce((sum, pair) => sum + pair[i], 0) / pairs.length;
  const [meanA, meanB] = [mean(0), mean(1)];
  const sum = (of: (a: number, b: number) => number) =>
    pairs.reduce((total, [x, y]) => total + of(x - meanA, y - meanB), 0);
  const spread = Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
  return spread === 0 ? 0 : sum((x, y) => x * y) / spread;
}
