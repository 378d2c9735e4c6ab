import type { PvYieldInput, PvYieldMatrixInput } from '../../../schemas/types.ts';
import { weakTag } from '../../http/etag.ts';
import type { BatchItem } from './batch.ts';
import { WEATHER } from './cell-data.ts';
import type { YieldDataset } from './dataset.ts';
import { jsonBytes, textWriter, writeNumber } from './json-bytes.ts';
import type { SeriesInput } from './series-input.ts';

const writeSpace = textWriter(' ');

/** Tag of a lookup: the dataset's version and the normalised parameters, written without JSON for its speed. */
export function lookupTag({ dataset }: YieldDataset, input: PvYieldInput): string {
  const text = jsonBytes(() => writeInput(input)).toString();
  return weakTag('lookup', dataset.version, input.kwp === undefined ? `${text}undefined` : text);
}

function writeInput({ lat, lng, tilt, azimuth, system_loss, shading, kwp }: PvYieldInput): void {
  for (const value of [lat, lng, tilt, azimuth, system_loss, shading]) {
    writeNumber(value);
    writeSpace();
  }
  if (kwp !== undefined) writeNumber(kwp);
}

/** Tag of a matrix; months are part of it only where the caller wants them. */
export function matrixTag({ dataset }: YieldDataset, input: PvYieldMatrixInput): string {
  return weakTag('matrix', dataset.version, JSON.stringify(input));
}

/** Tag of a batch: its items in their order, with their ids or errors. */
export function batchTag({ dataset }: YieldDataset, items: readonly BatchItem[]): string {
  return weakTag('batch', dataset.version, JSON.stringify(items));
}

/**
 * Tag of a series: the weather's version, its faces in their order, with their ids. The zone depends on
 * the prices.
 * @param pricesVersion undefined while none are loaded
 */
export function seriesTag(
  { dataset }: YieldDataset,
  pricesVersion: string | undefined,
  input: SeriesInput,
): string {
  return weakTag('series', WEATHER, dataset.version, pricesVersion, JSON.stringify(input));
}
