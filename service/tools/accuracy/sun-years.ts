/** Years of measured sun, and how far the hours made of their months lie from them. */

import { emptyHourlySky, type HourlySky, setHourlySky } from '#engine/yield/hours/hourly-sky.ts';
import { hayDavies } from '#solar/sky-models.ts';
import measured from '../../../fixtures/measured-years.json' with { type: 'json' };
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { DEFAULT_C, faceHours, houseFigures, roofHouses } from './roofs.ts';
import { tailFigures } from './tail-figures.ts';

/** How far a house's figure may lie off the measured year's: own use in points, savings in %. */
const LIMITS = [1, 1, 4, 4, 4];

export const SUN_YEARS = measured.years;
type SunYear = (typeof SUN_YEARS)[number];

function madeSky({ lat, lng, ghi_kwh_m2, diffuse_fraction }: SunYear): HourlySky {
  const sky = emptyHourlySky();
  const climate = {
    ghiKwhM2: ghi_kwh_m2,
    diffuseFraction: diffuse_fraction,
    temperatureC: DEFAULT_C,
  };
  setHourlySky(lat, lng, climate, hayDavies, sky);
  return sky;
}

/** Tails of the hours that the service makes of a measured year's months, on a roof to the south. See `tailFigures`. */
export function madeTails(year: SunYear) {
  const sky = madeSky(year);
  return tailFigures(faceHours(sky, 'south', year.face_kwh_kwp), sky.sun.cosSolarZenith);
}

/** [house][figure] Figures of houses under the hours that the service makes of a measured year's months. */
export function madeFigures(prices: PricesArtifact, year: SunYear): number[][] {
  const houses = roofHouses(madeSky(year), year.face_kwh_kwp);
  return houses.map((hoursKwh) => houseFigures(prices, hoursKwh));
}

/** [house][figure] How far houses lie off the measured year's: points, then %. */
export function housesOff(found: number[][], { houses }: SunYear): number[][] {
  return found.map((figures, house) =>
    figures.map((figure, i) => {
      const target = houses[house][i];
      return i === 0 ? figure - target : 100 * (figure / target - 1);
    }),
  );
}

/** Count of the figures of houses that are within their limits. */
export function countWithin(off: readonly number[][]): number {
  return off.flat().filter((value, i) => Math.abs(value) <= LIMITS[i % LIMITS.length]).length;
}
