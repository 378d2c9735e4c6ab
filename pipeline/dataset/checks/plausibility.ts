import { monthlyGhiExtraKwhM2 } from '#solar/diffuse-fraction.ts';
import { radians } from '#solar/sun-position.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { GhiUnit } from '../../rasters/climate-grids.ts';
import { GHI_UNITS } from '../../rasters/file-unit.ts';
import type { PixelBounds } from '../../rasters/pixel-checks.ts';
import { conversionFrom } from '../../rasters/unit-conversion.ts';

/**
 * Clearness index (GHI / extraterrestrial) over Sweden by latitude and month: PVGIS 5.2 means
 * 2005-2020 at Malmö, Stockholm, Sundsvall and Luleå. Used only to recognise a wrong unit.
 */
const CLEARNESS_LATITUDES = [55.605, 59.325, 62.391, 65.548];
const CLEARNESS = [
  [0.28, 0.337, 0.439, 0.536, 0.527, 0.526, 0.515, 0.5, 0.479, 0.398, 0.299, 0.254],
  [0.265, 0.349, 0.463, 0.515, 0.509, 0.515, 0.506, 0.482, 0.456, 0.371, 0.275, 0.233],
  [0.208, 0.347, 0.458, 0.493, 0.477, 0.5, 0.492, 0.459, 0.427, 0.368, 0.256, 0.136],
  [0.285, 0.412, 0.544, 0.568, 0.539, 0.516, 0.495, 0.473, 0.423, 0.361, 0.245, 0.199],
];

/**
 * How far a month's mean may be from the expected one. The units differ by a factor of 1.34 to
 * 1.39, so 0.857..1.165 (one over the root of 1.36, and the root) separates them. From
 * November to January climatologies differ by more than that, and the limits are wider: a mix-up
 * shows there unless the data themselves are a tenth off.
 */
const SUNNY = [0.857, 1.165] as const;
const DARK = [0.78, 1.28] as const;
const DARK_MONTHS = [10, 11, 0];

/** Months dimmer than this, in the far north, are not held against an expected value. */
const LEAST_EXPECTED_KWH_M2 = 3;

/** Light of months without sun: what a cell may have in any month. */
const TWILIGHT_KWH_M2 = 5;

/**
 * Least share of the extraterrestrial irradiation that a cell gets in a month, by how much that is
 * (kWh/m2). Unbroken overcast lets a quarter of the clear sky's light through (Kasten & Czeplak
 * 1980: 1 - 0.75 (N/8)^3.4), which is 0.17 of the extraterrestrial with the sun high and 0.1 with it
 * low, where hills take some more. In months with hardly any sun they may take all of it.
 */
const OVERCAST = [
  { fromKwhM2: 100, share: 0.15 },
  { fromKwhM2: 10, share: 0.05 },
  { fromKwhM2: 0, share: 0 },
];

/** Where the expected values above hold. */
const SOUTH = 54;
const NORTH = 70;

/** Expected monthly GHI at a latitude, kWh/m2. NaN outside the latitudes it is known for. */
export function expectedGhiKwhM2(latDeg: number): Float64Array {
  if (latDeg < SOUTH || latDeg > NORTH) return new Float64Array(MONTHS).fill(Number.NaN);
  const last = CLEARNESS_LATITUDES.length - 1;
  const clamped = Math.min(CLEARNESS_LATITUDES[last], Math.max(CLEARNESS_LATITUDES[0], latDeg));
  const i = Math.min(
    last - 1,
    CLEARNESS_LATITUDES.findLastIndex((lat) => lat <= clamped),
  );
  const share =
    (clamped - CLEARNESS_LATITUDES[i]) / (CLEARNESS_LATITUDES[i + 1] - CLEARNESS_LATITUDES[i]);
  return monthlyGhiExtraKwhM2(radians(latDeg)).map(
    (h0, m) => h0 * (CLEARNESS[i][m] * (1 - share) + CLEARNESS[i + 1][m] * share),
  );
}

/** More than a cell can get in each month: what reaches the top of the atmosphere, kWh/m2. */
export function greatestGhiKwhM2(latDeg: number): Float64Array {
  const h0 = monthlyGhiExtraKwhM2(radians(latDeg));
  return h0.map((kwhM2) => Math.max(kwhM2, TWILIGHT_KWH_M2));
}

