import type { SimulationLocation } from '../../../schemas/types.ts';
import { RequestError, unavailable } from '../refusal.ts';
import { assertCovered } from './assert-covered.ts';
import type { YieldDataset } from './dataset.ts';
import { weightsAt } from './plane-answer.ts';
import { emptyWeights, type SpatialWeights } from './spatial-weights.ts';
import { variabilityAt } from './variability.ts';

/** How years of sun lie apart. */
export interface SunYears {
  /** Yield that nine of ten years exceed, and one of ten, as multiples of the mean. */
  low: number;
  high: number;
  years: number;
  source: string;
  /** Version of the dataset that knows it. */
  version: string;
}

/** The plane of a roof that is known only by its hours: south, as most are or nearly. */
const PLANE = { tilt: 40, azimuth: 180 };

/** A yield so large that its rounding does not count. */
const MEAN_KWH_KWP = 1000;

/**
 * Looks up how years of sun lie apart at a point. Without one, in the mean of all cells.
 * @throws RequestError dataset_unavailable, outside_coverage. not_supported where the dataset does not say
 */
export function sunYears(
  data: YieldDataset | null,
  location: Pick<SimulationLocation, 'lat' | 'lng'> | null,
): SunYears {
  if (!data) throw unavailable('dataset_unavailable');
  const around = location ? weightsOf(data, location) : equalWeights(data);
  // The latitude enters only the dataset's own uncertainty.
  const plane = { ...PLANE, lat: location?.lat ?? 0 };
  const found = variabilityAt(data, around, plane, MEAN_KWH_KWP);
  const { interannual } = data.artifact.header;
  if (!found || !interannual) throw new RequestError('not_supported', NO_YEARS);
  return {
    low: found.p90_annual_kwh_kwp / MEAN_KWH_KWP,
    high: found.p10_annual_kwh_kwp / MEAN_KWH_KWP,
    years: interannual.years,
    source: interannual.source,
    version: data.dataset.version,
  };
}

const NO_YEARS =
  'A range needs to know how years of sun lie apart, which this dataset does not say. POST /api/v1/simulation answers without.';

function weightsOf({ artifact }: YieldDataset, { lat, lng }: { lat: number; lng: number }) {
  assertCovered(artifact.mask, artifact.header.coverage, lat, lng, 'location');
  return weightsAt(artifact, lat, lng);
}

function equalWeights({ artifact: { header } }: YieldDataset): SpatialWeights {
  const count = header.cells;
  return {
    ...emptyWeights(),
    count,
    cells: Int32Array.from({ length: count }, (_, cell) => cell),
    weights: new Float64Array(count).fill(1 / count),
  };
}
