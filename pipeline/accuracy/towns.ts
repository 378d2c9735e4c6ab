import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import { PROJECT } from '../files/file-record.ts';

/** A named place, degrees. */
export interface Town {
  name: string;
  lat: number;
  lng: number;
}

/** The towns of fixtures/towns.json. */
export function readTowns(): Town[] {
  return JSON.parse(readFileSync(join(PROJECT, 'fixtures', 'towns.json'), 'utf8'));
}

/** The town nearest to a point and how far it is. Throws without towns. */
export function nearestTown(
  towns: readonly Town[],
  lat: number,
  lng: number,
): { name: string; km: number } {
  let nearest = { name: '', km: Number.POSITIVE_INFINITY };
  for (const town of towns) {
    const km = distanceKm(lat, lng, town.lat, town.lng);
    if (km < nearest.km) nearest = { name: town.name, km };
  }
  if (nearest.name === '') throw new Error('There are no towns to choose from.');
  return nearest;
}

/** Distance along the great circle (haversine), degrees in, km out. */
export function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const h = half(lat2 - lat1) + cos(lat1) * cos(lat2) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
