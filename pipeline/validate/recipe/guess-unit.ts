import { latOfRow } from '../../../schemas/codec/grid.ts';
import type { GhiRasters } from '../../../schemas/types.ts';
import type { Frame } from '../../coverage/dataset-frame.ts';
import { expectedGhiKwhM2, greatestGhiKwhM2 } from '../../dataset/plausibility.ts';
import { openRaster, type RasterRef } from '../../rasters/open-raster.ts';
import { regrid } from '../../rasters/regrid.ts';
import { conversionFrom } from '../../rasters/unit-conversion.ts';

/** Clearness where Sweden's is not known: the middle of what climates have. */
const USUAL_CLEARNESS = 0.5;
const DAYS = 30.4;

/** A unit that numbers fit, and one that has no place in a recipe with the factor that makes it kWh/m2 a month. */
type Candidate = { unit: GhiRasters['unit'] } | { other: string; kwhM2: number };

const OTHERS: Candidate[] = [
  { other: 'kWh/m2 a day', kwhM2: DAYS },
  { other: 'Wh/m2 a day', kwhM2: DAYS / 1000 },
  { other: 'Wh/m2 a month', kwhM2: 1 / 1000 },
];

/** Guess of a unit from the values of one month. */
export interface UnitGuess {
  unit: GhiRasters['unit'];
  /** Median over the cells, in the file's numbers, and how many times the usual it is in the unit. */
  median: number;
  ofUsual: number;
  month: number;
}

/**
 * Holds a month's values over the needed cells against the usual irradiation there; the median, so that
 * pixels without sun do not count for much. Units of a recipe differ by 1.34 and more.
 * @param month from 1
 * @throws Error for a unit that no recipe takes, with the factor that makes it one
 */
export async function guessGhiUnit(
  ref: RasterRef,
  month: number,
  frame: Frame,
): Promise<UnitGuess> {
  const { values, ratios } = await readMonth(ref, month, frame);
  const median = medianOf(values);
  const ratio = medianOf(ratios);
  const known = (['kWh/m2', 'W/m2', 'J/m2'] as const).map((unit): Candidate => ({ unit }));
  const kwhM2 = (candidate: Candidate) =>
    'unit' in candidate ? conversionFrom(candidate.unit, month - 1).factor : candidate.kwhM2;
  const off = (candidate: Candidate) => Math.abs(Math.log(ratio * kwhM2(candidate)));
  const best = [...known, ...OTHERS].reduce((a, b) => (off(b) < off(a) ? b : a));
  if ('unit' in best) return { unit: best.unit, median, ofUsual: ratio * kwhM2(best), month };
  throw new Error(
    `${ref.entry ?? ref.path}: the median of month ${month} is ${median.toPrecision(3)}, which fits ${best.other}; a recipe takes kWh/m2 in the month, W/m2 or J/m2 of a mean day. Convert each month's file, for example: gdal_calc.py -A in.tif --outfile=out.tif --calc="A*${factorText(best.other)}", and make the recipe from the new files.`,
  );
}

function factorText(unit: string): string {
  return unit.endsWith('a month') ? '0.001' : unit.startsWith('kWh') ? '31' : '31/1000.0';
}

async function readMonth(
  ref: RasterRef,
  month: number,
  frame: Frame,
): Promise<{ values: number[]; ratios: number[] }> {
  const usual = new Map<number, number>();
  const usualAt = (lat: number) => {
    const known = usual.get(lat) ?? usualGhiKwhM2(lat, month);
    usual.set(lat, known);
    return known;
  };
  const cells = await neededValues(ref, frame);
  const values = cells.map(({ value }) => value);
  return { values, ratios: cells.map(({ value, lat }) => value / usualAt(lat)) };
}

function usualGhiKwhM2(lat: number, month: number): number {
  const usual = expectedGhiKwhM2(lat)[month - 1];
  return Number.isNaN(usual) ? USUAL_CLEARNESS * greatestGhiKwhM2(lat)[month - 1] : usual;
}

/**
 * Values over the needed cells, in the file's numbers.
 * @throws Error when there is none
 */
async function neededValues(
  ref: RasterRef,
  { grid, needed }: Frame,
): Promise<{ value: number; lat: number }[]> {
  const raster = await openRaster(ref);
  const cells: { value: number; lat: number }[] = [];
  try {
    const { values } = await regrid(raster, grid);
    values.forEach((value, place) => {
      if (!needed[place] || !Number.isFinite(value)) return;
      cells.push({ value, lat: latOfRow(grid, Math.floor(place / grid.cols)) });
    });
  } finally {
    await raster.close();
  }
  if (cells.length > 0) return cells;
  throw new Error(
    `${raster.name}: has no value at any needed cell; check its extent, its "crs" and its nodata value.`,
  );
}

/** Median over the needed cells, in the file's numbers. */
export async function medianValue(ref: RasterRef, frame: Frame): Promise<number> {
  return medianOf((await neededValues(ref, frame)).map(({ value }) => value));
}

/** The upper one of an even count. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
