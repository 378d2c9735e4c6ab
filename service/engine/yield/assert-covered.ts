import { type CoverageMask, covers } from '../../../schemas/codec/coverage-mask.ts';
import { RequestError } from '../refusal.ts';
import { outsideText } from './outside-text.ts';

/**
 * Rejects a point (degrees, WGS84) that is not covered.
 * @throws RequestError outside_coverage, which says so when latitude and longitude look swapped or have a turned sign
 */
export function assertCovered(
  mask: CoverageMask,
  country: string,
  lat: number,
  lng: number,
  field?: string,
): void {
  if (covers(mask, lat, lng)) return;
  const message = outsideText(mask, lat, lng, country);
  throw new RequestError('outside_coverage', message, field);
}
