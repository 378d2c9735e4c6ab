import { type BandText, gdalMetadata } from './gdal-metadata.ts';
import { type Level, overviewsOf, type TiledLevel, tiledLevel } from './overviews.ts';
import { asciiValues, directoryLength, type TiffTag, writeDirectory } from './tiff-directory.ts';
import { NODATA, type RasterFrame } from './write-geotiff.ts';

/** A band: its pixels from the north-west, NaN where there is none, and what they are. */
export interface Band {
  pixels: Float64Array;
  text: BandText;
}

/** Pixels of a tile's side; what fits into one tile has no overview. */
const TILE = 256;
const HEADER_BYTES = 8;

/**
 * Tells a reader that all directories come first; GDAL shows it as LAYOUT=COG, and puts YES over the
 * last NO and blank when it edits the file.
 */
const STRUCTURE =
  'LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n' +
  'BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n ';
/** Before each tile its length, behind it its last bytes again: GDAL reads a tile without its place's tables. */
const LEADER_BYTES = 4;
const TRAILER_BYTES = 4;

/**
 * The bytes of a cloud-optimised GeoTIFF of float32 bands (EPSG:4326, north-up, PixelIsArea, nodata -9999,
 * values rounded to 0.001): tiles of 256 pixels, interleaved and deflated, halved overviews until one tile
 * holds all, directories before data, the smallest overview's data first
 * (gdal.org/drivers/raster/cog.html, "File format details").
 * @throws Error when the file would pass the 4 GB that its offsets can count
 */
export function cloudGeotiffBytes(frame: RasterFrame, bands: readonly Band[]): Uint8Array {
  const whole: Level = { ...frame, bands: bands.map(({ pixels }) => pixels) };
  const levels = [whole, ...overviewsOf(whole, TILE)].map((level) => tiledLevel(level, TILE));
  const structure = structureBytes();
  const extra = levels.map((_, i) => (i === 0 ? mapTags(frame, bands) : [number(254, 1)]));
  const tagsOf = (i: number, offsets: readonly number[]) => [
    ...imageTags(levels[i], bands.length, offsets),
    ...extra[i],
  ];
  const lengths = levels.map(({ tiles }, i) =>
    directoryLength(
      tagsOf(
        i,
        tiles.map(() => 0),
      ),
    ),
  );
  const directories = placesOf(HEADER_BYTES + structure.length, lengths);
  const { places, end } = tilePlaces(directories.end, levels);
  if (end > 0xffffffff) throw new Error('A GeoTIFF of over 4 GB needs BigTIFF.');
  const bytes = new Uint8Array(end);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, directories.places[0], true);
  bytes.set(structure, HEADER_BYTES);
  levels.forEach(({ tiles }, i) => {
    const next = directories.places[i + 1] ?? 0;
    writeDirectory(view, directories.places[i], tagsOf(i, places[i]), next);
    tiles.forEach((tile, t) => {
      const at = places[i][t];
      view.setUint32(at - LEADER_BYTES, tile.length, true);
      bytes.set(tile, at);
      bytes.set(tile.subarray(-TRAILER_BYTES), at + tile.length);
    });
  });
  return bytes;
}

/** Where parts that follow each other begin, and where the last one ends. */
function placesOf(start: number, lengths: readonly number[]): { places: number[]; end: number } {
  let end = start;
  const places = lengths.map((length) => {
    end += length;
    return end - length;
  });
  return { places, end };
}

/** Places of each level's tiles, the last level's first: who reads on from the start has a picture soon. */
function tilePlaces(
  start: number,
  levels: readonly TiledLevel[],
): { places: number[][]; end: number } {
  let at = start;
  const fromLast = levels.toReversed().map(({ tiles }) => {
    const { places, end } = placesOf(
      at,
      tiles.map(({ length }) => LEADER_BYTES + length + TRAILER_BYTES),
    );
    at = end;
    return places.map((place) => place + LEADER_BYTES);
  });
  return { places: fromLast.reverse(), end: at };
}

/** The area behind the header where GDAL looks for a file's structure, of an even length. */
function structureBytes(): Uint8Array {
  const size = String(STRUCTURE.length).padStart(6, '0');
  const text = `GDAL_STRUCTURAL_METADATA_SIZE=${size} bytes\n${STRUCTURE}`;
  return new TextEncoder().encode(text.length % 2 === 0 ? text : `${text}\0`);
}

function imageTags(level: TiledLevel, samples: number, offsets: readonly number[]): TiffTag[] {
  const { cols, rows, tiles } = level;
  const each = (value: number) => Array.from({ length: samples }, () => value);
  return [
    number(256, cols),
    number(257, rows),
    { tag: 258, type: 'short', values: each(32) }, // bits of a sample
    short(259, 8), // deflate
    short(262, 1), // black is zero
    short(277, samples),
    short(284, 1), // bands interleaved
    short(322, TILE),
    short(323, TILE),
    { tag: 324, type: 'long', values: offsets },
    { tag: 325, type: 'long', values: tiles.map(({ length }) => length) },
    ...(samples > 1 ? [{ tag: 338, type: 'short' as const, values: each(0).slice(1) }] : []),
    { tag: 339, type: 'short', values: each(3) }, // IEEE floating point
    { tag: 42113, type: 'ascii', values: asciiValues(String(NODATA)) },
  ];
}

/** Tags of the whole image alone: where it lies (OGC GeoTIFF 1.1), and the texts of its bands. */
function mapTags(frame: RasterFrame, bands: readonly Band[]): TiffTag[] {
  const { westCentre, northCentre, stepDeg } = frame;
  const corner = [westCentre - stepDeg / 2, northCentre + stepDeg / 2];
  const texts = bands.map(({ text }) => text);
  return [
    { tag: 33550, type: 'double', values: [stepDeg, stepDeg, 0] },
    { tag: 33922, type: 'double', values: [0, 0, 0, ...corner, 0] },
    // version 1.1.0, three keys: geographic model, pixel is area, EPSG:4326
    {
      tag: 34735,
      type: 'short',
      values: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326],
    },
    { tag: 42112, type: 'ascii', values: asciiValues(gdalMetadata(texts)) },
  ];
}

function number(tag: number, value: number): TiffTag {
  return { tag, type: 'long', values: [value] };
}

function short(tag: number, value: number): TiffTag {
  return { tag, type: 'short', values: [value] };
}
