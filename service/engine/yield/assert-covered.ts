import { type CoverageMask, covers } from '../../../schemas/codec/coverage-mask.ts';
import { HttpError } from '../../http/http-error.ts';
import { outsideText } from './outside-text.ts';

/**
 * Rejects a point (degrees, WGS84) that is not covered.
 * @throws HttpError outside_coverage, which says so when latitude and longitude look swapped or have a turned sign
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
  throw new HttpError('outside_coverage', message, field);
}
