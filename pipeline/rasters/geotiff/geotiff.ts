import { stat } from 'node:fs/promises';
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { decodePixels, type Encoding, PVGIS_NODATA, parseNodata } from '../nodata.ts';
import type { PixelWindow, Raster } from '../raster.ts';
import { refuseLargeBlocks, refuseTruncated } from './geotiff-blocks.ts';
import { refuseEndless } from './geotiff-directory.ts';
import { refuseUnreadable } from './geotiff-encoding.ts';
import { crsOf, placementOf } from './geotiff-georeference.ts';
import './zstd.ts';

const FLOAT = 3;

/** Bit of NewSubfileType: the page masks another one (TIFF 6.0, section 8). */
const TRANSPARENCY_MASK = 4;
/** ExtraSamples of an alpha band, associated or not. */
const ALPHA = [1, 2];

/** Properties that reading pixels needs. */
interface Band {
  image: GeoTIFFImage;
  mask: GeoTIFFImage | undefined;
  /** From 1. */
  band: number;
  encoding: Encoding;
  name: string;
}

/**
 * One band (from 1) of a GeoTIFF: strips or tiles, its internal mask honoured. Only the blocks that a
 * window touches are read. Throws on what is no GeoTIFF, an encoding that is not read right, a
 * truncated file, a missing band, an unplaced or rotated raster, and an unnamed coordinate system when `crs` is absent.
 */
export async function openGeotiff(
  path: string,
  name: string,
  band: number,
  crs: string | undefined,
): Promise<Raster> {
  const tiff = await opened(path, name);
  try {
    return await describe(tiff, path, name, band, crs);
  } catch (cause) {
    await tiff.close();
    throw reason(cause).startsWith(name) ? cause : unreadable(name, cause);
  }
}

async function opened(path: string, name: string): Promise<GeoTIFF> {
  try {
    await refuseEndless(path, name);
    return await fromFile(path);
  } catch (cause) {
    throw reason(cause).startsWith(name) ? cause : unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): Error {
  return new Error(`${name}: cannot be read as a GeoTIFF (${reason(cause)}).`, { cause });
}

async function describe(
  tiff: GeoTIFF,
  path: string,
  name: string,
  band: number,
  crs: string | undefined,
): Promise<Raster> {
  const image = await tiff.getImage();
  const bands = image.getSamplesPerPixel();
  if (band > bands) throw new Error(`${name}: the file has ${bands} band(s); set "band" to one.`);
  await refuseUnreadable(tiff, image, name);
  refuseLargeBlocks(image, name);
  const mask = await maskPage(tiff, image, name);
  const { size } = await stat(path);
  await refuseTruncated(tiff, image, size, name);
  if (mask) {
    refuseLargeBlocks(mask, name);
    await refuseTruncated(tiff, mask, size, name);
  }
  const nodata = declaredNodata(image, band, name);
  const encoding = await encodingOf(image, band, nodata ?? Number.NaN);
  const keys = image.getGeoKeys();
  return {
    name,
    crs: crs ?? crsOf(keys, name),
    cols: image.getWidth(),
    rows: image.getHeight(),
    bands,
    nodata,
    isMasked: mask !== undefined,
    ...placementOf(placementTags(image), keys, name),
    blockCols: image.getTileWidth(),
    blockRows: image.getTileHeight(),
    readWindow: (window) => readWindow({ image, mask, band, encoding, name }, window),
    close: async () => {
      await tiff.close();
    },
  };
}

function declaredNodata(image: GeoTIFFImage, band: number, name: string): number | null {
  const text = image.fileDirectory.getValue('GDAL_NODATA');
  if (text === undefined) return null;
  const isFloat32 = image.getSampleFormat(band - 1) === FLOAT && image.getBitsPerSample() === 32;
  const nodata = parseNodata(text, name);
  return isFloat32 ? Math.fround(nodata) : nodata;
}

async function encodingOf(image: GeoTIFFImage, band: number, nodata: number): Promise<Encoding> {
  // geotiff.js fills blocks that a sparse file leaves out with the declared number, but NaN with 0.
  if (Number.isNaN(nodata)) image.getGDALNoData = () => PVGIS_NODATA;
  const items = await image.getGDALMetadata(band - 1);
  return {
    nodata,
    scale: Number(items?.SCALE ?? 1),
    offset: Number(items?.OFFSET ?? 0),
  };
}

function placementTags(image: GeoTIFFImage) {
  const tags = image.fileDirectory;
  return {
    pixelScale: tags.getValue('ModelPixelScale'),
    tiepoint: tags.getValue('ModelTiepoint'),
    transformation: tags.getValue('ModelTransformation'),
  };
}

async function readWindow(
  { image, mask, band, encoding, name }: Band,
  { col, row, cols, rows }: PixelWindow,
): Promise<Float64Array> {
  const window = [col, row, col + cols, row + rows];
  try {
    const [stored] = await image.readRasters({ window, samples: [band - 1], interleave: false });
    const values = decodePixels(stored, encoding);
    if (mask) await applyMask(mask, window, values);
    return values;
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
 * GDAL_TIFF_INTERNAL_MASK; undefined when there is none. Overviews have masks of their own, of
 * other sizes. Throws on an alpha band, the other way to say the same.
 */
async function maskPage(
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
async function applyMask(
  mask: GeoTIFFImage,
  window: number[],
  values: Float64Array,
): Promise<void> {
  const [valid] = await mask.readRasters({ window, samples: [0], interleave: false });
  for (let i = 0; i < values.length; i++) if (valid[i] === 0) values[i] = Number.NaN;
}