/** Less than a cell can get in each month, polar night being 0, kWh/m2. */
export function leastGhiKwhM2(latDeg: number): Float64Array {
  return monthlyGhiExtraKwhM2(radians(latDeg)).map(
    (h0) => h0 * (OVERCAST.find(({ fromKwhM2 }) => h0 >= fromKwhM2)?.share ?? 0),
  );
}

/** Least share of the extraterrestrial irradiation that a pixel gets, in a valley's shade under clouds. */
const PIXEL_SHARE = 0.05;
/** A month with less than this at the top of the atmosphere, kWh/m2, may round to 0. */
const SUNLESS_KWH_M2 = 10;
/** The most that resampling by splines may leave below 0, kWh/m2. */
const UNDERSHOOT_KWH_M2 = 0.1;
/** Monthly means of the diffuse share are above 0.2. A rounded 1 may come out a little above it. */
const DIFFUSE_PIXEL = { least: 0.05, greatest: 1.001 };

/**
 * Less or more than a single pixel can hold at a latitude, by variable and month. Pixels vary more than cells: in
 * months with sun the floor is a third of a cell's, in those without it is 0.
 */
export function pixelLimits(latDeg: number): Record<RasterVariable, PixelBounds[]> {
  const h0 = Array.from(monthlyGhiExtraKwhM2(radians(latDeg)));
  const greatest = greatestGhiKwhM2(latDeg);
  const isSunny = h0.map((kwhM2) => kwhM2 >= SUNLESS_KWH_M2);
  const bounds = ({ low, high }: { low: number; high: number }) => ({ least: low, greatest: high });
  return {
    ghi: h0.map((kwhM2, m) => ({
      least: isSunny[m] ? PIXEL_SHARE * kwhM2 : -UNDERSHOOT_KWH_M2,
      greatest: greatest[m],
    })),
    diffuse_fraction: isSunny.map((sunny) => ({
      ...DIFFUSE_PIXEL,
      ...(sunny ? {} : { least: 0 }),
    })),
    temperature: h0.map(() => bounds(LIMITS.temperature)),
    elevation: [bounds(LIMITS.elevation)],
  };
}

/**
 * Stops a mix-up of units: compares a month's mean over the cells with what is expected there.
 * @param unit the unit that the recipe states
 * @throws Error saying which unit the values fit, where they fit one
 */
export function checkGhiRange(
  name: string,
  month: number,
  unit: GhiUnit,
  meanKwhM2: number,
  expectedKwhM2: number,
): void {
  const ratio = meanKwhM2 / expectedKwhM2;
  const [low, high] = DARK_MONTHS.includes(month) ? DARK : SUNNY;
  if (expectedKwhM2 < LEAST_EXPECTED_KWH_M2 || (ratio >= low && ratio <= high)) return;
  const perUnit = conversionFrom(unit, month).factor;
  const other = GHI_UNITS.find((unit) => {
    const asOther = (ratio * conversionFrom(unit, month).factor) / perUnit;
    return asOther > low && asOther < high;
  });
  const advice = other
    ? `The values fit ${other}: correct "unit" in the recipe, or convert this file if the other months are in ${unit}`
    : 'Check the file and its unit';
  throw new Error(
    `${name}: month ${month + 1} has a mean of ${(meanKwhM2 / perUnit).toFixed(1)} ${unit} over the cells, expected about ${(expectedKwhM2 / perUnit).toFixed(1)}. ${advice}. If the data are right, a single dark year for example, put "accept_range": {"reason": "why"} into "ghi".`,
  );
}

const LIMITS = {
  diffuse_fraction: { low: 0, high: 1, hint: 'a share between 0 and 1, not percent' },
  temperature: { low: -45, high: 45, hint: '°C, not kelvin' },
  elevation: { low: -500, high: 9000, hint: 'metres' },
  annual_sd: { low: 0.3, high: 30, hint: 'percent of the mean, neither a share nor kWh/m2' },
  monthly_sd: { low: 0, high: 200, hint: 'percent of the mean' },
} as const;
export type LimitedVariable = keyof typeof LIMITS;
type RasterVariable = 'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation';

/**
 * Range check of the other variables.
 * @throws Error naming the raster and the value outside the range
 */
export function checkPlausible(
  name: string,
  variable: LimitedVariable,
  min: number,
  max: number,
): void {
  const { low, high, hint } = LIMITS[variable];
  if (min >= low && max <= high) return;
  const found = Number((min < low ? min : max).toPrecision(4));
  throw new Error(
    `${name}: ${variable} has the value ${found}, expected ${low} to ${high} (${hint}). Check the file and its unit.`,
  );
}
