import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceKm } from '../../schemas/codec/great-circle.ts';
import { PROJECT } from '../../schemas/project.ts';

/** A named place, degrees. */
export interface Town {
  name: string;
  lat: number;
  lng: number;
}

export function readTowns(): Town[] {
  return JSON.parse(readFileSync(join(PROJECT, 'fixtures', 'towns.json'), 'utf8'));
}

/** The town nearest to a point and how far it is. */
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
  return nearest;
}
