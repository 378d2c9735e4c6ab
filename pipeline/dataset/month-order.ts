import { MONTHS } from '../../schemas/codec/axes.ts';

/** Nearer to the equator the rainy season decides which month is the brightest. */
const LEAST_LATITUDE = 35;

/** Months (from 0) of the northern hemisphere that may be the greatest and the least; in the south half a year later. */
const EXTREMES = {
  ghi: { word: 'brightest', opposite: 'darkest', greatest: [4, 5, 6], least: [10, 11, 0] },
  temperature: {
    word: 'warmest',
    opposite: 'coldest',
    greatest: [5, 6, 7, 8],
    least: [11, 0, 1, 2],
  },
} as const;

/** A month's raster, with its mean over the needed cells. */
interface MonthBand {
  name: string;
  mean: number;
}

/**
 * Stops twelve rasters whose order cannot be January to December: the brightest or warmest month must be one of
 * this hemisphere's summer, the darkest or coldest one of its winter.
 * @param months January first; none, or twelve
 * @param latDeg mean latitude of the cells
 * @throws Error naming the raster that is in the wrong place
 */
export function checkMonthOrder(
  variable: keyof typeof EXTREMES,
  months: readonly MonthBand[],
  latDeg: number,
): void {
  if (months.length !== MONTHS || Math.abs(latDeg) < LEAST_LATITUDE) return;
  const { word, opposite, greatest, least } = EXTREMES[variable];
  const means = months.map(({ mean }) => mean);
  checkExtreme(months, Math.max(...means), word, greatest, latDeg);
  checkExtreme(months, Math.min(...means), opposite, least, latDeg);
}

function checkExtreme(
  months: readonly MonthBand[],
  extreme: number,
  word: string,
  northern: readonly number[],
  latDeg: number,
): void {
  const expected = northern.map((m) => (latDeg > 0 ? m : (m + MONTHS / 2) % MONTHS));
  if (expected.some((m) => months[m].mean === extreme)) return;
  const month = months.findIndex(({ mean }) => mean === extreme);
  throw new Error(
    `${months[month].name}: month ${month + 1} is the ${word} of the twelve, expected one of ${expected.map((m) => m + 1).join(', ')}. The rasters are not in the order January to December: correct their names or bands; if the data are right, put "accept_range": {"reason": "why"} into "ghi".`,
  );
}
