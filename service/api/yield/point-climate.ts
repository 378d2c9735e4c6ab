import { DEFAULT_TEMPERATURE_C } from '#common/solar/module-yield.ts';
import type { Climate } from '#common/solar/monthly-planes.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { SpatialWeights } from './spatial-weights.ts';

/** Months of a point, by the same weights over its cells as its yields. */
export function pointClimate(artifact: PvYieldArtifact, around: SpatialWeights): Climate {
  const { ghi, diffuse_fraction, temperature } = artifact;
  return {
    ghiKwhM2: weighted(ghi, around),
    diffuseFraction: weighted(diffuse_fraction, around),
    temperatureC: weighted(temperature, around, DEFAULT_TEMPERATURE_C),
  };
}

/** @param unknown what stands for NaN */
function weighted(
  values: Float32Array,
  { count, cells, weights }: SpatialWeights,
  unknown = Number.NaN,
): Float64Array {
  const months = new Float64Array(MONTHS);
  for (let i = 0; i < count; i++) {
    for (let month = 0; month < MONTHS; month++) {
      const value = values[cells[i] * MONTHS + month];
      months[month] += weights[i] * (Number.isNaN(value) ? unknown : value);
    }
  }
  return months;
}
