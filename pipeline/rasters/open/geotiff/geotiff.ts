import { stat } from 'node:fs/promises';
import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import type { PixelWindow, Placement, RasterFields } from '../../raster.ts';
import { decodePixels, type Encoding, PVGIS_NODATA, parseNodata } from '../nodata.ts';
import { crsBeside, type SideFiles, worldFilePlacement } from '../side-files.ts';
import { refuseBlocks, refuseUnreadable } from './geotiff-checks.ts';
import { openTiff } from './geotiff-source.ts';
import {
  bandMetadata,
  bandMonths,
  crsOf,
  degreesOf,
  type GeoKeys,
  gdalItems,
  placementOf,
} from './geotiff-tags.ts';
import './lzw.ts';
import './packbits.ts';
import './zstd.ts';

const FLOAT = 3;

/** Bits of NewSubfileType: the page is a smaller version of another one, or masks one (TIFF 6.0, section 8). */
const REDUCED = 1;
const TRANSPARENCY_MASK = 4;
/** ExtraSamples of an alpha band, associated or not. */
const ALPHA = [1, 2];

/** Properties that reading pixels needs. */
interface Band {
  image: GeoTIFFImage;
  mask: GeoTIFFImage | undefined;
  /** Number of the band from 1. */
  band: number;
  encoding: Encoding;
  name: string;
}

/**
 * A GeoTIFF: strips or tiles, its internal mask honoured. Only the blocks that a
 * window touches are read. Throws on an encoding that is not read right, several pages, a
 * truncated file, an unplaced or rotated raster, and an unnamed coordinate system when `crs` is absent.
 * @param next to files next to it, which may have its place and coordinate system
 */
export async function openGeotiff(
  path: string,
  name: string,
  crs: string | undefined,
  beside: SideFiles,
): Promise<RasterFields> {
  let tiff: GeoTIFF | undefined;
  try {
    tiff = await openTiff(path, name);
    return await describe(tiff, path, name, crs, beside);
  } catch (cause) {
    await tiff?.close();
    if (reason(cause).startsWith(name)) throw cause;
    throw new Error(`${name}: cannot be read as a GeoTIFF (${reason(cause)}).`, { cause });
  }
}

async function describe(
  tiff: GeoTIFF,
  path: string,
  name: string,
  crs: string | undefined,
  beside: SideFiles,
): Promise<RasterFields> {
  const image = await tiff.getImage();
  await refuseUnreadable(tiff, image, name);
  const mask = await maskPage(tiff, image, name);
  const { size } = await stat(path);
  for (const page of mask ? [image, mask] : [image]) await refuseBlocks(tiff, page, size, name);
  const keys = image.getGeoKeys();
  const place = await placeOf(image, keys, beside, name);
  const items = gdalItems(await image.fileDirectory.loadValue('GDAL_METADATA'), name);
  const system = crs ?? crsOf(keys, name, (await crsBeside(beside, name)) ?? degreesOf(items));
  const bands = Array.from({ length: image.getSamplesPerPixel() }, (_, i) =>
    bandMetadata(items, i, name),
  );
  return {
    fields: bands.length,
    months: bandMonths(items, bands, name),
    rasterOf: (index) => {
      const { scale, offset, unit, description } = bands[index];
      const nodata = declaredNodata(image, index + 1, name);
      // geotiff.js fills blocks that a sparse file leaves out with the declared number, but NaN with 0.
      if (Number.isNaN(nodata ?? Number.NaN)) image.getGDALNoData = () => PVGIS_NODATA;
      const encoding = { nodata: nodata ?? Number.NaN, scale, offset };
      const label = `${name}, band ${index + 1}${description && ` (${description})`}`;
      return {
        name: label,
        crs: system,
        cols: image.getWidth(),
        rows: image.getHeight(),
        bands: bands.length,
        nodata,
        isMasked: mask !== undefined,
        ...(unit && { stated: { variable: undefined, units: unit } }),
        ...place,
        blockRows: image.getTileHeight(),
        readWindow: (window) =>
          readWindow({ image, mask, band: index + 1, encoding, name: label }, window),
        close: async () => {},
      };
    },
    close: async () => void (await tiff.close()),
  };
}

