import type { GeoTIFF, GeoTIFFImage } from 'geotiff';

/** Uncompressed, LZW, deflate (two codes), PackBits, Zstandard: these come out as GDAL reads them. */
const READ_COMPRESSIONS = new Set([1, 5, 8, 32946, 32773, 50000]);
const OTHER_COMPRESSIONS = new Map([
  [7, 'JPEG'],
  [34887, 'LERC'],
  [34925, 'LZMA'],
  [50001, 'WebP'],
]);

/** By SampleFormat; the others are complex or undefined. */
const FORMATS = new Map([
  [1, { kind: 'unsigned', bits: [8, 16, 32] }],
  [2, { kind: 'signed', bits: [8, 16, 32] }],
  [3, { kind: 'floating-point', bits: [16, 32, 64] }],
]);

/** Tags of one whole number (TIFF 6.0, section 8); geotiff.js gives what a damaged file has, a list or 0 too. */
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
const REMEDY = 'rewrite it with: gdal_translate -ot Float32 -co COMPRESS=DEFLATE in.tif out.tif';

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
  if (found) throw new Error(`${name}: has ${found}, which cannot be read here; ${REMEDY}.`);
}

async function refuseNoCounts(image: GeoTIFFImage, name: string): Promise<void> {
  for (const tag of COUNTS) {
    const value = await image.fileDirectory.loadValue(tag);
    if (value === undefined && !tag.startsWith('Image')) continue;
    if (Number.isInteger(value) && Number(value) > 0) continue;
    const found = String(value).slice(0, MOST_SHOWN);
    throw new Error(
      `${name}: ${tag} is ${found}, expected a whole number above 0; fetch it again.`,
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
