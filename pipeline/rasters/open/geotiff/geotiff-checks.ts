import type { GeoTIFF, GeoTIFFImage } from 'geotiff';

/** Uncompressed, LZW, deflate (two codes), PackBits, Zstandard: these come out as GDAL reads them. */
const READ_COMPRESSIONS = new Set([1, 5, 8, 32946, 32773, 50000]);
const OTHER_COMPRESSIONS = new Map([
  [7, 'JPEG'],
  [34887, 'LERC'],
  [34925, 'LZMA'],
  [50001, 'WebP'],
]);

/** By SampleFormat. The others are complex or undefined. */
const FORMATS = new Map([
  [1, { kind: 'unsigned', bits: [8, 16, 32] }],
  [2, { kind: 'signed', bits: [8, 16, 32] }],
  [3, { kind: 'floating-point', bits: [16, 32, 64] }],
]);

/** Tags of one whole number (TIFF 6.0, section 8). geotiff.js gives what a damaged file has, a list or 0 too. */
const COUNTS = [
  'ImageWidth',
  'ImageLength',
  'SamplesPerPixel',
  'RowsPerStrip',
  'TileWidth',
  'TileLength',
  'Compression',
  'PlanarConfiguration',
  'Predictor',
] as const;

const MOST_SHOWN = 50;

/** Tried with GDAL 3.6 on every kind that is refused: fixtures/raster-formats/make.sh. */
const REMEDY = 'Rewrite it with: gdal_translate -ot Float32 -co COMPRESS=DEFLATE in.tif out.tif';

/**
 * Throws on damaged sizes and on an encoding that geotiff.js 3.0.5 cannot read or reads wrong: LERC (it drops the mask
 * of missing pixels), predictors in big-endian files, predictor 2 with 64 bits, pixels that fill no
 * whole bytes.
 */
export async function refuseUnreadable(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  name: string,
): Promise<void> {
  await refuseNoCounts(image, name);
  const found = await unreadable(tiff, image);
  if (found) throw new Error(`${name}: has ${found}, which cannot be read here. ${REMEDY}.`);
}

async function refuseNoCounts(image: GeoTIFFImage, name: string): Promise<void> {
  for (const tag of COUNTS) {
    const value = await image.fileDirectory.loadValue(tag);
    if (value === undefined && !tag.startsWith('Image')) continue;
    if (Number.isInteger(value) && Number(value) > 0) continue;
    const found = String(value).slice(0, MOST_SHOWN);
    throw new Error(
      `${name}: ${tag} is ${found}, expected a whole number above 0. Fetch it again.`,
    );
  }
}

async function unreadable(tiff: GeoTIFF, image: GeoTIFFImage): Promise<string | undefined> {
  const compression = image.fileDirectory.getValue('Compression') ?? 1;
  if (!READ_COMPRESSIONS.has(compression)) {
    return `${OTHER_COMPRESSIONS.get(compression) ?? `unknown (${compression})`} compression`;
  }
  const format = FORMATS.get(image.getSampleFormat());
  const bits = image.getBitsPerSample();
  if (!format?.bits.includes(bits)) return `${format?.kind ?? 'complex'} pixels of ${bits} bits`;
  const predictor = (await image.fileDirectory.loadValue('Predictor')) ?? 1;
  if (predictor !== 1 && !tiff.littleEndian) return `big-endian pixels with predictor ${predictor}`;
  if (predictor === 2 && bits === 64) return 'pixels of 64 bits with predictor 2';
  return undefined;
}

/** A strip or tile is decoded whole, in memory: this is the most that one may hold. */
const MOST_BLOCK_BYTES = 1 << 28;
const TILE = 'Rewrite it with: gdal_translate -co TILED=YES in.tif out.tif.';

/** Codes of the tags that say where a TIFF's strips or tiles are. */
const BLOCK_TAGS = {
  StripOffsets: 273,
  StripByteCounts: 279,
  TileOffsets: 324,
  TileByteCounts: 325,
} as const;
type BlockTag = keyof typeof BLOCK_TAGS;

/**
 * Throws when pixel blocks of an image are too large for memory, or lie beyond the file's `size` in
 * bytes: geotiff.js takes what is beyond the end for zeros.
 */
export async function refuseBlocks(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  size: number,
  name: string,
): Promise<void> {
  const kind = image.isTiled ? 'Tile' : 'Strip';
  const [cols, rows] = [image.getTileWidth(), image.getTileHeight()];
  const bytes = cols * rows * image.getBytesPerPixel();
  if (!(bytes > 0 && bytes <= MOST_BLOCK_BYTES)) {
    throw new Error(
      `${name}: its ${kind.toLowerCase()}s are of ${cols} x ${rows} pixels, expected some and at most ${MOST_BLOCK_BYTES >> 20} MB. ${TILE}`,
    );
  }
  const offsets = await blockTable(tiff, image, `${kind}Offsets`, name);
  const sizes = await blockTable(tiff, image, `${kind}ByteCounts`, name);
  if (!offsets || !sizes) throw new Error(`${name}: the TIFF has no table of its pixel blocks.`);
  for (let i = 0; i < offsets.length; i++) {
    const end = Number(offsets[i]) + Number(sizes[i]);
    if (Number(sizes[i]) > MOST_BLOCK_BYTES) {
      throw new Error(
        `${name}: ${kind.toLowerCase()} ${i} has ${sizes[i]} bytes, expected at most ${MOST_BLOCK_BYTES}. ${TILE}`,
      );
    }
    if (end > size) {
      throw new Error(
        `${name}: truncated: its pixels end at byte ${end}, the file at ${size}. Fetch it again.`,
      );
    }
  }
}

/**
 * Where the pixel blocks lie, or how long they are. geotiff.js 3.0.5 reads a long table as
 * little-endian whatever the file says. Put right in its own memory, later reads use it too.
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
      `${name}: a big-endian BigTIFF. Rewrite it with gdal_translate -co ENDIANNESS=LITTLE.`,
    );
  }
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.byteLength);
  if (table instanceof Uint16Array) bytes.swap16();
  else bytes.swap32();
  return table;
}
