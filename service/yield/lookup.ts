import {
  AZIMUTH_STEP_DEG,
  CUBE_SIZE,
  MONTHS,
  PLANES,
  planeIndex,
  storedAzimuthIndex,
  TILT_STEP_DEG,
  TILTS,
} from '../../schemas/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/grid.ts';
import type { PvYieldArtifact } from '../../schemas/pv-yield-artifact.ts';

/** How a point lies among the cells. */
export interface SpatialWeights {
  interpolation: 'bilinear' | 'inverse_distance';
  /** Cells around the point and their weights, which sum to 1. */
  cells: number[];
  weights: number[];
  /** Of those, the cell whose centre is nearest, and that centre. */
  nearest: number;
  nearestLat: number;
  nearestLng: number;
}

/** Yields at the dataset's own system loss, unshaded, for 1 kWp. */
export interface YieldNumbers {
  monthlyKwhKwp: Float64Array;
  annualKwhKwp: number;
  poaAnnualKwhM2: number;
}

/** What of a point does not depend on the plane. */
export interface PointNumbers {
  ghiAnnualKwhM2: number;
  /** Whole degrees; the optimum faces south. */
  optimumTiltDeg: number;
  /** kWh/kWp a year, never below any yield of the point. */
  optimumAnnualKwhKwp: number;
}

/**
 * Weights of the cells around a covered point (degrees): bilinear over the four surrounding
 * centres; where one to three of those that bilinear would use are missing, inverse distance over
 * those there. Null when there is none.
 */
export function spatialWeights(
  artifact: PvYieldArtifact,
  lat: number,
  lng: number,
): SpatialWeights | null {
  const { grid, cell_index } = artifact;
  const row = lat / grid.stepDeg - grid.firstRow;
  const col = lng / grid.stepDeg - grid.firstCol;
  const south = Math.floor(row);
  const west = Math.floor(col);
  const found = { cells: [] as number[], bilinear: [] as number[], distances: [] as number[] };
  let missing = 0;
  let nearest = -1;
  let nearestPlace = { row: 0, col: 0 };
  for (let corner = 0; corner < 4; corner++) {
    const r = south + (corner >> 1);
    const c = west + (corner & 1);
    const weight = (1 - Math.abs(row - r)) * (1 - Math.abs(col - c));
    if (weight <= 0) continue;
    const cell = inGrid(grid, r, c) ? cell_index[r * grid.cols + c] : -1;
    if (cell < 0) {
      missing++;
      continue;
    }
    const distance = distanceDeg(lat, latOfRow(grid, r) - lat, lngOfCol(grid, c) - lng);
    if (nearest < 0 || distance < Math.min(...found.distances)) {
      nearest = cell;
      nearestPlace = { row: r, col: c };
    }
    found.cells.push(cell);
    found.bilinear.push(weight);
    found.distances.push(distance);
  }
  if (nearest < 0) return null;
  return {
    interpolation: missing === 0 ? 'bilinear' : 'inverse_distance',
    cells: found.cells,
    weights: normalised(missing === 0 ? found.bilinear : found.distances.map((d) => 1 / d)),
    nearest,
    nearestLat: latOfRow(grid, nearestPlace.row),
    nearestLng: lngOfCol(grid, nearestPlace.col),
  };
}

/** Yield and in-plane irradiation of a plane (degrees, azimuth below 360), bilinear in both angles within each cell. */
export function planeYield(
  artifact: PvYieldArtifact,
  { cells, weights }: SpatialWeights,
  tiltDeg: number,
  azimuthDeg: number,
): YieldNumbers {
  const { poa, poa_scale, yield: counts, yield_scale } = artifact;
  const tilt = Math.min(Math.floor(tiltDeg / TILT_STEP_DEG), TILTS - 2);
  const tiltShare = tiltDeg / TILT_STEP_DEG - tilt;
  const azimuth = Math.floor(azimuthDeg / AZIMUTH_STEP_DEG);
  const azimuthShare = azimuthDeg / AZIMUTH_STEP_DEG - azimuth;
  const monthlyKwhKwp = new Float64Array(MONTHS);
  let poaAnnualKwhM2 = 0;
  for (let corner = 0; corner < 4; corner++) {
    const up = corner >> 1;
    const on = corner & 1;
    const angular = (up ? tiltShare : 1 - tiltShare) * (on ? azimuthShare : 1 - azimuthShare);
    if (angular === 0) continue;
    const plane = planeIndex(tilt + up, storedAzimuthIndex(azimuth + on));
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      const weight = angular * weights[i];
      const at = cell * CUBE_SIZE + plane * MONTHS;
      poaAnnualKwhM2 += weight * poa_scale[cell] * poa[cell * PLANES + plane];
      for (let month = 0; month < MONTHS; month++) {
        monthlyKwhKwp[month] += weight * yield_scale[cell * MONTHS + month] * counts[at + month];
      }
    }
  }
  let annualKwhKwp = 0;
  for (let month = 0; month < MONTHS; month++) annualKwhKwp += monthlyKwhKwp[month];
  return { monthlyKwhKwp, annualKwhKwp, poaAnnualKwhM2 };
}

/** Horizontal irradiation and optimum of a point. */
export function pointNumbers(
  artifact: PvYieldArtifact,
  { cells, weights }: SpatialWeights,
): PointNumbers {
  const { ghi, optimum_tilt, optimum_yield } = artifact;
  let ghiAnnualKwhM2 = 0;
  let tilt = 0;
  let optimumAnnualKwhKwp = 0;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    tilt += weights[i] * optimum_tilt[cell];
    optimumAnnualKwhKwp += weights[i] * optimum_yield[cell];
    for (let month = 0; month < MONTHS; month++) {
      ghiAnnualKwhM2 += weights[i] * ghi[cell * MONTHS + month];
    }
  }
  return { ghiAnnualKwhM2, optimumTiltDeg: Math.round(tilt), optimumAnnualKwhKwp };
}

function inGrid(grid: Grid, row: number, col: number): boolean {
  return row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
}

/** Distance over a fraction of a degree, in degrees of latitude; a hair above 0 so that it can be divided by. */
function distanceDeg(latDeg: number, dLat: number, dLng: number): number {
  return Math.hypot(dLat, dLng * Math.cos((latDeg * Math.PI) / 180)) + 1e-12;
}

function normalised(weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}
