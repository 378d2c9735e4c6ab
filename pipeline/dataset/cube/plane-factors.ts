import { mean } from 'd3-array';
import { latitudeSun } from '#solar/latitude-sun.ts';
import { planeGeometry } from '#solar/plane-geometry.ts';
import {
  type Answers,
  answersAt,
  planeFactors,
  planeScatterPct,
  type VaryingPlace,
} from '#solar/year-spread.ts';
import { MONTHS, PLANES, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../../schemas/codec/axes.ts';
import { type Grid, latOfRow } from '../../../schemas/codec/grid.ts';
import type { InterannualHeader } from '../../../schemas/types.ts';
import type { RowClimate, RowSpread } from './row-climate.ts';
import type { CubeModel } from './yield-cube.ts';

/**
 * Latitudes that the factors are the mean of. They depend on the plane and the month far more than
 * on the place: over Sweden a south roof's year moves by 2 % of the factor.
 */
const LATITUDES = 8;

/** A place whose yields vary from year to year, and how they are computed. */
interface VaryingTask {
  latDeg: number;
  place: VaryingPlace;
  model: CubeModel;
}

/** How the stored planes answer to irradiation at a place. */
export function placeAnswers({ latDeg, place, model }: VaryingTask): Answers {
  const sun = latitudeSun(latDeg, model.daysPerMonth, model.stepsPerDay);
  const planes = planeGeometry(sun, TILTS_DEG, STORED_AZIMUTHS_DEG);
  return answersAt(planes, place, model);
}

/**
 * How much the stored planes vary between years for each percent that the flat one does, and what light apart from the
 * irradiation adds, months and then the year: one table for a dataset, from the mean climates of some of its
 * latitude rows.
 * @param rows those that have cells
 * @param answersOf `placeAnswers`, or what computes it elsewhere
 */
export async function datasetPlaneSpread(
  grid: Grid,
  rows: readonly RowClimate[],
  model: CubeModel,
  answersOf: (task: VaryingTask) => Promise<Answers>,
): Promise<Pick<InterannualHeader, 'plane_factors' | 'plane_scatter_pct'>> {
  const tasks: VaryingTask[] = [];
  for (const climate of evenly(rows, LATITUDES)) {
    if (!climate.spread) continue;
    const place = meanPlace(climate, climate.spread);
    tasks.push({ latDeg: latOfRow(grid, climate.row), place, model });
  }
  if (tasks.length === 0) {
    throw new Error('Factors of planes need a dataset with a spread between years.');
  }
  const answers = await Promise.all(tasks.map(answersOf));
  return {
    plane_factors: planeFactors(answers, PLANES),
    plane_scatter_pct: planeScatterPct(answers, PLANES),
  };
}

/** Up to `count` of the values, the middles of equal parts of the list. */
function evenly<Value>(values: readonly Value[], count: number): Value[] {
  const picked = Math.min(count, values.length);
  return Array.from(
    { length: picked },
    (_, i) => values[Math.floor(((i + 0.5) * values.length) / picked)],
  );
}

function meanPlace({ ghiKwhM2, temperatureC }: RowClimate, { annualPct, monthlyPct }: RowSpread) {
  return {
    ghiKwhM2: monthlyMeans(ghiKwhM2),
    temperatureC: monthlyMeans(temperatureC),
    annualSdPct: mean(annualPct) ?? Number.NaN,
    monthlySdPct: monthlyMeans(monthlyPct),
  };
}

/** Mean over the cells of each month. Cells where it is unknown do not count. */
function monthlyMeans(values: Float64Array): number[] {
  return Array.from(
    { length: MONTHS },
    (_, month) => mean(values.filter((_, i) => i % MONTHS === month)) ?? Number.NaN,
  );
}
