import type { PvYieldArtifact } from '../../schemas/pv-yield-artifact.ts';
import type { Cell, Optimal, PvYieldInput } from '../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { gridDegOf, type YieldDataset } from './dataset.ts';
import {
  emptyYield,
  type PlaneYield,
  type PointNumbers,
  planeYield,
  pointNumbers,
} from './lookup.ts';
import { emptyWeights, type SpatialWeights, spatialWeights } from './spatial-weights.ts';

/** Azimuth of every optimum: the method is symmetric about noon. */
const OPTIMUM_AZIMUTH_DEG = 180;

/**
 * The answer to the lookup of a covered point, as JSON. Written out: JSON.stringify would take a third
 * of a batch's time, and all but the echo are numbers.
 * @param first fields to begin with, as JSON with a comma after each
 */
export function pvYieldJson(data: YieldDataset, input: PvYieldInput, first = ''): string {
  const { artifact, commonJson } = data;
  const around = weightsAt(artifact, input.lat, input.lng);
  const { annualKwhKwp, monthlyKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumAnnualKwhKwp } =
    numbersAt(artifact, around, input);
  const factor = yieldFactor(artifact, input);
  const fields = [
    `"annual_kwh_kwp":${roundTo(annualKwhKwp * factor, 2)}`,
    `"monthly_kwh_kwp":${monthsJson(monthlyKwhKwp, factor)}`,
    `"poa_annual_kwh_m2":${roundTo(poaAnnualKwhM2, 2)}`,
    `"ghi_annual_kwh_m2":${roundTo(ghiAnnualKwhM2, 2)}`,
    `"optimal":${JSON.stringify(optimalOf(scratchYield, factor))}`,
    `"orientation_factor":${roundTo(Math.min(1, annualKwhKwp / optimumAnnualKwhKwp), 4)}`,
    `"cell":${cellJson(data, around)}`,
    `"input":${JSON.stringify(input)}`,
  ];
  if (input.kwp !== undefined) {
    const kwhFactor = factor * input.kwp;
    fields.push(`"annual_kwh":${roundTo(annualKwhKwp * kwhFactor, 2)}`);
    fields.push(`"monthly_kwh":${monthsJson(monthlyKwhKwp, kwhFactor)}`);
  }
  return `{${first}${fields.join(',')},${commonJson}`;
}

/** The nearest cell as JSON, kept for the next lookup near it: there are few cells and many lookups. */
function cellJson({ artifact, cellJsons }: YieldDataset, around: SpatialWeights): string {
  const key = around.interpolation === 'bilinear' ? around.nearest : -1 - around.nearest;
  const kept = cellJsons.get(key);
  if (kept !== undefined) return kept;
  const json = JSON.stringify(cellOf(artifact, around));
  cellJsons.set(key, json);
  return json;
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

function numbersAt(
  artifact: PvYieldArtifact,
  around: SpatialWeights,
  { tilt, azimuth }: PvYieldInput,
): PlaneYield & PointNumbers {
  planeYield(artifact, around, tilt, azimuth, scratchYield);
  pointNumbers(artifact, around, scratchYield);
  return scratchYield;
}

function monthsJson(monthlyKwh: Float64Array, factor: number): string {
  let json = '[';
  for (let month = 0; month < monthlyKwh.length; month++) {
    json += `${month === 0 ? '' : ','}${roundTo(monthlyKwh[month] * factor, 2)}`;
  }
  return `${json}]`;
}
