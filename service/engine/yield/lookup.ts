import {
  AZIMUTH_STEP_DEG,
  CUBE_SIZE,
  MONTHS,
  PLANES,
  planeIndex,
  storedAzimuthIndex,
  TILT_STEP_DEG,
  TILTS,
} from '../../../schemas/codec/axes.ts';
import { annualYield } from '../../../schemas/codec/cell-records.ts';
import type { PvYieldCells } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { SpatialWeights } from './spatial-weights.ts';

/** A plane's yields at the dataset's own system loss, unshaded, for 1 kWp. */
export interface PlaneYield {
  monthlyKwhKwp: Float64Array;
  annualKwhKwp: number;
  poaAnnualKwhM2: number;
}

/** The numbers of a point that do not depend on the plane. */
export interface PointNumbers {
  ghiAnnualKwhM2: number;
  /** Whole degrees. The optimum faces south. */
  optimumTiltDeg: number;
  /** kWh/kWp a year, never below any yield of the point. */
  optimumAnnualKwhKwp: number;
}

/** An object for `planeYield` and `pointNumbers` to fill. It can be filled again and again. */
export function emptyYield(): PlaneYield & PointNumbers {
  return {
    monthlyKwhKwp: new Float64Array(MONTHS),
    annualKwhKwp: Number.NaN,
    poaAnnualKwhM2: Number.NaN,
    ghiAnnualKwhM2: Number.NaN,
    optimumTiltDeg: 0,
    optimumAnnualKwhKwp: Number.NaN,
  };
}

/** An object for `planesAround` to fill: the four stored planes around a plane, and their shares in it, which sum to 1. */
export function emptyMesh() {
  return { planes: new Int32Array(4), shares: new Float64Array(4) };
}

/** Fills `out` with the planes around a plane (degrees, azimuth below 360), bilinear in both angles. */
export function planesAround(
  tiltDeg: number,
  azimuthDeg: number,
  { planes, shares }: ReturnType<typeof emptyMesh>,
): void {
  const tilt = Math.min(Math.floor(tiltDeg / TILT_STEP_DEG), TILTS - 2);
  const up = tiltDeg / TILT_STEP_DEG - tilt;
  const azimuth = Math.floor(azimuthDeg / AZIMUTH_STEP_DEG);
  const on = azimuthDeg / AZIMUTH_STEP_DEG - azimuth;
  planes[0] = planeIndex(tilt, storedAzimuthIndex(azimuth));
  planes[1] = planeIndex(tilt, storedAzimuthIndex(azimuth + 1));
  planes[2] = planeIndex(tilt + 1, storedAzimuthIndex(azimuth));
  planes[3] = planeIndex(tilt + 1, storedAzimuthIndex(azimuth + 1));
  shares[0] = (1 - up) * (1 - on);
  shares[1] = (1 - up) * on;
  shares[2] = up * (1 - on);
  shares[3] = up * on;
}

// Filled again by each call.
const scratchMesh = emptyMesh();

/** Fills `out` with yield and in-plane irradiation of a plane (degrees, azimuth below 360), bilinear in both angles within each cell. */
export function planeYield(
  artifact: PvYieldCells,
  { count, cells, weights }: SpatialWeights,
  tiltDeg: number,
  azimuthDeg: number,
  out: PlaneYield,
): void {
  const months = MONTHS;
  const { poa_scale, yield_scale } = artifact;
  const { values: poa, first: poaFirst, stride: poaStride } = artifact.poa;
  const { values: counts, first, stride } = artifact.yield;
  const { monthlyKwhKwp } = out;

  planesAround(tiltDeg, azimuthDeg, scratchMesh);
  const [p0, p1, p2, p3] = scratchMesh.planes;
  const [s0, s1, s2, s3] = scratchMesh.shares;
  monthlyKwhKwp.fill(0);
  let poaAnnualKwhM2 = 0;

  for (let i = 0; i < count; i++) {
    const cell = cells[i];
    const weight = weights[i];
    const poaAt = poaFirst + cell * poaStride;
    const scaleAt = cell * months;
    const poaCounts =
      s0 * poa[poaAt + p0] + s1 * poa[poaAt + p1] + s2 * poa[poaAt + p2] + s3 * poa[poaAt + p3];
    poaAnnualKwhM2 += weight * poa_scale[cell] * poaCounts;
    const at = first + cell * stride;
    const m0 = at + p0 * months;
    const m1 = at + p1 * months;
    const m2 = at + p2 * months;
    const m3 = at + p3 * months;
    for (let month = 0; month < months; month++) {
      const yieldCounts =
        s0 * counts[m0 + month] +
        s1 * counts[m1 + month] +
        s2 * counts[m2 + month] +
        s3 * counts[m3 + month];
      monthlyKwhKwp[month] += weight * yield_scale[scaleAt + month] * yieldCounts;
    }
  }

  let annualKwhKwp = 0;
  for (let month = 0; month < months; month++) annualKwhKwp += monthlyKwhKwp[month];
  out.annualKwhKwp = annualKwhKwp;
  out.poaAnnualKwhM2 = poaAnnualKwhM2;
}

/** Fills `out` with horizontal irradiation and optimum of a point. */
export function pointNumbers(
  artifact: PvYieldCells,
  { count, cells, weights }: SpatialWeights,
  out: PointNumbers,
): void {
  const months = MONTHS;
  const { ghi, optimum_tilt, optimum_yield } = artifact;
  let ghiAnnualKwhM2 = 0;
  let tiltDeg = 0;
  let optimumAnnualKwhKwp = 0;
  for (let i = 0; i < count; i++) {
    const cell = cells[i];
    const weight = weights[i];
    tiltDeg += weight * optimum_tilt[cell];
    optimumAnnualKwhKwp += weight * optimum_yield[cell];
    for (let month = 0; month < months; month++) {
      ghiAnnualKwhM2 += weight * ghi[cell * months + month];
    }
  }
  out.ghiAnnualKwhM2 = ghiAnnualKwhM2;
  out.optimumTiltDeg = Math.round(tiltDeg);
  out.optimumAnnualKwhKwp = optimumAnnualKwhKwp;
}

/**
 * Yearly yields of every stored plane of a point, kWh/kWp at the dataset's own system loss,
 * unshaded: [tilt][stored azimuth].
 */
export function planeYields(
  artifact: PvYieldCells,
  { count, cells, weights }: SpatialWeights,
): Float64Array {
  const annualKwhKwp = new Float64Array(PLANES);
  for (let i = 0; i < count; i++) {
    for (let plane = 0; plane < annualKwhKwp.length; plane++) {
      annualKwhKwp[plane] += weights[i] * annualYield(artifact, cells[i], plane);
    }
  }
  return annualKwhKwp;
}

/**
 * Monthly yields of every stored plane of a point, kWh/kWp at the dataset's own system loss,
 * unshaded: [tilt][stored azimuth][month].
 */
export function planeMonths(
  artifact: PvYieldCells,
  { count, cells, weights }: SpatialWeights,
): Float64Array {
  const months = MONTHS;
  const { yield_scale } = artifact;
  const { values: counts, first, stride } = artifact.yield;
  const monthlyKwhKwp = new Float64Array(CUBE_SIZE);
  for (let i = 0; i < count; i++) {
    const scaleAt = cells[i] * months;
    const cubeAt = first + cells[i] * stride;
    for (let at = 0; at < monthlyKwhKwp.length; at++) {
      monthlyKwhKwp[at] += weights[i] * yield_scale[scaleAt + (at % months)] * counts[cubeAt + at];
    }
  }
  return monthlyKwhKwp;
}
