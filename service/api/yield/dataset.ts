import { AZIMUTH_CONVENTION, MONTHS, PLANES } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type { Cell, Dataset, UncertaintySources, YieldModel } from '../../../schemas/types.ts';
import { assertCovered } from '../assert-covered.ts';
import { asciiJson } from './json-bytes.ts';
import { uncertaintySources } from './total-uncertainty.ts';

/** Periods of a spread between years: the months, then the year. */
export const SPREAD_PERIODS = MONTHS + 1;

/** Name and version of what makes a series' hours of its months; the number rises when other hours come of them. */
export const WEATHER =
  'synthetic 2: daily clearness after Hollands and Huget, clear and dull spells in a fixed order';

/** A loaded artifact with what every answer from it has in common. */
export interface YieldDataset {
  artifact: PvYieldArtifact;
  dataset: Dataset;
  attribution: string;
  /** `,"model":...,"dataset":...,"attribution":...}`: the end of every answer, made once. */
  commonJson: Buffer;
  /** The end of a batch's answer, whose items have the model. */
  batchCommonJson: string;
  /** Variation of planes from year to year, [plane][month, then year]; undefined if the dataset has none. */
  planeFactors: Float64Array | undefined;
  /** Spread that light beside the irradiation adds, percent, likewise. */
  planeScatterPct: Float64Array | undefined;
  /** Where the parts of a yield's uncertainty come from; undefined if the dataset does not say. */
  uncertaintySources: UncertaintySources | undefined;
  /** Cells of earlier answers, by a key of the cell and how it was interpolated. */
  cells: Map<number, Cell>;
}

/** Prepares a loaded artifact for answers. */
export function yieldDataset(artifact: PvYieldArtifact): YieldDataset {
  const { attribution, interannual } = artifact.header;
  const dataset = datasetOf(artifact);
  const common = { dataset, attribution };
  return {
    artifact,
    ...common,
    commonJson: Buffer.from(`,${asciiJson({ model: modelOf(artifact), ...common }).slice(1)}`),
    batchCommonJson: JSON.stringify(common).slice(1),
    planeFactors: interannual && byPlane(interannual.plane_factors),
    planeScatterPct: interannual?.plane_scatter_pct && byPlane(interannual.plane_scatter_pct),
    uncertaintySources: uncertaintySources(artifact.header),
    cells: new Map(),
  };
}

/** The end of a series' answer, whose model names the weather. @param own what its model has instead of the dataset's */
export function seriesCommonJson(
  { artifact, dataset, attribution }: YieldDataset,
  own: Partial<YieldModel>,
): string {
  const model = { ...modelOf(artifact), ...own, weather: WEATHER };
  return asciiJson({ model, dataset, attribution }).slice(1);
}

/** @throws HttpError outside_coverage when the dataset does not cover the point */
export function checkCovered(
  { artifact: { mask, header } }: YieldDataset,
  { lat, lng }: { lat: number; lng: number },
): void {
  assertCovered(mask, header.coverage, lat, lng);
}

/** Grid spacing: latitude, longitude. */
export function gridDegOf({ grid }: PvYieldArtifact): number[] {
  return [grid.stepDeg, grid.stepDeg];
}

/** The header's values of the planes, [period][plane], as lookups take them: [plane][period]. */
function byPlane(values: readonly number[][]): Float64Array {
  return Float64Array.from(
    { length: PLANES * SPREAD_PERIODS },
    (_, i) => values[i % SPREAD_PERIODS][Math.floor(i / SPREAD_PERIODS)],
  );
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
    system_loss_default: common.$defs.system_loss.default,
    azimuth_convention: AZIMUTH_CONVENTION,
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
    grid_deg: gridDegOf(artifact),
  };
}

/** The data that answers are computed from. Each part is replaced whole; null is not loaded. */
export interface LoadedData {
  pvYield: YieldDataset | null;
  prices: PricesArtifact | null;
}
