/** Years of measured sun, and how far the hours made of their months lie from them. */

import { emptyHourlySky, type HourlySky, setHourlySky } from '#engine/yield/hours/hourly-sky.ts';
import { hayDavies } from '#solar/sky-models.ts';
import measured from '../../../fixtures/measured-years.json' with { type: 'json' };
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { DEFAULT_C, type FaceMonths, faceHours, houseFigures, roofHouses } from './roofs.ts';
import { type TailFigures, tailFigures } from './tail-figures.ts';

/** Figures of a year of 1 kWp to the south, and of houses. See `tailFigures`, `houseFigures`. */
interface SunFigures {
  tails: TailFigures;
  houses: number[][];
}

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

function sunFigures(prices: PricesArtifact, sky: HourlySky, monthly?: FaceMonths): SunFigures {
  return {
    tails: skyTails(sky, monthly),
    houses: roofHouses(sky, monthly).map((house) => houseFigures(prices, house)),
  };
}

/** Tails of a roof to the south. */
function skyTails(sky: HourlySky, monthly?: FaceMonths): TailFigures {
  return tailFigures(faceHours(sky, 'south', monthly), sky.sun.cosSolarZenith);
}

/** Tails of the hours that the service makes of a measured year's months. */
export function madeTails(year: SunYear): TailFigures {
  return skyTails(madeSky(year), year.face_kwh_kwp);
}

/** Figures of the hours that the service makes of a measured year's months. */
export function madeFigures(prices: PricesArtifact, year: SunYear): SunFigures {
  return sunFigures(prices, madeSky(year), year.face_kwh_kwp);
}

/** [house][figure] How far houses lie off the measured year's: points, then %. */
export function housesOff(found: SunFigures, { houses }: { houses: number[][] }): number[][] {
  return found.houses.map((figures, house) =>
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
