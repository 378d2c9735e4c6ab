import { priceAreaOf } from '../../schemas/price-area.ts';
import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { PriceArea, ZoneSource } from '../../schemas/types.ts';
import { assertCovered } from '../coverage.ts';
import type { LocationRequest } from './house-request.ts';

/** Price area of a house whose place is not given. */
const DEFAULT_ZONE: PriceArea = 'SE3';

export interface Zone {
  zone: PriceArea;
  source: ZoneSource;
}

/** The price area of a house without a location. */
export function defaultZone(): Zone {
  return { zone: DEFAULT_ZONE, source: 'default' };
}

/**
 * The price area of a place: the given one, else that of the point.
 * @throws ApiError outside_coverage when the point is not covered
 */
export function zoneOf(location: LocationRequest, prices: PricesArtifact): Zone {
  const { lat, lng, zone } = location;
  assertCovered(prices.mask, 'Sweden', lat, lng, 'location');
  if (zone) return { zone, source: 'request' };
  return {
    zone: priceAreaOf(prices.header.price_areas.boundaries, lat, lng),
    source: 'point',
  };
}