/** The place by the file's own tags, or by a world file next to one that has none. */
async function placeOf(
  image: GeoTIFFImage,
  keys: GeoKeys,
  beside: SideFiles,
  name: string,
): Promise<Placement> {
  const { fileDirectory } = image;
  const tags = {
    pixelScale: fileDirectory.getValue('ModelPixelScale'),
    tiepoint: fileDirectory.getValue('ModelTiepoint'),
    transformation: fileDirectory.getValue('ModelTransformation'),
  };
  const isPlaced = tags.transformation || (tags.pixelScale && tags.tiepoint);
  const placed = isPlaced ? undefined : await worldFilePlacement(beside, name);
  return placed ?? placementOf(tags, keys, name);
}

function declaredNodata(image: GeoTIFFImage, band: number, name: string): number | null {
  const text = image.fileDirectory.getValue('GDAL_NODATA');
  if (text === undefined) return null;
  const isFloat32 = image.getSampleFormat(band - 1) === FLOAT && image.getBitsPerSample() === 32;
  const nodata = parseNodata(text, name);
  return isFloat32 ? Math.fround(nodata) : nodata;
}

async function readWindow(
  { image, mask, band, encoding, name }: Band,
  { col, row, cols, rows }: PixelWindow,
): Promise<Float64Array> {
  const window = [col, row, col + cols, row + rows];
  try {
    const [stored] = await image.readRasters({ window, samples: [band - 1], interleave: false });
    const values = decodePixels(stored, encoding);
    // The mask's page holds 0 where there is nothing.
    const [valid] = (await mask?.readRasters({ window, samples: [0], interleave: false })) ?? [];
    return valid ? values.map((value, i) => (valid[i] === 0 ? Number.NaN : value)) : values;
  } catch (cause) {
    const where = `rows ${row + 1} to ${row + rows}`;
    throw new Error(`${name}: the pixels of ${where} cannot be read (${reason(cause)}).`, {
      cause,
    });
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * The page of a GeoTIFF that says which pixels hold data, as GDAL writes it with
 * GDAL_TIFF_INTERNAL_MASK. Undefined when there is none. Overviews have masks of their own, of
 * other sizes. Throws on an alpha band, the other way to say the same, and on several images.
 */
async function maskPage(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  name: string,
): Promise<GeoTIFFImage | undefined> {
  const extra = Array.from(image.fileDirectory.getValue('ExtraSamples') ?? []);
  if (extra.some((kind) => ALPHA.includes(kind))) {
    const bands = image.getSamplesPerPixel() - 1;
    const options = Array.from({ length: bands }, (_, i) => `-b ${i + 1}`).join(' ');
    throw new Error(
      `${name}: has an alpha band, which is not read. Turn it into nodata with: gdalwarp -dstnodata -9999 in.tif tmp.tif && gdal_translate ${options} tmp.tif out.tif`,
    );
  }
  let images = 1;
  let mask: GeoTIFFImage | undefined;
  for (const page of await otherPages(tiff, image, name)) {
    const kind = page.fileDirectory.getValue('NewSubfileType') ?? 0;
    const hasSize = page.getWidth() === image.getWidth() && page.getHeight() === image.getHeight();
    if (kind & TRANSPARENCY_MASK) mask ??= hasSize ? page : undefined;
    else if (hasSize && !(kind & REDUCED)) images++;
  }
  if (images === 1) return mask;
  throw new Error(
    `${name}: has ${images} pages (images) of one size, expected one with a band for each month. Make a file of each page with: for i in {1..${images}}; do gdal_translate GTIFF_DIR:$i:in.tif out_$i.tif; done, and name these: "files": "out_{month}.tif"`,
  );
}

/** The pages after the first. geotiff.js would count pages that lead back to themselves for ever. */
async function otherPages(
  tiff: GeoTIFF,
  first: GeoTIFFImage,
  name: string,
): Promise<GeoTIFFImage[]> {
  const pages: GeoTIFFImage[] = [];
  const seen = new Set<number>();
  let next = first.fileDirectory.nextIFDByteOffset;
  while (next !== 0) {
    if (seen.has(next))
      throw new Error(`${name}: its pages lead back to byte ${next}. Fetch it again.`);
    seen.add(next);
    const page = await tiff.getImage(pages.length + 1);
    pages.push(page);
    next = page.fileDirectory.nextIFDByteOffset;
  }
  return pages;
}
