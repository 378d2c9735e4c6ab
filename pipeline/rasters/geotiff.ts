import { stat } from 'node:fs/promises';
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { crsOf, placementOf } from './geotiff-georeference.ts';
import { decodePixels, type Encoding, PVGIS_NODATA, parseNodata } from './nodata.ts';
import type { PixelWindow, Raster } from './raster.ts';

const FLOAT = 3;

/** Codes of the tags that say where a TIFF's strips or tiles are. */
const BLOCK_TAGS = {
  StripOffsets: 273,
  StripByteCounts: 279,
  TileOffsets: 324,
  TileByteCounts: 325,
} as const;
type BlockTag = keyof typeof BLOCK_TAGS;

/**
 * One band (from 1) of a GeoTIFF: strips or tiles, any compression geotiff.js knows. Only the blocks
 * that a window touches are read. Throws on what is no GeoTIFF, a truncated file, a missing band, an
 * unplaced or rotated raster, and an unnamed coordinate system when `crs` is absent.
 */
export async function openGeotiff(
  path: string,
  name: string,
  band: number,
  crs: string | undefined,
): Promise<Raster> {
  const tiff = await fromFile(path).catch((cause: unknown) => {
    throw new Error(`${name}: cannot be read as a GeoTIFF (${reason(cause)}).`, { cause });
  });
  try {
    return await describe(tiff, path, name, band, crs);
  } catch (error) {
    await tiff.close();
    throw error;
  }
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
  await refuseTruncated(tiff, image, path, name);
  const encoding = await encodingOf(image, band, name);
  const keys = image.getGeoKeys();
  return {
    name,
    crs: crs ?? crsOf(keys, name),
    cols: image.getWidth(),
    rows: image.getHeight(),
    bands,
    ...placementOf(placementTags(image), keys, name),
    blockCols: image.getTileWidth(),
    blockRows: image.getTileHeight(),
    readWindow: (window) => readWindow(image, window, band, encoding, name),
    close: async () => {
      await tiff.close();
    },
  };
}

/**
 * Where the pixel blocks lie, or how long they are. geotiff.js 3.0.5 reads a long table as
 * little-endian whatever the file says; put right in its own memory, later reads use it too.
 */
async function blockTable(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  tag: BlockTag,
  name: string,
): Promise<ArrayLike<number | bigint> | undefined> {
  const isLate = image.fileDirectory.deferredArrays.has(BLOCK_TAGS[tag]);
  const table = await image.fileDirectory.loadValue(tag);
  if (tiff.littleEndian || !isLate) return table;
  if (!(table instanceof Uint32Array || table instanceof Uint16Array)) {
    throw new Error(
      `${name}: a big-endian BigTIFF; rewrite it with gdal_translate -co ENDIANNESS=LITTLE.`,
    );
  }
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.byteLength);
  if (table instanceof Uint16Array) bytes.swap16();
  else bytes.swap32();
  return table;
}

// geotiff.js takes bytes beyond the end of a file for zeros.
async function refuseTruncated(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  path: string,
  name: string,
): Promise<void> {
  const kind = image.isTiled ? 'Tile' : 'Strip';
  const offsets = await blockTable(tiff, image, `${kind}Offsets`, name);
  const sizes = await blockTable(tiff, image, `${kind}ByteCounts`, name);
  if (!offsets || !sizes) throw new Error(`${name}: the TIFF has no table of its pixel blocks.`);
  const { size } = await stat(path);
  for (let i = 0; i < offsets.length; i++) {
    const end = Number(offsets[i]) + Number(sizes[i]);
    if (end > size) {
      throw new Error(
        `${name}: truncated: its pixels end at byte ${end}, the file at ${size}; fetch it again.`,
      );
    }
  }
}

async function encodingOf(image: GeoTIFFImage, band: number, name: string): Promise<Encoding> {
  const declared = parseNodata(image.fileDirectory.getValue('GDAL_NODATA'), name);
  const isFloat32 = image.getSampleFormat(band - 1) === FLOAT && image.getBitsPerSample() === 32;
  // geotiff.js fills blocks that a sparse file leaves out with the declared number, but NaN with 0.
  if (Number.isNaN(declared)) image.getGDALNoData = () => PVGIS_NODATA;
  const items = await image.getGDALMetadata(band - 1);
  return {
    nodata: isFloat32 ? Math.fround(declared) : declared,
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
  image: GeoTIFFImage,
  { col, row, cols, rows }: PixelWindow,
  band: number,
  encoding: Encoding,
  name: string,
): Promise<Float64Array> {
  const window = [col, row, col + cols, row + rows];
  try {
    const [stored] = await image.readRasters({ window, samples: [band - 1], interleave: false });
    return decodePixels(stored, encoding);
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
