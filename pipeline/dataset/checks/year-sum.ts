import { monthlyGhiExtraKwhM2 } from '#solar/diffuse-fraction.ts';
import { radians } from '#solar/sun-position.ts';
import { type Grid, latOfRow } from '../../../schemas/codec/grid.ts';
import type { GhiUnit } from '../../rasters/climate-grids.ts';
import { GHI_UNITS } from '../../rasters/file-unit.ts';
import { conversionFrom } from '../../rasters/unit-conversion.ts';

/** Share of a year's extraterrestrial irradiation that reaches the ground: 0.3 to 0.7 anywhere on land. */
const USUAL_CLEARNESS = 0.45;
/** Ratios to that which no climate has. Between them the checks of months and cells decide. */
const LEAST_RATIO = 0.4;
const GREATEST_RATIO = 2.2;

/** Ratios to that which a unit must bring the values to, to be named. */
const FITS = { least: 0.6, greatest: 1.6 };
/** July, from 0. */
const JULY = 6;

/**
 * A check of a source's year over all cells: a wrong unit shows as a factor of 24 or more.
 * @param name of the rasters, for messages
 * @param unit by the recipe
 * @param months January first
 * @throws Error that names the unit that the values fit, where one does
 */
export function checkYearSum(
  grid: Grid,
  name: string,
  unit: GhiUnit,
  months: readonly { values: Float64Array }[],
): void {
  let [sum, extraterrestrial] = [0, 0];
  for (let row = 0; row < grid.rows; row++) {
    const above = monthlyGhiExtraKwhM2(radians(latOfRow(grid, row)));
    for (let index = row * grid.cols; index < (row + 1) * grid.cols; index++) {
      for (let month = 0; month < months.length; month++) {
        if (Number.isNaN(months[month].values[index])) continue;
        sum += months[month].values[index];
        extraterrestrial += above[month];
      }
    }
  }
  const ratio = sum / extraterrestrial / USUAL_CLEARNESS;
  if (!(ratio < LEAST_RATIO || ratio > GREATEST_RATIO)) return;
  const ratioIn = (other: GhiUnit) =>
    (ratio * conversionFrom(other, JULY).factor) / conversionFrom(unit, JULY).factor;
  const [nearest] = GHI_UNITS.filter(
    (other) => ratioIn(other) > FITS.least && ratioIn(other) < FITS.greatest,
  ).sort((a, b) => Math.abs(Math.log(ratioIn(a))) - Math.abs(Math.log(ratioIn(b))));
  const advice = nearest
    ? `The values fit ${nearest}: correct "unit" in the recipe, or choose another "variable"`
    : 'No unit fits. Sums of an hour for those of a day are 24 times too little, Wh for kWh 1000 times too much. Convert the file, or choose another "variable"';
  const times =
    ratio < 1 ? `${(1 / ratio).toFixed(0)} times too little` : `${ratio.toFixed(0)} times too much`;
  throw new Error(
    `${name}: the year's irradiation is about ${times} for these latitudes. ${advice}.`,
  );
}
