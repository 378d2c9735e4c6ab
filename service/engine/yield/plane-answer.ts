import {
  AZIMUTHS_DEG,
  MONTHS,
  planeIndex,
  storedAzimuthIndex,
  TILTS_DEG,
} from '../../../schemas/codec/axes.ts';
import type { PvYieldCells } from '../../../schemas/codec/pv-yield-artifact.ts';
import type {
  Cell,
  Optimal,
  PvYield,
  PvYieldInput,
  PvYieldMatrix,
  PvYieldMatrixInput,
} from '../../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { type CellData, gridDegOf } from './cell-data.ts';
import {
  emptyYield,
  type PointNumbers,
  planeMonths,
  planeYield,
  planeYields,
  pointNumbers,
} from './lookup.ts';
import { emptyWeights, type SpatialWeights, spatialWeights } from './spatial-weights.ts';
import { variabilityAt } from './variability.ts';

/** Azimuth of every optimum: the method is symmetric about noon. */
const OPTIMUM_AZIMUTH_DEG = 180;

/** The answer to a lookup without what all answers of a dataset share. */
export type PlaneAnswer = Omit<PvYield, 'model' | 'dataset' | 'attribution'>;

/** The answer's own part. */
export function planeAnswer(data: CellData, input: PvYieldInput): PlaneAnswer {
  const { artifact } = data;
  const around = weightsAt(artifact, input.lat, input.lng);
  planeYield(artifact, around, input.tilt, input.azimuth, scratchYield);
  pointNumbers(artifact, around, scratchYield);
  const { annualKwhKwp, monthlyKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumAnnualKwhKwp } =
    scratchYield;
  const factor = yieldFactor(artifact, input);
  const answer: PlaneAnswer = {
    annual_kwh_kwp: roundTo(annualKwhKwp * factor, 2),
    monthly_kwh_kwp: scaleMonths(monthlyKwhKwp, factor),
    poa_annual_kwh_m2: roundTo(poaAnnualKwhM2, 2),
    ghi_annual_kwh_m2: roundTo(ghiAnnualKwhM2, 2),
    optimal: optimalOf(scratchYield, factor),
    orientation_factor: roundTo(Math.min(1, annualKwhKwp / optimumAnnualKwhKwp), 4),
    cell: cellOf(data, around),
    input,
  };
  if (input.kwp !== undefined) {
    const kwhFactor = factor * input.kwp;
    answer.annual_kwh = roundTo(annualKwhKwp * kwhFactor, 2);
    answer.monthly_kwh = scaleMonths(monthlyKwhKwp, kwhFactor);
  }
  const variability = variabilityAt(data, around, input, annualKwhKwp * factor);
  if (variability) answer.variability = variability;
  return answer;
}

// Filled again by each answer, which is made in one go: nothing else runs in between.
const scratchWeights = emptyWeights();
const scratchYield = emptyYield();

/** Finds a covered point's place among the cells. Valid until the next call. */
export function weightsAt(artifact: PvYieldCells, lat: number, lng: number): SpatialWeights {
  if (spatialWeights(artifact, lat, lng, scratchWeights)) return scratchWeights;
  throw new Error(`The covered point ${lat}, ${lng} has no cell around it.`);
}

/** Factor from the dataset's own yields to those with another system loss and shading. Exact. */
export function yieldFactor(
  { header }: PvYieldCells,
  input: { system_loss: number; shading: number },
): number {
  return (input.shading * (1 - input.system_loss)) / (1 - header.model.system_loss);
}

/** The local optimum. Its yield scaled like the plane's. */
function optimalOf(point: PointNumbers, factor: number): Optimal {
  return {
    tilt_deg: point.optimumTiltDeg,
    azimuth_deg: OPTIMUM_AZIMUTH_DEG,
    annual_kwh_kwp: roundTo(point.optimumAnnualKwhKwp * factor, 2),
  };
}

/** The nearest cell, and how the point was interpolated. Cached: there are few cells and many lookups. */
function cellOf({ artifact, cells }: CellData, around: SpatialWeights): Cell {
  const { interpolation, nearest, nearestLat, nearestLng } = around;
  const key = interpolation === 'bilinear' ? nearest : -1 - nearest;
  const cached = cells.get(key);
  if (cached) return cached;
  const { header, radiation_db, era5_corrected, elevation } = artifact;
  const cell: Cell = {
    interpolation,
    lat: roundTo(nearestLat, 6),
    lng: roundTo(nearestLng, 6),
    radiation_db: header.radiation_dbs[radiation_db[nearest]],
    era5_corrected: era5_corrected[nearest] === 1,
    grid_deg: gridDegOf(artifact),
  };
  if (!Number.isNaN(elevation[nearest])) cell.elevation_m = roundTo(elevation[nearest], 1);
  cells.set(key, cell);
  return cell;
}

function scaleMonths(monthlyKwh: Float64Array, factor: number): number[] {
  const months = new Array<number>(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    months[month] = roundTo(monthlyKwh[month] * factor, 2);
  }
  return months;
}

/** The answer to a matrix call without what all answers of a dataset share. */
export type MatrixAnswer = Omit<PvYieldMatrix, 'model' | 'dataset' | 'attribution'>;

/** Yields of every plane of the dataset at a covered point: of the year, and on request of each month. */
export function matrixAnswer(data: CellData, input: PvYieldMatrixInput): MatrixAnswer {
  const { artifact } = data;
  const around = weightsAt(artifact, input.lat, input.lng);
  const point = emptyYield();
  pointNumbers(artifact, around, point);
  const factor = yieldFactor(artifact, input);
  const annualKwhKwp = planeYields(artifact, around);
  return {
    annual_kwh_kwp: allPlanes((plane) => roundTo(annualKwhKwp[plane] * factor, 2)),
    ...(input.months ? { monthly_kwh_kwp: monthly(planeMonths(artifact, around), factor) } : {}),
    tilts_deg: [...TILTS_DEG],
    azimuths_deg: [...AZIMUTHS_DEG],
    optimal: optimalOf(point, factor),
    cell: cellOf(data, around),
    input,
  };
}

/** [month][tilt][azimuth]. */
function monthly(monthlyKwhKwp: Float64Array, factor: number): number[][][] {
  return Array.from({ length: MONTHS }, (_, month) =>
    allPlanes((plane) => roundTo(monthlyKwhKwp[plane * MONTHS + month] * factor, 2)),
  );
}

/** [tilt][azimuth], all 36 azimuths of the 19 stored ones. */
function allPlanes(yieldOf: (storedPlane: number) => number): number[][] {
  return TILTS_DEG.map((_, tilt) =>
    AZIMUTHS_DEG.map((_, azimuth) => yieldOf(planeIndex(tilt, storedAzimuthIndex(azimuth)))),
  );
}
