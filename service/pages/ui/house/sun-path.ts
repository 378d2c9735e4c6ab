import { declinationRad, radians, sunsetHourAngleRad } from '#solar/sun-position.ts';

/** A point or a direction: to the east, to the north, up. */
export type Point = readonly [east: number, north: number, up: number];

/** Parts of a path, between sunrise and sunset. */
const STEPS = 32;

/**
 * Computes the directions to the sun from its rise to its setting, by true solar time: noon is in the middle.
 * @returns unit vectors. None in the polar night, a closed path under the midnight sun
 */
export function sunPath(latDeg: number, dayOfYear: number): Point[] {
  const lat = radians(latDeg);
  const dec = declinationRad(dayOfYear);
  const sunset = sunsetHourAngleRad(lat, dec);
  if (sunset === 0) return [];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const hour = sunset * ((2 * step) / STEPS - 1);
    return [
      -Math.cos(dec) * Math.sin(hour),
      Math.sin(dec) * Math.cos(lat) - Math.cos(dec) * Math.sin(lat) * Math.cos(hour),
      Math.sin(lat) * Math.sin(dec) + Math.cos(lat) * Math.cos(dec) * Math.cos(hour),
    ];
  });
}
