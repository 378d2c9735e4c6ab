import { monthlyGhiExtraKwhM2 } from '#common/solar/diffuse-fraction.ts';
import { radians } from '#common/solar/sun-position.ts';
import { type Grid, latOfRow } from '../../../schemas/codec/grid.ts';

/** Share of a year's extraterrestrial irradiation that reaches the ground: 0.3 to 0.7 anywhere on land. */
const USUAL_CLEARNESS = 0.45;
/** Ratios to that which no climate has. Between them the checks of months and cells decide. */
const LEAST_RATIO = 0.4;
const GREATEST_RATIO = 2.2;

const FACTORS = [
  {
    factor: 27,
    cause:
      'sums of an hour read as sums of a day (24), or means of a day for sums of the month (30)',
  },
  {
    factor: 1 / 27,
    cause:
      'sums of a day read as sums of an hour (24), or sums of the month for means of a day (30)',
  },
  { factor: 1000, cause: 'kWh read as Wh, or kJ as J' },
  { factor: 1 / 1000, cause: 'Wh read as kWh' },
];
/** How far a ratio may be from a factor that explains it. */
const NEAR = 2;

/**
 * A check of a source's year over all cells: a wrong unit of time shows as a factor of about 24 or 30.
 * @param name of the rasters, for messages
 * @param months January first
 * @throws Error that names the likely cause
 */
export function checkYearSum(
  grid: Grid,
  name: string,
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
  const explained = FACTORS.find(
    ({ factor }) => Math.abs(Math.log(ratio * factor)) < Math.log(NEAR),
  );
  const cause = explained ? `That looks like ${explained.cause}. ` : '';
  const times =
    ratio < 1 ? `${(1 / ratio).toFixed(0)} times too little` : `${ratio.toFixed(0)} times too much`;
  throw new Error(
    `${name}: the year's irradiation is about ${times} for these latitudes. ${cause}Correct "unit" in the recipe, choose another "variable", or convert the file.`,
  );
}
