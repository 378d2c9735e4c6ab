import { roundTo } from '#engine/round.ts';
import {
  AZIMUTHS_DEG,
  MONTHS,
  planeIndex,
  storedAzimuthIndex,
  TILTS_DEG,
} from '../../../schemas/codec/axes.ts';
import type { PvYieldMatrix, PvYieldMatrixInput } from '../../../schemas/types.ts';
import type { CellData } from './cell-data.ts';
import { emptyYield, planeMonths, planeYields, pointNumbers } from './lookup.ts';
import { cellOf, optimalOf, weightsAt, yieldFactor } from './plane-answer.ts';

/** The answer to a matrix call without what all answers of a dataset share. */
export type MatrixAnswer = Omit<PvYieldMatrix, 'model' | 'dataset' | 'attribution'>;

/** Yields of every plane of the dataset at a covered point: of the year, and on request of each month. */
export function matrixAnswer({ artifact }: CellData, input: PvYieldMatrixInput): MatrixAnswer {
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
    cell: cellOf(artifact, around),
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
