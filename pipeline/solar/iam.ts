/**
 * Share of the irradiation that a module's front does not reflect, relative to normal incidence.
 * Martin & Ruiz 2001 (Sol. Energy Mater. 70:25), with PVGIS' coefficients: a_r = 0.155 and
 * c2 = a_r / 2 - 0.154.
 */
const AR = 0.155;
const C1 = 4 / (3 * Math.PI);
const C2 = AR / 2 - 0.154;
const BEAM_NORMALISER = 1 / (1 - Math.exp(-1 / AR));

/** Modifier for beam and circumsolar irradiation. `aoiProjection` is the cosine of the angle of incidence, 0..1. */
export function iam(aoiProjection: number): number {
  return (1 - Math.exp(-aoiProjection / AR)) * BEAM_NORMALISER;
}

function iamDiffuse(x: number): number {
  return 1 - Math.exp(-(C1 * x + C2 * x * x) / AR);
}

/** Modifier for isotropic sky irradiation on a plane of the given tilt (radians). */
export function iamSky(tiltRad: number): number {
  const sin = Math.sin(tiltRad);
  return iamDiffuse(sin + (Math.PI - tiltRad - sin) / (1 + Math.cos(tiltRad)));
}

/** Modifier for irradiation that the ground reflects on a plane (tilt in radians). 0 for a flat one, which sees no ground. */
export function iamGround(tiltRad: number): number {
  if (tiltRad === 0) return 0;
  const sin = Math.sin(tiltRad);
  return iamDiffuse(sin + (tiltRad - sin) / (1 - Math.cos(tiltRad)));
}
