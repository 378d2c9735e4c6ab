import type { GeoTIFF, GeoTIFFImage } from 'geotiff';

/** A strip or tile is decoded whole, in memory: this is the most that one may hold. */
const MOST_BLOCK_BYTES = 1 << 28;

/** Codes of the tags that say where a TIFF's strips or tiles are. */
const BLOCK_TAGS = {
  StripOffsets: 273,
  StripByteCounts: 279,
  TileOffsets: 324,
  TileByteCounts: 325,
} as const;
type BlockTag = keyof typeof BLOCK_TAGS;

/** Throws when a strip or tile is too large to be decoded in memory, by the file's own tags. */
export function refuseLargeBlocks(image: GeoTIFFImage, name: string): void {
  const cols = image.getTileWidth();
  const rows = image.getTileHeight();
  const bytes = cols * rows * image.getBytesPerPixel();
  if (bytes > 0 && bytes <= MOST_BLOCK_BYTES) return;
  throw new Error(
    `${name}: its ${image.isTiled ? 'tiles' : 'strips'} are of ${cols} x ${rows} pixels, expected some and at most ${MOST_BLOCK_BYTES >> 20} MB; rewrite it with: gdal_translate -co TILED=YES in.tif out.tif.`,
  );
}

/**
 * Throws when pixel blocks of an image are too large for memory, or lie beyond the file's `size` in
 * bytes: geotiff.js takes what is beyond the end for zeros.
 */
export async function refuseTruncated(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  size: number,
  name: string,
): Promise<void> {
  const kind = image.isTiled ? 'Tile' : 'Strip';
  const offsets = await blockTable(tiff, image, `${kind}Offsets`, name);
  const sizes = await blockTable(tiff, image, `${kind}ByteCounts`, name);
  if (!offsets || !sizes) throw new Error(`${name}: the TIFF has no table of its pixel blocks.`);
  for (let i = 0; i < offsets.length; i++) {
    const end = Number(offsets[i]) + Number(sizes[i]);
    if (Number(sizes[i]) > MOST_BLOCK_BYTES) {
      throw new Error(
        `${name}: ${kind.toLowerCase()} ${i} has ${sizes[i]} bytes, expected at most ${MOST_BLOCK_BYTES}; rewrite it with: gdal_translate -co TILED=YES in.tif out.tif.`,
      );
    }
    if (end > size) {
      throw new Error(
        `${name}: truncated: its pixels end at byte ${end}, the file at ${size}; fetch it again.`,
      );
    }
  }
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
