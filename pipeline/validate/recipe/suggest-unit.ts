import { median } from 'd3-array';
import { monthlyGhiExtraKwhM2 } from '#common/solar/diffuse-fraction.ts';
import { radians } from '#common/solar/sun-position.ts';
import { projectionOf } from '../../rasters/crs.ts';
import { GHI_UNITS } from '../../rasters/file-unit.ts';
import { openRaster, type RasterRef } from '../../rasters/open/open-raster.ts';
import { conversionFrom } from '../../rasters/unit-conversion.ts';
import { pixelStripes } from '../../rasters/window.ts';

/** A unit is suggested only when the values are within this share of the usual ones. */
const NEAR = 0.25;

/** Share of the extraterrestrial irradiation that reaches the ground in summer, about: more towards the south of Europe. */
function usualClearness(latDeg: number): number {
  return 0.5 + 0.005 * Math.max(0, 60 - Math.abs(latDeg));
}

/** The unit that the values fit, and a sentence on it. None where several or none fit. */
interface SuggestedUnit {
  unit: (typeof GHI_UNITS)[number] | undefined;
  text: string;
}

/**
 * The unit of irradiation that no file states, by the values of a month: the one that fits the usual values within 25 %.
 * @param month from 0
 */
export async function suggestedGhiUnit(ref: RasterRef, month: number): Promise<SuggestedUnit> {
  const ratio = await ratioToUsual(ref, month);
  const fits = GHI_UNITS.map((unit) => ({
    unit,
    off: Math.abs(ratio * conversionFrom(unit, month).factor - 1),
  })).filter(({ off }) => off <= NEAR);
  const texts = fits.map(({ unit, off }) => `"${unit}" (within ${(100 * off).toFixed(0)} %)`);
  if (fits.length === 1)
    return { unit: fits[0].unit, text: `the values fit ${texts[0]}, so that is written. Check it` };
  const text =
    fits.length === 0
      ? `no unit fits the values (none of ${GHI_UNITS.join(', ')} within 25 %). They may be stored as tenths, or be no irradiation of the horizontal`
      : `the values fit ${texts.join(' and ')}`;
  return { unit: undefined, text };
}

/** Median ratio of the pixels to the usual irradiation of their latitudes, kWh/m2. */
async function ratioToUsual(ref: RasterRef, month: number): Promise<number> {
  const raster = await openRaster(ref);
  try {
    const { toLngLat } = projectionOf(raster.crs, raster.name);
    const ratios: number[] = [];
    const all = (end: number) => ({ first: 0, end });
    const middle = raster.xEdge + (raster.cols * raster.xStep) / 2;
    for await (const stripe of pixelStripes(raster, all(raster.cols), all(raster.rows))) {
      for (let row = 0; row < stripe.rows; row++) {
        const [, lat] = toLngLat(middle, raster.yEdge + (stripe.row + row + 0.5) * raster.yStep);
        const usual = usualClearness(lat) * monthlyGhiExtraKwhM2(radians(lat))[month];
        const pixels = stripe.values.subarray(row * stripe.cols, (row + 1) * stripe.cols);
        for (const value of pixels) if (!Number.isNaN(value)) ratios.push(value / usual);
      }
    }
    return median(ratios) ?? Number.NaN;
  } finally {
    await raster.close();
  }
}
