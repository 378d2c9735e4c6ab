import { median } from 'd3-array';
import { monthlyGhiExtraKwhM2 } from '#solar/diffuse-fraction.ts';
import { radians } from '#solar/sun-position.ts';
import { projectionOf } from '../../rasters/crs.ts';
import { GHI_UNITS } from '../../rasters/file-unit.ts';
import { openRaster, type RasterRef } from '../../rasters/open/open-raster.ts';
import { conversionFrom } from '../../rasters/unit-conversion.ts';

/** A unit is suggested only when the values are within this share of the usual ones. */
const NEAR = 0.25;
/** July, from 0. */
const JULY = 6;

/** Share of the extraterrestrial irradiation that reaches the ground in summer, about: more towards the south of Europe. */
function usualClearness(latDeg: number): number {
  return 0.5 + 0.005 * Math.max(0, 60 - Math.abs(latDeg));
}

/**
 * The unit of irradiation that no file states, by the values of July, and a sentence on it: the one that fits the
 * usual values within 25 %. "?" where several or none fit.
 */
export async function suggestedGhiUnit(july: RasterRef): Promise<{ unit: string; text: string }> {
  const ratio = await ratioToUsual(july);
  const fits = GHI_UNITS.flatMap((unit) => {
    const off = Math.abs(ratio * conversionFrom(unit, JULY).factor - 1);
    return off <= NEAR ? [{ unit, text: `"${unit}" (within ${(100 * off).toFixed(0)} %)` }] : [];
  });
  const text = `The values fit ${fits.map((fit) => fit.text).join(' and ')}`;
  if (fits.length === 1)
    return { unit: fits[0].unit, text: `${text}, so that is written. Check it` };
  const none = `No unit fits the values (none of ${GHI_UNITS.join(', ')} within 25 %). They may be stored as tenths, or be no irradiation of the horizontal`;
  return { unit: '?', text: fits.length === 0 ? none : text };
}

/** Median ratio of the pixels to the usual irradiation of their latitudes, kWh/m2. */
async function ratioToUsual(july: RasterRef): Promise<number> {
  const raster = await openRaster(july);
  try {
    const { cols, rows, xEdge, yEdge, xStep, yStep } = raster;
    const { toLngLat } = projectionOf(raster.crs, raster.name);
    const usualKwhM2 = Array.from({ length: rows }, (_, row) => {
      const [, lat] = toLngLat(xEdge + (cols * xStep) / 2, yEdge + (row + 0.5) * yStep);
      return usualClearness(lat) * monthlyGhiExtraKwhM2(radians(lat))[JULY];
    });
    const values = await raster.readWindow({ col: 0, row: 0, cols, rows });
    return median(values, (value, i) => value / usualKwhM2[Math.floor(i / cols)]) ?? Number.NaN;
  } finally {
    await raster.close();
  }
}
