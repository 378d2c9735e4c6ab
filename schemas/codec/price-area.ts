import { InvalidValueError } from '../checks/invalid-value.ts';
import type { PriceArea, PriceAreaBoundaries } from '../types.ts';

/** The price areas from north to south. Their order in every table by area. */
export const PRICE_AREAS: readonly PriceArea[] = ['SE1', 'SE2', 'SE3', 'SE4'];

/** The price area of a point in Sweden (degrees, WGS84). A point on a line belongs to the north. */
export function priceAreaOf(boundaries: PriceAreaBoundaries, lat: number, lng: number): PriceArea {
  if (lat < latitudeAt(boundaries.se3_se4, lng)) return 'SE4';
  if (lat < latitudeAt(boundaries.se2_se3, lng)) return 'SE3';
  if (lat < latitudeAt(boundaries.se1_se2, lng)) return 'SE2';
  return 'SE1';
}

/** @throws InvalidValueError when a line does not go east all along, so that it has no one latitude */
export function checkBoundaries(boundaries: PriceAreaBoundaries): void {
  for (const [name, line] of Object.entries<number[][]>({ ...boundaries })) {
    const turned = line.findIndex(([lng], i) => i > 0 && !(lng > line[i - 1][0]));
    if (turned < 0) continue;
    throw new InvalidValueError(
      `boundaries.${name}[${turned}][0]`,
      `is ${line[turned][0]}, expected a longitude east of the point before, ${line[turned - 1][0]}`,
    );
  }
}

/** Latitude of a line at a longitude. Beyond its ends it goes on due west and due east. */
function latitudeAt(line: number[][], lng: number): number {
  const next = line.findIndex(([pointLng]) => pointLng >= lng);
  if (next === 0) return line[0][1];
  if (next < 0) return line[line.length - 1][1];
  const [westLng, westLat] = line[next - 1];
  const [eastLng, eastLat] = line[next];
  return westLat + ((eastLat - westLat) * (lng - westLng)) / (eastLng - westLng);
}
