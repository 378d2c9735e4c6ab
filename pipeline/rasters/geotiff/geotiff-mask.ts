import type { GeoTIFF, GeoTIFFImage } from 'geotiff';

/** Bit of NewSubfileType: the page masks another one (TIFF 6.0, section 8). */
const TRANSPARENCY_MASK = 4;
/** ExtraSamples of an alpha band, associated or not. */
const ALPHA = [1, 2];

/**
 * The page of a GeoTIFF that says which pixels hold data, as GDAL writes it with
 * GDAL_TIFF_INTERNAL_MASK; undefined when there is none. Overviews have masks of their own, of
 * other sizes. Throws on an alpha band, the other way to say the same.
 */
export async function maskPage(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  name: string,
): Promise<GeoTIFFImage | undefined> {
  const extra = Array.from(image.fileDirectory.getValue('ExtraSamples') ?? []);
  if (extra.some((kind) => ALPHA.includes(kind))) {
    throw new Error(
      `${name}: has an alpha band, which is not read here; turn it into nodata with: gdalwarp -dstnodata -9999 in.tif out.tif.`,
    );
  }
  const pages = await tiff.getImageCount();
  for (let i = 1; i < pages; i++) {
    const page = await tiff.getImage(i);
    const kind = page.fileDirectory.getValue('NewSubfileType') ?? 0;
    const hasSize = page.getWidth() === image.getWidth() && page.getHeight() === image.getHeight();
    if (kind & TRANSPARENCY_MASK && hasSize) return page;
  }
  return undefined;
}

/** Makes the pixels of a window (left, top, right, bottom) NaN where the mask's page holds 0. */
export async function applyMask(
  mask: GeoTIFFImage,
  window: number[],
  values: Float64Array,
): Promise<void> {
  const [valid] = await mask.readRasters({ window, samples: [0], interleave: false });
  for (let i = 0; i < values.length; i++) if (valid[i] === 0) values[i] = Number.NaN;
}
