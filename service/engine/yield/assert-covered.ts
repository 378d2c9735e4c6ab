import { type CoverageMask, covers } from '../../../schemas/codec/coverage-mask.ts';
import { RequestError } from '../refusal.ts';

/**
 * Says that a point (degrees, WGS84) is not covered, and when latitude and longitude look swapped or have a turned sign.
 */
export function outsideText(mask: CoverageMask, lat: number, lng: number, country: string): string {
  return `The point ${lat}, ${lng} is outside the dataset's coverage (${country}).${hintFor(mask, lat, lng)}`;
}

function hintFor(mask: CoverageMask, lat: number, lng: number): string {
  if (covers(mask, lng, lat)) return ' lat and lng look swapped.';
  if (covers(mask, lat, -lng)) return ` The sign of lng looks wrong: ${-lng} is covered.`;
  if (covers(mask, -lat, lng)) return ` The sign of lat looks wrong: ${-lat} is covered.`;
  if (covers(mask, -lat, -lng))
    return ` The signs of lat and lng look wrong: ${-lat}, ${-lng} is covered.`;
  return '';
}

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
