/** Declinations of the sun at the solstices and equinoxes, degrees: the obliquity of the ecliptic (IAU 2006). */
export const OBLIQUITY_DEG = 23.44;
export const SUN_DAYS = [
  ['summer', OBLIQUITY_DEG],
  ['equinox', 0],
  ['winter', -OBLIQUITY_DEG],
] as const;

/** A place on the sky, degrees: compass azimuth and height above the level. */
export interface SkyPoint {
  azimuth: number;
  height: number;
}

const STEP_DEG = 2.5;
const RAD = Math.PI / 180;

/**
 * Computes the sun's way over the sky in a day, from midnight to midnight of the sun, where it is up; a way that is
 * interrupted by the night has its parts. Without refraction, which lifts it by half a degree at the level.
 * @param lat and declination degrees
 */
export function computeSunPath(lat: number, declination: number): SkyPoint[][] {
  const parts: SkyPoint[][] = [];
  let isUp = false;
  for (let hourAngle = -180; hourAngle <= 180; hourAngle += STEP_DEG) {
    const point = placeSun(lat, declination, hourAngle);
    if (point.height < 0) isUp = false;
    else if (isUp) parts[parts.length - 1].push(point);
    else {
      parts.push([point]);
      isUp = true;
    }
  }
  return parts;
}

/** Places the sun by its hour angle, degrees: negative before noon. */
export function placeSun(lat: number, declination: number, hourAngle: number): SkyPoint {
  const [phi, delta, hour] = [lat, declination, hourAngle].map((degrees) => degrees * RAD);
  const up = Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(hour);
  const south = Math.sin(phi) * Math.cos(delta) * Math.cos(hour) - Math.cos(phi) * Math.sin(delta);
  const west = Math.cos(delta) * Math.sin(hour);
  const azimuth = 180 + Math.atan2(west, south) / RAD;
  return { azimuth, height: Math.asin(Math.min(1, Math.max(-1, up))) / RAD };
}
