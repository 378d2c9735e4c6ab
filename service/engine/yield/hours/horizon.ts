import { radians } from '#solar/sun-position.ts';

/** Directions over which the hidden sky is summed. */
const DIRECTIONS = 360;

/**
 * Elevation of the horizon around a point (hills, houses), linear between the given directions.
 * @param heightsDeg degrees, at evenly spaced azimuths from north by way of east
 */
export function horizonOf(heightsDeg: readonly number[]) {
  const heightsRad = Float64Array.from([...heightsDeg, heightsDeg[0]], radians);
  return {
    /** Radians, with the first once more at the end. */
    heightsRad,
    sinLeast: Math.sin(Math.min(...heightsRad)),
    sinGreatest: Math.sin(Math.max(...heightsRad)),
    /** [direction] Heights in the middle of each of `DIRECTIONS` equal parts of the circle. */
    directionsRad: Float64Array.from({ length: DIRECTIONS }, (_, i) =>
      horizonHeight(heightsRad, (i + 0.5) / DIRECTIONS),
    ),
  };
}

export type Horizon = ReturnType<typeof horizonOf>;

/** The height in a direction, radians. @param turn share of the circle from north by way of east, 0 to 1 */
export function horizonHeight(heightsRad: Float64Array, turn: number): number {
  const last = heightsRad.length - 1;
  const at = turn * last;
  const before = Math.min(last - 1, Math.floor(at));
  return heightsRad[before] + (at - before) * (heightsRad[before + 1] - heightsRad[before]);
}

/**
 * Light of an isotropic sky that a horizon hides from a plane (radians), as a share of that on a free horizontal
 * plane. A plane with a free horizon gets (1 + cos tilt) / 2.
 */
export function hiddenSky({ directionsRad }: Horizon, tilt: number, azimuth: number): number {
  const cos = Math.cos(tilt);
  const sin = Math.sin(tilt);
  let hidden = 0;
  for (let i = 0; i < DIRECTIONS; i++) {
    const towards = sin * Math.cos((2 * Math.PI * (i + 0.5)) / DIRECTIONS - azimuth);
    // Below this elevation the plane hides the sky itself.
    const edge = towards < 0 ? Math.atan2(-towards, cos) : 0;
    const height = directionsRad[i];
    if (height > edge) hidden += skyBelow(height, cos, towards) - skyBelow(edge, cos, towards);
  }
  return (2 * hidden) / DIRECTIONS;
}

/** Share of a plane's isotropic sky (radians) that the horizon leaves free. */
export function openShare(horizon: Horizon, tilt: number, azimuth: number): number {
  return 1 - (2 * hiddenSky(horizon, tilt, azimuth)) / (1 + Math.cos(tilt));
}

/** The sky's light below a height in one direction: the integral of (cos tilt sin h + towards cos h) cos h. */
function skyBelow(height: number, cosTilt: number, towards: number): number {
  const sin = Math.sin(height);
  return (cosTilt * sin * sin) / 2 + towards * (height / 2 + Math.sin(2 * height) / 4);
}
