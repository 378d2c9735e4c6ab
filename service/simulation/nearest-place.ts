import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { Municipality } from '../../schemas/types.ts';

const RADIANS = Math.PI / 180;
const EARTH_RADIUS_KM = 6371;

/** A place of prices.bin, seen from a point. */
export interface NearestPlace {
  name: string;
  municipality: Municipality;
  distanceKm: number;
}

/** The place nearest to a point (degrees, WGS84), on the great circle. */
export function nearestPlace(
  { header, place_point, place_municipality }: PlaceTable,
  lat: number,
  lng: number,
): NearestPlace {
  let nearest = 0;
  let most = -1;
  for (let place = 0; place < place_municipality.length; place++) {
    const cosine = cosineBetween(lat, lng, place_point[2 * place], place_point[2 * place + 1]);
    if (cosine <= most) continue;
    nearest = place;
    most = cosine;
  }
  return {
    name: header.places.names[nearest],
    municipality: header.places.municipalities[place_municipality[nearest]],
    distanceKm: EARTH_RADIUS_KM * Math.acos(Math.min(1, most)),
  };
}

/** What of prices.bin a search needs. */
type PlaceTable = Pick<PricesArtifact, 'header' | 'place_point' | 'place_municipality'>;

/** Cosine of the angle between two points, by the spherical law of cosines. */
function cosineBetween(lat1: number, lng1: number, lat2: number, lng2: number): number {
  return (
    Math.sin(lat1 * RADIANS) * Math.sin(lat2 * RADIANS) +
    Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * Math.cos((lng2 - lng1) * RADIANS)
  );
}
