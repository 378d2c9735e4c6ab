import { type CoverageMask, covers } from '../../schemas/codec/coverage-mask.ts';
import { HttpError } from '../http/http-error.ts';

/**
 * Rejects a point (degrees, WGS84) that is not covered.
 * @throws HttpError outside_coverage, which says so when latitude and longitude look swapped
 */
export function assertCovered(
  mask: CoverageMask,
  country: string,
  lat: number,
  lng: number,
  field?: string,
): void {
  if (covers(mask, lat, lng)) return;
  const swapped = covers(mask, lng, lat) ? ' lat and lng look swapped.' : '';
  const message = `The point ${lat}, ${lng} is outside the dataset's coverage (${country}).${swapped}`;
  throw new HttpError('outside_coverage', message, field);
}
