import { sumAll } from '#solar/kernel-sums.ts';
import { type LatitudeSun, latitudeSun } from '#solar/latitude-sun.ts';
import { diffuseFractions, type StepModel } from '#solar/monthly-planes.ts';
import type { Climate, PvModel } from '#solar/place-light.ts';
import { kernelMemory, PLACES, planeGeometry } from '#solar/plane-geometry.ts';
import {
  CUBE_SIZE,
  MONTHS,
  PLANES,
  planeIndex,
  STORED_AZIMUTHS_DEG,
  TILTS_DEG,
} from '../../../schemas/codec/axes.ts';
import { annualYield, type CellArrays, denseCounts } from '../../../schemas/codec/cell-records.ts';
import { optima } from './optimum.ts';
import { quantisePoa, quantiseYields } from './quantise.ts';
import { type CellClimates, climateOfCell } from './row-climate.ts';
import { annualYields, type YieldPlanes } from './yield-planes.ts';

/** Memory of the row in work, its table first and then its optima: fresh pages for each take a twentieth of a build's time. */
const MEMORY = kernelMemory();

/** Parameters of the physics that all rows of a build share. */
export interface CubeModel extends StepModel {
  /** Factor on every yield, from the anchors. */
  anchorScale: number;
}

/** Cells of one latitude. */
export interface RowTask extends CellClimates {
  latDeg: number;
  cells: number;
  model: CubeModel;
}

/** The cells' fields of pv-yield.bin that the physics makes, quantised as its format says. */
export type RowCubes = Pick<
  CellArrays,
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
  const climates = climatesOf(task, sun);
  const from = { planes, ...model };
  const coarseTilts: number[] = [];
  const out = emptyRowCubes(cells);
  for (let first = 0; first < cells; first += PLACES) {
    const places = climates.slice(first, first + PLACES);
    coarseTilts.push(...setCells(from, places, first, model, out));
  }
  optima(sun, climates, coarseTilts, model, MEMORY).forEach(({ tiltDeg, yieldKwhKwp }, cell) => {
    out.optimum_tilt[cell] = tiltDeg;
    out.optimum_yield[cell] = notBelow(yieldKwhKwp * model.anchorScale, cell, out);
  });
  return out;
}

/** Sets all of up to `PLACES` cells but their optima, and returns the best of the table's tilts of each. */
function setCells(
  from: YieldPlanes,
  places: readonly Climate[],
  first: number,
  model: PvModel,
  out: RowCubes,
): number[] {
  sumAll(from.planes, places, model);
  return places.map(({ diffuseFraction }, place) => {
    const cell = first + place;
    out.diffuse_fraction.set(diffuseFraction, cell * MONTHS);
    quantiseYields(from, cell, place, out);
    quantisePoa(from.planes, cell, place, out);
    return southernBest(from, place);
  });
}

/** Memory for the sections of a row, which goes from thread to thread without being copied. */
function emptyRowCubes(cells: number): RowCubes {
  const memory = (bytes: number) => new SharedArrayBuffer(cells * bytes);
  return {
    yield_scale: new Float64Array(memory(8 * MONTHS)),
    yield: new Uint16Array(memory(2 * CUBE_SIZE)),
    poa_scale: new Float64Array(memory(8)),
    poa: new Uint16Array(memory(2 * PLANES)),
    diffuse_fraction: new Float32Array(memory(4 * MONTHS)),
    optimum_tilt: new Uint8Array(memory(1)),
    optimum_yield: new Float64Array(memory(8)),
  };
}

/** Climates of the cells, with known diffuse fractions. */
export function climatesOf(task: RowTask, sun: LatitudeSun): Climate[] {
  return Array.from({ length: task.cells }, (_, cell) => {
    const climate = climateOfCell(task, cell);
    return { ...climate, diffuseFraction: diffuseFractions(sun, climate) };
  });
}

/** The table's planes that face south. */
const SOUTHERN = TILTS_DEG.map((_, tilt) => planeIndex(tilt, STORED_AZIMUTHS_DEG.length - 1));

/** The best of the table's tilts facing south, degrees. */
function southernBest(from: YieldPlanes, place: number): number {
  const southern = annualYields(from, place, SOUTHERN);
  return TILTS_DEG[southern.indexOf(Math.max(...southern))];
}

/**
 * The optimum's yield, not below any that the counts of the cell decode to (quantisation may lift
 * one of them by half a count), rounded up to 0.0001 kWh/kWp: a factor of at most 1 for readers.
 */
function notBelow(optimumKwhKwp: number, cell: number, out: RowCubes): number {
  const from = { ...out, yield: denseCounts(out.yield, CUBE_SIZE) };
  let best = optimumKwhKwp;
  for (let plane = 0; plane < PLANES; plane++) {
    best = Math.max(best, annualYield(from, cell, plane));
  }
  return Math.ceil(best * 1e4 + 1e-6) / 1e4;
}
