/** Horizons whose light is known by hand, in degrees of height at even azimuths from north by way of east. */
import { radians } from '#solar/sun-position.ts';

const DIRECTIONS = 360;

/** A horizon of one height all around. */
export function ringHorizon(heightDeg: number): number[] {
  return Array(DIRECTIONS).fill(heightDeg);
}

/** Edge of a long straight wall that is in this direction, so high where it is nearest. */
export function wallHorizon(azimuthDeg: number, heightDeg: number): number[] {
  const near = Math.tan(radians(heightDeg));
  return Array.from({ length: DIRECTIONS }, (_, degree) => {
    const towards = Math.max(0, Math.cos(radians(degree - azimuthDeg)));
    return (Math.atan(near * towards) * 180) / Math.PI;
  });
}

/** Two such walls, in the east and in the west. */
export function valleyHorizon(heightDeg: number): number[] {
  const west = wallHorizon(270, heightDeg);
  return wallHorizon(90, heightDeg).map((east, degree) => Math.max(east, west[degree]));
}
