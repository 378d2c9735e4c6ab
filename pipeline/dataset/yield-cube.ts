import { type LatitudeSun, latitudeSun } from '#common/solar/latitude-sun.ts';
import {
  diffuseFractions,
  type MonthlyPlanes,
  monthlyPlanes,
} from '#common/solar/monthly-planes.ts';
import type { Climate } from '#common/solar/place-light.ts';
import { kernelMemory, planeGeometry } from '#common/solar/plane-geometry.ts';
import { SKY_MODELS } from '#common/solar/sky-models.ts';
import {
  CUBE_SIZE,
  MONTHS,
  PLANES,
  STORED_AZIMUTHS_DEG,
  TILTS_DEG,
} from '../../schemas/codec/axes.ts';
import type { PvYieldSections } from '../../schemas/codec/pv-yield-artifact.ts';
import { annualYield } from '../../schemas/codec/yield-counts.ts';
import type { SkyModelName } from '../../schemas/types.ts';
import { optima } from './optimum.ts';

/** The largest count of 16 bits. */
const COUNTS = 65535;

/** Memory of the row in work, its table first and then its optima: fresh pages for each take a twentieth of a build's time. */
const MEMORY = kernelMemory();

/** Parameters of the physics that all rows of a build share. */
export interface CubeModel {
  skyModel: SkyModelName;
  albedo: number;
  windMS: number;
  systemLoss: number;
  daysPerMonth: number;
  stepsPerDay: number;
  /** Factor on every yield, from the anchors. */
  anchorScale: number;
}

/** Cells of one latitude; monthly arrays are [cell][month], NaN unknown. */
export interface RowTask {
  latDeg: number;
  cells: number;
  ghiKwhM2: Float64Array;
  diffuseFraction: Float64Array;
  temperatureC: Float64Array;
  model: CubeModel;
}

/** The cells' sections of pv-yield.bin that the physics makes, quantised as its format says. */
export type RowCubes = Pick<
  PvYieldSections,
  | 'yield_scale'
  | 'yield'
  | 'poa_scale'
  | 'poa'
  | 'diffuse_fraction'
  | 'optimum_tilt'
  | 'optimum_yield'
>;

/** Yield cubes, in-plane irradiation and optima of all cells of one latitude row. */
export function rowCubes(task: RowTask): RowCubes {
  const { cells, model } = task;
  const sun = latitudeSun(task.latDeg, model.daysPerMonth, model.stepsPerDay);
  const planes = planeGeometry(sun, TILTS_DEG, STORED_AZIMUTHS_DEG, MEMORY);
  const pvModel = { ...model, skyModel: SKY_MODELS[model.skyModel] };
  const climates = climatesOf(task, sun);
  const coarseTilts: number[] = [];
  const out = emptyRowCubes(cells);
  for (const sums of monthlyPlanes(planes, climates, pvModel)) {
    const cell = coarseTilts.length;
    out.diffuse_fraction.set(climates[cell].diffuseFraction, cell * MONTHS);
    scaleYield(sums, model.anchorScale);
    quantiseYield(sums, cell, out);
    quantisePoa(sums, cell, out);
    coarseTilts.push(southernBest(sums));
  }
  optima(sun, climates, coarseTilts, pvModel, MEMORY).forEach(({ tiltDeg, yieldKwhKwp }, cell) => {
    out.optimum_tilt[cell] = tiltDeg;
    out.optimum_yield[cell] = notBelow(yieldKwhKwp * model.anchorScale, cell, out);
  });
  return out;
}

/** Memory for the sections of a row. */
function emptyRowCubes(cells: number): RowCubes {
  return {
    yield_scale: new Float64Array(cells * MONTHS),
    yield: new Uint16Array(cells * CUBE_SIZE),
    poa_scale: new Float64Array(cells),
    poa: new Uint16Array(cells * PLANES),
    diffuse_fraction: new Float32Array(cells * MONTHS),
    optimum_tilt: new Uint8Array(cells),
    optimum_yield: new Float64Array(cells),
  };
}

