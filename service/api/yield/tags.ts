import type { PvYieldInput, PvYieldMatrixInput } from '../../../schemas/types.ts';
import { weakTag } from '../../http/etag.ts';
import type { BatchItem } from './batch.ts';
import { WEATHER } from './cell-data.ts';
import type { YieldDataset } from './dataset.ts';
import { jsonBytes, textWriter, writeJson, writeNumber } from './json-bytes.ts';
import type { SeriesInput } from './series-input.ts';

const writeSpace = textWriter(' ');
const writeUndefined = textWriter('undefined');

/** Tag of a lookup: the dataset's version and the normalised parameters. */
export function lookupTag({ dataset }: YieldDataset, input: PvYieldInput): string {
  return weakTag(
    'lookup',
    dataset.version,
    textOf(() => writeInput(input)),
  );
}

/** Tag of a matrix; months are part of it only where the caller wants them. */
export function matrixTag({ dataset }: YieldDataset, input: PvYieldMatrixInput): string {
  const { lat, lng, system_loss, shading, months } = input;
  const own = months ? ['months'] : [];
  return weakTag('matrix', dataset.version, lat, lng, system_loss, shading, ...own);
}

/** Tag of a batch: its items in their order, with their ids or errors. */
export function batchTag({ dataset }: YieldDataset, items: readonly BatchItem[]): string {
  return weakTag('batch', dataset.version, itemsText(items));
}

/**
 * Tag of a series: the weather's version, its faces in their order, with their ids. The zone depends on
 * the prices.
 * @param pricesVersion undefined while none are loaded
 */
export function seriesTag(
  { dataset }: YieldDataset,
  pricesVersion: string | undefined,
  { lat, lng, faces, form, horizonDeg, inverterKw }: SeriesInput,
): string {
  const place = [lat, lng, form, inverterKw];
  const own = [
    ...(horizonDeg ? [`horizon ${horizonDeg}`] : []),
    ...faces.flatMap(({ shading }, i) => (shading ? [`shading ${i} ${shading}`] : [])),
    ...faces.flatMap(({ snow }, i) => (snow ? [`snow ${i} ${JSON.stringify(snow)}`] : [])),
  ];
  return weakTag(
    'series',
    WEATHER,
    dataset.version,
    pricesVersion,
    ...place,
    itemsText(faces),
    ...own,
  );
}

function itemsText(items: readonly BatchItem[]): string {
  return textOf(() => {
    for (const [i, item] of items.entries()) {
      if (i > 0) writeSpace();
      writeItem(item);
    }
  });
}

function textOf(write: () => void): string {
  return jsonBytes(write).toString();
}

function writeItem(item: BatchItem): void {
  if (item.id === undefined) writeUndefined();
  else writeJson(JSON.stringify(item.id));
  writeSpace();
  if ('error' in item) writeJson(JSON.stringify(item.error));
  else writeInput(item.input);
}

function writeInput({ lat, lng, tilt, azimuth, system_loss, shading, kwp }: PvYieldInput): void {
  for (const value of [lat, lng, tilt, azimuth, system_loss, shading]) {
    writeNumber(value);
    writeSpace();
  }
  if (kwp === undefined) writeUndefined();
  else writeNumber(kwp);
}
