import { EARTH_RADIUS_KM } from './grid.ts';

/** A degree of latitude, km. */
export const KM_PER_DEG = (EARTH_RADIUS_KM * Math.PI) / 180;

/** Distance along the great circle (haversine), degrees in, km out. */
export function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const h = half(lat2 - lat1) + cos(lat1) * cos(lat2) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
