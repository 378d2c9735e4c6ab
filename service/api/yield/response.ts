import { roundTo } from '#engine/round.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type {
  Cell,
  ChanceOfYield,
  Optimal,
  PvYield,
  PvYieldInput,
  TotalUncertainty,
  Variability,
} from '../../../schemas/types.ts';
import { emptyWeights, type SpatialWeights, spatialWeights } from '../spatial-weights.ts';
import { gridDegOf, type YieldDataset } from './dataset.ts';
import {
  asciiText,
  fieldsWriter,
  keptWriter,
  lastWriter,
  objectWriter,
  writeBytes,
  writeJson,
  writeNumber,
  writeNumbers,
} from './json-bytes.ts';
import {
  emptyYield,
  type PlaneYield,
  type PointNumbers,
  planeYield,
  pointNumbers,
} from './lookup.ts';
import { variabilityAt } from './variability.ts';

/** Azimuth of every optimum: the method is symmetric about noon. */
const OPTIMUM_AZIMUTH_DEG = 180;

/** The answer to a lookup without what all answers of a dataset share. */
export type PlaneAnswer = Omit<PvYield, 'model' | 'dataset' | 'attribution'>;

const writeChance = objectWriter<ChanceOfYield>({
  sd_pct: writeNumber,
  p50: writeNumber,
  p75: writeNumber,
  p90: writeNumber,
  p99: writeNumber,
});

/** The fields in their order in the text. A field of the schema that is not here does not compile. */
const writePlaneFields = fieldsWriter<PlaneAnswer>({
  annual_kwh_kwp: writeNumber,
  monthly_kwh_kwp: writeNumbers,
  poa_annual_kwh_m2: writeNumber,
  ghi_annual_kwh_m2: writeNumber,
  optimal: objectWriter<Optimal>({
    tilt_deg: writeNumber,
    azimuth_deg: writeNumber,
    annual_kwh_kwp: writeNumber,
  }),
  orientation_factor: writeNumber,
  cell: keptWriter<Cell>(),
  input: objectWriter<PvYieldInput>({
    lat: writeNumber,
    lng: writeNumber,
    tilt: writeNumber,
    azimuth: writeNumber,
    system_loss: writeNumber,
    shading: writeNumber,
    kwp: writeNumber,
  }),
  annual_kwh: writeNumber,
  monthly_kwh: writeNumbers,
  variability: objectWriter<Variability>({
    ghi_annual_sd_pct: writeNumber,
    annual_sd_pct: writeNumber,
    monthly_sd_pct: writeNumbers,
    annual_skewness: writeNumber,
    ghi_trend_pct_per_decade: writeNumber,
    p90_annual_kwh_kwp: writeNumber,
    p50_annual_kwh_kwp: writeNumber,
    p10_annual_kwh_kwp: writeNumber,
    years: writeNumber,
    source: lastWriter(),
    total: objectWriter<TotalUncertainty>({
      one_year: writeChance,
      mean_of_20_years: writeChance,
      parts_sd_pct: objectWriter<TotalUncertainty['parts_sd_pct']>({
        weather: writeNumber,
        dataset: writeNumber,
        transposition: writeNumber,
        module: writeNumber,
        losses: writeNumber,
      }),
      sources: keptWriter(),
    }),
  }),
});

/**
 * The answer to the lookup of a covered point, as JSON of ASCII alone. The part that all answers share
 * is written already.
 */
export function pvYieldJson(data: YieldDataset, input: PvYieldInput): string {
  return asciiText(() => {
    writeJson('{');
    writePvYieldFields(data, input);
  });
}

/** Appends that answer from its first field on, after other fields. */
export function writePvYieldFields(data: YieldDataset, input: PvYieldInput): void {
  writePlaneFields(planeAnswer(data, input));
  writeBytes(data.commonJson);
}

/** The answer's own part. */
export function planeAnswer(data: YieldDataset, input: PvYieldInput): PlaneAnswer {
  const { artifact } = data;
  const around = weightsAt(artifact, input.lat, input.lng);
  const { annualKwhKwp, monthlyKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumAnnualKwhKwp } =
    numbersAt(artifact, around, input);
  const factor = yieldFactor(artifact, input);
  const answer: PlaneAnswer = {
    annual_kwh_kwp: roundTo(annualKwhKwp * factor, 2),
    monthly_kwh_kwp: scaleMonths(monthlyKwhKwp, factor),
    poa_annual_kwh_m2: roundTo(poaAnnualKwhM2, 2),
    ghi_annual_kwh_m2: roundTo(ghiAnnualKwhM2, 2),
    optimal: optimalOf(scratchYield, factor),
    orientation_factor: roundTo(Math.min(1, annualKwhKwp / optimumAnnualKwhKwp), 4),
    cell: keptCell(data, around),
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

/** The nearest cell, kept for the next lookup near it: there are few cells and many lookups. */
function keptCell({ artifact, cells }: YieldDataset, around: SpatialWeights): Cell {
  const key = around.interpolation === 'bilinear' ? around.nearest : -1 - around.nearest;
  const cell = cells.get(key) ?? cellOf(artifact, around);
  cells.set(key, cell);
  return cell;
}

// Filled again by each answer, which is made in one go: nothing else runs in between.
const scratchWeights = emptyWeights();
const scratchYield = emptyYield();

/** Finds a covered point's place among the cells; valid until the next call. */
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

function scaleMonths(monthlyKwh: Float64Array, factor: number): number[] {
  const months = new Array<number>(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    months[month] = roundTo(monthlyKwh[month] * factor, 2);
  }
  return months;
}
