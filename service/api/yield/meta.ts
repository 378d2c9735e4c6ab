import { roundTo } from '#engine/round.ts';
import { MAX_COMPARISON_CELLS, RANGE_CELLS } from '#engine/simulation/cell-weight.ts';
import { gridDegOf } from '#engine/yield/cell-data.ts';
import type { YieldDataset } from '#engine/yield/dataset.ts';
import batch from '../../../schemas/api/pv-yield-batch-request.schema.json' with { type: 'json' };
import series from '../../../schemas/api/pv-yield-series-request.schema.json' with { type: 'json' };
import consumption from '../../../schemas/api/simulation-consumption.schema.json' with {
  type: 'json',
};
import {
  AZIMUTH_CONVENTION,
  AZIMUTHS_DEG,
  HOURS,
  MONTHS,
  planeAt,
  TILTS_DEG,
} from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type {
  DatasetVariability,
  InterannualHeader,
  Limits,
  PvYieldMeta,
  Uncertainty,
} from '../../../schemas/types.ts';
import {
  type CallLimits,
  CONCURRENT_SIMULATIONS,
  FREE_REFUSALS,
  MAX_BODY_BYTES,
  type TierLimit,
  WINDOW_S,
} from '../../http/guards/limits.ts';

/** Describes the dataset's coverage and accuracy, and the limits of this service. */
export function metaOf(
  { artifact, dataset, attribution }: YieldDataset,
  limits: CallLimits,
  baseUrl: string,
): PvYieldMeta {
  const { interannual, uncertainty } = artifact.header;
  return {
    coverage: {
      country: artifact.header.coverage,
      bbox: bboxOf(artifact),
      cells: artifact.header.cells,
      grid_deg: gridDegOf(artifact),
    },
    accuracy: artifact.header.accuracy,
    ...(interannual ? { variability: variabilityOf(interannual, uncertainty) } : {}),
    limits: limitsOf(limits),
    angles: {
      tilts_deg: [...TILTS_DEG],
      azimuths_deg: [...AZIMUTHS_DEG],
      azimuth_convention: AZIMUTH_CONVENTION,
      symmetric: true,
    },
    docs_url: `${baseUrl}/docs/api`,
    market_url: `${baseUrl}/api/v1/simulation/market`,
    openapi_url: `${baseUrl}/api/v1/pv-yield/openapi.json`,
    dataset,
    attribution,
  };
}

/** Tilt and azimuth of the planes whose factors are reported. */
const REPORTED_PLANES = [
  [0, 180],
  [40, 180],
  [40, 90],
  [40, 270],
  [40, 0],
  [90, 180],
];

function variabilityOf(
  { years, source, plane_factors, plane_scatter_pct: scatter }: InterannualHeader,
  uncertainty: Uncertainty | undefined,
): DatasetVariability {
  const annual = plane_factors[MONTHS];
  return {
    years,
    source,
    ...(uncertainty ? { uncertainty } : {}),
    plane_factors: REPORTED_PLANES.map(([tilt, azimuth]) => ({
      tilt,
      azimuth,
      annual: annual[planeAt(tilt, azimuth)],
      ...(scatter ? { scatter_pct: scatter[MONTHS][planeAt(tilt, azimuth)] } : {}),
    })),
  };
}

/** West, south, east, north of what is covered. */
function bboxOf({ mask }: PvYieldArtifact): number[] {
  const east = mask.west + mask.cols * mask.lngStepDeg;
  const north = mask.south + mask.rows * mask.latStepDeg;
  return [mask.west, mask.south, east, north].map((degrees) => roundTo(degrees, 6));
}

function limitsOf(limits: CallLimits): Limits {
  const tier = (limitOf: (limit: TierLimit) => number) => ({
    lookups: limitOf(limits.lookups),
    matrix: limitOf(limits.matrix),
    meta: limitOf(limits.meta),
    simulation_requests: limitOf(limits.simulationRequests),
    simulation_cells: limitOf(limits.simulationCells),
  });
  return {
    per_minute: {
      without_key: tier(({ withoutKey }) => withoutKey),
      with_key: tier(({ withKey }) => withKey),
    },
    window_s: WINDOW_S,
    retry_after_unit: 's',
    batch_items_max: batch.properties.items.maxItems,
    batch_cost_lookups: 1,
    series_faces_max: series.properties.faces.maxItems,
    series_cost_lookups: 1,
    series_horizon_cost_lookups: 2,
    cells_per_simulation: 1,
    cells_per_comparison_max: MAX_COMPARISON_CELLS,
    cells_per_range: RANGE_CELLS,
    simulation_refusals_uncounted: FREE_REFUSALS,
    hourly_values: HOURS,
    body_bytes_max: MAX_BODY_BYTES,
    concurrent_simulations: CONCURRENT_SIMULATIONS,
    ev_km_per_day_max: consumption.properties.ev_km_per_day.maximum,
    kwp_max: common.$defs.kwp.maximum,
    system_loss_max: common.$defs.system_loss.maximum,
  };
}
