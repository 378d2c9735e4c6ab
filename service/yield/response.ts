import { DEFAULT_SYSTEM_LOSS } from '../../pipeline/solar/module-yield.ts';
import { covers } from '../../schemas/coverage-mask.ts';
import type { PvYieldArtifact } from '../../schemas/pv-yield-artifact.ts';
import type { Cell, Dataset, PvYield, PvYieldInput, YieldModel } from '../../schemas/types.ts';
import { ApiError } from '../errors.ts';
import { planeYield, pointNumbers, type SpatialWeights, spatialWeights } from './lookup.ts';
import { roundTo } from './query.ts';

/** Azimuth of every optimum: the method is symmetric about noon. */
const OPTIMUM_AZIMUTH_DEG = 180;

/**
 * The answer to a lookup.
 * @throws ApiError outside_coverage when the point is not covered
 */
export function pvYieldResponse(artifact: PvYieldArtifact, input: PvYieldInput): PvYield {
  const around = coveredWeights(artifact, input.lat, input.lng);
  const plane = planeYield(artifact, around, input.tilt, input.azimuth);
  const point = pointNumbers(artifact, around);
  const scale = input.shading * lossFactor(artifact, input.system_loss);
  const kwhKwp = (value: number) => roundTo(value * scale, 2);
  const kwh = (value: number) => roundTo(value * scale * (input.kwp ?? 0), 2);
  const body: PvYield = {
    annual_kwh_kwp: kwhKwp(plane.annualKwhKwp),
    monthly_kwh_kwp: Array.from(plane.monthlyKwhKwp, kwhKwp),
    poa_annual_kwh_m2: roundTo(plane.poaAnnualKwhM2, 2),
    ghi_annual_kwh_m2: roundTo(point.ghiAnnualKwhM2, 2),
    optimal: {
      tilt_deg: point.optimumTiltDeg,
      azimuth_deg: OPTIMUM_AZIMUTH_DEG,
      annual_kwh_kwp: kwhKwp(point.optimumAnnualKwhKwp),
    },
    orientation_factor: roundTo(Math.min(1, plane.annualKwhKwp / point.optimumAnnualKwhKwp), 4),
    cell: cellOf(artifact, around),
    input,
    model: modelOf(artifact),
    dataset: datasetOf(artifact),
    attribution: artifact.header.attribution,
  };
  if (input.kwp === undefined) return body;
  return {
    ...body,
    annual_kwh: kwh(plane.annualKwhKwp),
    monthly_kwh: Array.from(plane.monthlyKwhKwp, kwh),
  };
}

/** Exact linear factor from the dataset's own system loss to another. */
function lossFactor({ header }: PvYieldArtifact, systemLoss: number): number {
  return (1 - systemLoss) / (1 - header.model.system_loss);
}

function coveredWeights(artifact: PvYieldArtifact, lat: number, lng: number): SpatialWeights {
  const around = covers(artifact.mask, lat, lng) ? spatialWeights(artifact, lat, lng) : null;
  if (around) return around;
  const swapped = covers(artifact.mask, lng, lat) ? ' lat and lng look swapped.' : '';
  const { coverage } = artifact.header;
  throw new ApiError(
    'outside_coverage',
    `The point ${lat}, ${lng} is outside the dataset's coverage (${coverage}).${swapped}`,
  );
}

function cellOf(artifact: PvYieldArtifact, around: SpatialWeights): Cell {
  const { header, radiation_db, era5_corrected, elevation } = artifact;
  const cell: Cell = {
    interpolation: around.interpolation,
    lat: roundTo(around.nearestLat, 6),
    lng: roundTo(around.nearestLng, 6),
    radiation_db: header.radiation_dbs[radiation_db[around.nearest]],
    era5_corrected: era5_corrected[around.nearest] === 1,
    grid_deg: gridDeg(artifact),
  };
  const elevationM = elevation[around.nearest];
  return Number.isNaN(elevationM) ? cell : { ...cell, elevation_m: roundTo(elevationM, 1) };
}

function modelOf({ header: { model } }: PvYieldArtifact): YieldModel {
  return {
    poa_model: model.poa_model,
    sky_model: model.sky_model,
    albedo: model.albedo,
    anchor_scale: model.anchor_scale,
    representative_days: model.representative_days,
    steps_per_day: model.steps_per_day,
    horizon: model.horizon,
    system_loss_default: DEFAULT_SYSTEM_LOSS,
    azimuth_convention: '0 = N, 90 = E, 180 = S, 270 = W',
  };
}

function datasetOf(artifact: PvYieldArtifact): Dataset {
  const { dataset_version, sources, coverage, radiation_dbs, generated_at } = artifact.header;
  return {
    version: dataset_version,
    sources,
    coverage,
    radiation_db: radiation_dbs.join(', '),
    generated_at,
    grid_deg: gridDeg(artifact),
  };
}

function gridDeg({ grid }: PvYieldArtifact): number[] {
  return [grid.stepDeg, grid.stepDeg];
}
