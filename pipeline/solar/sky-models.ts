import type { SkyModelName } from '../../schemas/types.ts';

/**
 * A sky model gives the part of a step's diffuse irradiation that comes from around the sun and is
 * treated like beam. The rest is isotropic and seen as (1 + cos tilt) / 2 (Liu & Jordan 1960,
 * Sol. Energy 4:1). `dniKwhM2` is the step's normal beam, `dniExtraKwhM2` the normal
 * extraterrestrial irradiation of the same step.
 */
export type SkyModel = (dniKwhM2: number, dniExtraKwhM2: number) => number;

export const isotropic: SkyModel = () => 0;

/** The anisotropy index of Hay & Davies 1980: the beam's transmittance. */
export const hayDavies: SkyModel = (dniKwhM2, dniExtraKwhM2) =>
  dniExtraKwhM2 > 0 ? dniKwhM2 / dniExtraKwhM2 : 0;

/** The sky models by the names that recipes and answers use. */
export const SKY_MODELS: Record<SkyModelName, SkyModel> = { isotropic, hay_davies: hayDavies };

/**
 * Share of the extraterrestrial irradiation that a clear sky's beam keeps (Meinel & Meinel 1976), at
 * the relative air mass of Kasten & Young 1989.
 */
export function clearSkyTransmittance(cosSolarZenith: number): number {
  const elevationDeg = (Math.asin(cosSolarZenith) * 180) / Math.PI;
  const airMass = 1 / (cosSolarZenith + 0.50572 * (elevationDeg + 6.07995) ** -1.6364);
  return 0.7 ** (airMass ** 0.678);
}
