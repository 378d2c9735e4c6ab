import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { Dataset } from '../../../schemas/types.ts';
import { unavailable } from '../refusal.ts';
import { assertCovered } from './assert-covered.ts';
import { type CellData, commonParts, planeSpread } from './cell-data.ts';
import { asciiJson } from './json/json-bytes.ts';

/** A loaded artifact with what every answer from it has in common. */
export interface YieldDataset extends CellData {
  artifact: PvYieldArtifact;
  dataset: Dataset;
  attribution: string;
  /** `,"model":...,"dataset":...,"attribution":...}`: the end of every answer, made once. */
  commonJson: Buffer;
  /** The end of a batch's answer, whose items have the model. */
  batchCommonJson: string;
}

/** Prepares a loaded artifact for answers. */
export function yieldDataset(artifact: PvYieldArtifact): YieldDataset {
  const { model, ...common } = commonParts(artifact);
  return {
    artifact,
    ...common,
    commonJson: Buffer.from(`,${asciiJson({ model, ...common }).slice(1)}`),
    batchCommonJson: JSON.stringify(common).slice(1),
    spread: planeSpread(artifact.header),
    cells: new Map(),
  };
}

/** @throws RequestError outside_coverage when the dataset does not cover the point */
export function checkCovered(
  { artifact: { mask, header } }: YieldDataset,
  { lat, lng }: { lat: number; lng: number },
): void {
  assertCovered(mask, header.coverage, lat, lng);
}

/** The data that answers are computed from. Each part is replaced whole. Null is not loaded. */
export interface LoadedData {
  pvYield: YieldDataset | null;
  prices: PricesArtifact | null;
}

/** @throws RequestError dataset_unavailable while no yields are loaded */
export function loadedYield({ pvYield }: Pick<LoadedData, 'pvYield'>): YieldDataset {
  if (pvYield) return pvYield;
  throw unavailable('dataset_unavailable');
}

/** @throws RequestError prices_unavailable while no prices are loaded */
export function loadedPrices({ prices }: Pick<LoadedData, 'prices'>): PricesArtifact {
  if (prices) return prices;
  throw unavailable('prices_unavailable');
}