/** Climates of the cells, with known diffuse fractions. */
function climatesOf(task: RowTask, sun: LatitudeSun): Climate[] {
  return Array.from({ length: task.cells }, (_, cell) => {
    const months = [cell * MONTHS, (cell + 1) * MONTHS] as const;
    const climate = {
      ghiKwhM2: task.ghiKwhM2.subarray(...months),
      diffuseFraction: task.diffuseFraction.subarray(...months),
      temperatureC: task.temperatureC.subarray(...months),
    };
    return { ...climate, diffuseFraction: diffuseFractions(sun, climate) };
  });
}

function scaleYield({ yieldKwhKwp }: MonthlyPlanes, factor: number): void {
  for (let i = 0; i < yieldKwhKwp.length; i++) yieldKwhKwp[i] *= factor;
}

/** Turns [month][plane] into counts [plane][month]. */
function quantiseYield(sums: MonthlyPlanes, cell: number, out: RowCubes): void {
  // Sizes in locals: an imported constant is looked up again at each use.
  const [months, planes, first] = [MONTHS, PLANES, cell * CUBE_SIZE];
  for (let month = 0; month < months; month++) {
    const values = sums.yieldKwhKwp.subarray(month * planes, (month + 1) * planes);
    const scale = quantisationScale(maximum(values));
    out.yield_scale[cell * months + month] = scale;
    for (let plane = 0; plane < planes; plane++) {
      out.yield[first + plane * months + month] = countsOf(values[plane], scale);
    }
  }
}

function quantisePoa(sums: MonthlyPlanes, cell: number, out: RowCubes): void {
  const planes = PLANES;
  const annual = new Float64Array(planes);
  for (let i = 0; i < sums.poaKwhM2.length; i++) annual[i % planes] += sums.poaKwhM2[i];
  const scale = quantisationScale(maximum(annual));
  out.poa_scale[cell] = scale;
  for (let plane = 0; plane < planes; plane++) {
    out.poa[cell * planes + plane] = countsOf(annual[plane], scale);
  }
}

/** The best of the table's tilts facing south. */
function southernBest(sums: MonthlyPlanes): number {
  const south = STORED_AZIMUTHS_DEG.length - 1;
  const annual = TILTS_DEG.map((_, t) => {
    let kwh = 0;
    for (let month = 0; month < MONTHS; month++) {
      kwh += sums.yieldKwhKwp[month * PLANES + t * STORED_AZIMUTHS_DEG.length + south];
    }
    return kwh;
  });
  return TILTS_DEG[annual.indexOf(Math.max(...annual))];
}

/**
 * The optimum's yield, not below any that the counts of the cell decode to (quantisation may lift
 * one of them by half a count), rounded up to 0.0001 kWh/kWp: a factor of at most 1 for readers.
 */
function notBelow(optimumKwhKwp: number, cell: number, out: RowCubes): number {
  let best = optimumKwhKwp;
  for (let plane = 0; plane < PLANES; plane++) best = Math.max(best, annualYield(out, cell, plane));
  return Math.ceil(best * 1e4 + 1e-6) / 1e4;
}

function maximum(values: Float64Array): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > max) max = values[i];
  return max;
}

/** Scale (value per count) of a plane whose largest value is `max`: rounded up to 6 significant digits. */
export function quantisationScale(max: number): number {
  if (max === 0) return 0;
  const scale = max / COUNTS;
  const digits = 10 ** (5 - Math.floor(Math.log10(scale)));
  return Math.ceil(scale * digits) / digits;
}

/** Counts of a value; the scale is that of a plane that holds it. */
export function countsOf(value: number, scale: number): number {
  return scale === 0 ? 0 : Math.min(COUNTS, Math.round(value / scale));
}
