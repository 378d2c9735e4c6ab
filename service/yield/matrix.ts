import { AZIMUTHS_DEG, planeIndex, storedAzimuthIndex, TILTS_DEG } from '../../schemas/axes.ts';
import type { PvYieldMatrix, PvYieldMatrixInput } from '../../schemas/types.ts';
import { roundTo } from '../round.ts';
import type { YieldDataset } from './dataset.ts';
import { emptyYield, planeYields, pointNumbers } from './lookup.ts';
import { cellOf, optimalOf, weightsAt, yieldFactor } from './response.ts';

type OwnPart = Omit<PvYieldMatrix, 'model' | 'dataset' | 'attribution'>;

/** Yearly yields of every plane of the dataset at a covered point, as JSON. */
export function matrixJson(
  { artifact, commonJson }: YieldDataset,
  input: PvYieldMatrixInput,
): string {
  const around = weightsAt(artifact, input.lat, input.lng);
  const point = emptyYield();
  pointNumbers(artifact, around, point);
  const annualKwhKwp = planeYields(artifact, around);
  const factor = yieldFactor(artifact, input);
  const yieldOf = (tilt: number, azimuth: number) =>
    roundTo(annualKwhKwp[planeIndex(tilt, storedAzimuthIndex(azimuth))] * factor, 2);
  const own: OwnPart = {
    annual_kwh_kwp: TILTS_DEG.map((_, tilt) => AZIMUTHS_DEG.map((_, a) => yieldOf(tilt, a))),
    tilts_deg: [...TILTS_DEG],
    azimuths_deg: [...AZIMUTHS_DEG],
    optimal: optimalOf(point, factor),
    cell: cellOf(artifact, around),
    input,
  };
  return `${JSON.stringify(own).slice(0, -1)},${commonJson}`;
}
