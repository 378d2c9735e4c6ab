import type { YieldDataset } from '#engine/yield/dataset.ts';
import { asciiText, textWriter, writeNumber } from '#engine/yield/json/json-bytes.ts';
import type { PvYieldInput } from '../../../schemas/types.ts';
import { weakTag } from '../../http/etag.ts';

const writeSpace = textWriter(' ');

/** Tag of a lookup: the dataset's version and the normalised parameters, written without JSON for its speed. */
export function lookupTag({ dataset }: YieldDataset, input: PvYieldInput): string {
  const text = asciiText(() => writeInput(input));
  return weakTag('lookup', dataset.version, input.kwp === undefined ? `${text}undefined` : text);
}

function writeInput({ lat, lng, tilt, azimuth, system_loss, shading, kwp }: PvYieldInput): void {
  for (const value of [lat, lng, tilt, azimuth, system_loss, shading]) {
    writeNumber(value);
    writeSpace();
  }
  if (kwp !== undefined) writeNumber(kwp);
}
