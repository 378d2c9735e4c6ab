import type { PvYieldInput, PvYieldMatrixInput } from '../../schemas/types.ts';
import { weakTag } from '../http/etag.ts';
import type { BatchItem } from './batch.ts';
import type { YieldDataset } from './dataset.ts';
import type { SeriesInput } from './series-request.ts';

/** Tag of a lookup: the dataset's version and the normalised parameters. */
export function lookupTag({ dataset }: YieldDataset, input: PvYieldInput): string {
  return weakTag('lookup', dataset.version, inputText(input));
}

/** The same of a matrix; months move it only where they are asked for. */
export function matrixTag({ dataset }: YieldDataset, input: PvYieldMatrixInput): string {
  const { lat, lng, system_loss, shading, months } = input;
  const own = months ? ['months'] : [];
  return weakTag('matrix', dataset.version, lat, lng, system_loss, shading, ...own);
}

/** The same of a batch: its items in their order, with their ids or what is wrong with them. */
export function batchTag({ dataset }: YieldDataset, items: readonly BatchItem[]): string {
  return weakTag('batch', dataset.version, ...items.map(itemText));
}

/**
 * The same of a series: its faces in their order, with their ids. The zone depends on the prices.
 * @param pricesVersion undefined while none are loaded
 */
export function seriesTag(
  { dataset }: YieldDataset,
  pricesVersion: string | undefined,
  { lat, lng, faces, form, inverterKw }: SeriesInput,
): string {
  const place = [lat, lng, form, inverterKw];
  return weakTag('series', dataset.version, pricesVersion, ...place, ...faces.map(itemText));
}

function itemText(item: BatchItem): string {
  const id = JSON.stringify(item.id);
  return 'error' in item ? `${id} ${JSON.stringify(item.error)}` : `${id} ${inputText(item.input)}`;
}

function inputText(input: PvYieldInput): string {
  const { lat, lng, tilt, azimuth, system_loss, shading, kwp } = input;
  return `${lat} ${lng} ${tilt} ${azimuth} ${system_loss} ${shading} ${kwp}`;
}
