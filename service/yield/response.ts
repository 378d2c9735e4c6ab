import type { PvYieldArtifact } from '../../schemas/pv-yield-artifact.ts';
import type { Cell, Optimal, PvYield, PvYieldInput } from '../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { gridDegOf, type YieldDataset } from './dataset.ts';
import { emptyYield, type PointNumbers, planeYield, pointNumbers } from './lookup.ts';
import { emptyWeights, type SpatialWeights, spatialWeights } from './spatial-weights.ts';

/** Azimuth of every optimum: the method is symmetric about noon. */
const OPTIMUM_AZIMUTH_DEG = 180;

/** What of an answer is its own; the rest is the dataset's. */
type OwnPart = Omit<PvYield, 'model' | 'dataset' | 'attribution'>;

/**
 * The answer to the lookup of a covered point, as JSON.
 * @param first fields to begin with, as JSON with a comma after each
 */
export function pvYieldJson(
  { artifact, commonJson }: YieldDataset,
  input: PvYieldInput,
  first = '',
): string {
  return `{${first}${JSON.stringify(ownPart(artifact, input)).slice(1, -1)},${commonJson}`;
}

// Filled anew by each answer, which is made in one go: nothing else runs in between.
const scratchWeights = emptyWeights();
const scratchYield = emptyYield();

/** How a covered point lies among the cells; valid until the next call. */
export function weightsAt(artifact: PvYieldArtifact, lat: number, lng: number): SpatialWeights {
  if (spatialWeights(artifact, lat, lng, scratchWeights)) return scratchWeights;
  throw new Error(`The covered point ${lat}, ${lng} has no cell around it.`);
}

/** Factor from the dataset's own yields to those with another system loss and shading; exact. */
export function yieldFactor(
  { header }: PvYieldArtifact,
  input: { system_loss: number; shading: number },
): number {
  return (input.shading * (1 - input.system_loss)) / (1 - header.model.system_loss);
}

/** The local optimum; its yield scaled like the plane's. */
export function optimalOf(point: PointNumbers, factor: number): Optimal {
  return {
    tilt_deg: point.optimumTiltDeg,
    azimuth_deg: OPTIMUM_AZIMUTH_DEG,
    annual_kwh_kwp: roundTo(point.optimumAnnualKwhKwp * factor, 2),
  };
}

/** The nearest cell, and how the point was interpolated. */
export function cellOf(artifact: PvYieldArtifact, around: SpatialWeights): Cell {
  const { header, radiation_db, era5_corrected, elevation } = artifact;
  const cell: Cell = {
    interpolation: around.interpolation,
    lat: roundTo(around.nearestLat, 6),
    lng: roundTo(around.nearestLng, 6),
    radiation_db: header.radiation_dbs[radiation_db[around.nearest]],
    era5_corrected: era5_corrected[around.nearest] === 1,
    grid_deg: gridDegOf(artifact),
  };
  const elevationM = elevation[around.nearest];
  if (!Number.isNaN(elevationM)) cell.elevation_m = roundTo(elevationM, 1);
  return cell;
}

function ownPart(artifact: PvYieldArtifact, input: PvYieldInput): OwnPart {
  const around = weightsAt(artifact, input.lat, input.lng);
  const found = scratchYield;
  planeYield(artifact, around, input.tilt, input.azimuth, found);
  pointNumbers(artifact, around, found);
  const factor = yieldFactor(artifact, input);
  const own: OwnPart = {
    annual_kwh_kwp: roundTo(found.annualKwhKwp * factor, 2),
    monthly_kwh_kwp: roundedMonths(found.monthlyKwhKwp, factor),
    poa_annual_kwh_m2: roundTo(found.poaAnnualKwhM2, 2),
    ghi_annual_kwh_m2: roundTo(found.ghiAnnualKwhM2, 2),
    optimal: optimalOf(found, factor),
    orientation_factor: roundTo(Math.min(1, found.annualKwhKwp / found.optimumAnnualKwhKwp), 4),
    cell: cellOf(artifact, around),
    input,
  };
  if (input.kwp === undefined) return own;
  own.annual_kwh = roundTo(found.annualKwhKwp * factor * input.kwp, 2);
  own.monthly_kwh = roundedMonths(found.monthlyKwhKwp, factor * input.kwp);
  return own;
}

function roundedMonths(monthlyKwh: Float64Array, factor: number): number[] {
  const rounded: number[] = [];
  for (const kwh of monthlyKwh) rounded.push(roundTo(kwh * factor, 2));
  return rounded;
}
