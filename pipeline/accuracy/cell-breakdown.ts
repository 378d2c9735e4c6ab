import { latitudeSun } from '#solar/latitude-sun.ts';
import { type LossBreakdown, lossBreakdown, monthSteps } from '#solar/loss-breakdown.ts';
import type { StepModel } from '#solar/monthly-planes.ts';
import { diffuseFractions } from '#solar/monthly-planes.ts';
import { MONTHS, TILTS_DEG } from '../../schemas/codec/axes.ts';
import { colOfLng, type Grid, latOfRow, lngOfCol, rowOfLat } from '../../schemas/codec/grid.ts';
import { optima } from '../dataset/cube/optimum.ts';
import { climateOfCell, type RowClimate } from '../dataset/cube/row-climate.ts';

/** The losses of a plane, by month. */
export interface PlaneYear {
  label: string;
  tiltDeg: number;
  azimuthDeg: number;
  months: LossBreakdown[];
}

const COMPASS_TILT_DEG = 40;
const COMPASS = [
  ['S', 180],
  ['E', 90],
  ['W', 270],
  ['N', 0],
] as const;

export type CellBreakdown = NonNullable<ReturnType<typeof breakDownCell>>;

/** Climate of the cell whose centre is nearest to a point, and losses of its planes. Null if there is none. */
export function breakDownCell(
  grid: Grid,
  rows: readonly RowClimate[],
  model: StepModel,
  lat: number,
  lng: number,
) {
  const [row, col] = [rowOfLat(grid, lat), colOfLng(grid, lng)];
  const climate = rows.at(row);
  const cell = climate?.cols.indexOf(col) ?? -1;
  if (!climate || cell < 0) return null;
  const latDeg = latOfRow(grid, row);
  const sun = latitudeSun(latDeg, model.daysPerMonth, model.stepsPerDay);
  const place = climateOfCell(climate, cell);
  const kd = diffuseFractions(sun, place);
  const everywhere = TILTS_DEG.map(() => ({ ...place, diffuseFraction: kd }));
  const optimum = optima(sun, everywhere, TILTS_DEG, model).reduce((best, other) =>
    other.yieldKwhKwp > best.yieldKwhKwp ? other : best,
  );
  const year = (label: string, tiltDeg: number, azimuthDeg: number): PlaneYear => ({
    label,
    tiltDeg,
    azimuthDeg,
    months: Array.from({ length: MONTHS }, (_, month) => {
      const ghiKwhM2 = place.ghiKwhM2[month];
      const temperatureC = place.temperatureC[month];
      const climate = { latDeg, month, ghiKwhM2, diffuseFraction: kd[month], temperatureC, model };
      return lossBreakdown(monthSteps(climate, model), tiltDeg, azimuthDeg);
    }),
  });
  return {
    latDeg,
    lngDeg: lngOfCol(grid, col),
    /** Index of the source that the irradiation comes from. */
    source: climate.source[cell],
    elevationM: climate.elevationM[cell],
    ghiKwhM2: place.ghiKwhM2,
    /** NaN where the regression is used. */
    givenDiffuseFraction: place.diffuseFraction,
    diffuseFraction: kd,
    temperatureC: place.temperatureC,
    planes: [
      year('best', optimum.tiltDeg, 180),
      ...COMPASS.map(([name, azimuth]) =>
        year(`${name}${COMPASS_TILT_DEG}`, COMPASS_TILT_DEG, azimuth),
      ),
    ],
  };
}
