import { median } from 'd3-array';
import { monthlyGhiExtraKwhM2 } from '#common/solar/diffuse-fraction.ts';
import { radians } from '#common/solar/sun-position.ts';
import { projectionOf } from '../../rasters/crs.ts';
import { openRaster, type RasterRef } from '../../rasters/open-raster.ts';
import { pixelStripes } from '../../rasters/pixel-stripes.ts';
import { kwhM2PerWM2 } from '../../rasters/unit-conversion.ts';

/** Share of the extraterrestrial irradiation that reaches the ground, about, in summer. */
const USUAL_CLEARNESS = 0.5;
/** A unit is suggested only when the values are within this share of the usual ones. */
const NEAR = 0.25;

/**
 * A sentence on the unit of irradiation that no file states: the one that fits the usual values within 25 %, or that none does.
 * @param month from 0
 */
export async function suggestedGhiUnit(ref: RasterRef, month: number): Promise<string> {
  const ratio = await ratioToUsual(ref, month);
  const fits = [
    { unit: 'kWh/m2', off: Math.abs(ratio - 1) },
    { unit: 'W/m2', off: Math.abs(ratio * kwhM2PerWM2(month) - 1) },
  ]
    .filter(({ off }) => off <= NEAR)
    .sort((a, b) => a.off - b.off);
  if (fits.length === 0) return 'neither kWh/m2 of the month nor W/m2 fits the values';
  return `the values fit ${fits.map(({ unit, off }) => `"${unit}" (within ${(100 * off).toFixed(0)} %)`).join(', less well ')}`;
}

/** Median ratio of the pixels to the usual irradiation of their latitudes, kWh/m2; NaN in metric coordinates. */
async function ratioToUsual(ref: RasterRef, month: number): Promise<number> {
  const raster = await openRaster(ref);
  try {
    if (!projectionOf(raster.crs, raster.name).isGeographic) return Number.NaN;
    const ratios: number[] = [];
    const all = (end: number) => ({ first: 0, end });
    for await (const stripe of pixelStripes(raster, all(raster.cols), all(raster.rows))) {
      for (let row = 0; row < stripe.rows; row++) {
        const lat = raster.yEdge + (stripe.row + row + 0.5) * raster.yStep;
        const usual = USUAL_CLEARNESS * monthlyGhiExtraKwhM2(radians(lat))[month];
        const pixels = stripe.values.subarray(row * stripe.cols, (row + 1) * stripe.cols);
        for (const value of pixels) if (!Number.isNaN(value)) ratios.push(value / usual);
      }
    }
    return median(ratios) ?? Number.NaN;
  } finally {
    await raster.close();
  }
}
