import { deflateSync } from 'node:zlib';
import { storedValue } from './write-geotiff.ts';

/** An image of a file, whole or reduced: its bands' pixels from the north-west, NaN where there is none. */
export interface Level {
  cols: number;
  rows: number;
  bands: readonly Float64Array[];
}

/** The same as compressed tiles, row by row. */
export interface TiledLevel {
  cols: number;
  rows: number;
  tiles: Uint8Array[];
}

/** Overviews of an image, each half of the one before, until one fits into a tile. */
export function overviewsOf(whole: Level, tile: number): Level[] {
  const overviews: Level[] = [];
  let level = whole;
  while (Math.max(level.cols, level.rows) > tile) {
    level = halved(level);
    overviews.push(level);
  }
  return overviews;
}

/** Half an image: the mean of the pixels that there are among two by two. */
function halved({ cols, rows, bands }: Level): Level {
  const size = { cols: Math.ceil(cols / 2), rows: Math.ceil(rows / 2) };
  const half = bands.map((band) => {
    const pixels = new Float64Array(size.cols * size.rows);
    for (let i = 0; i < pixels.length; i++) {
      const row = 2 * Math.floor(i / size.cols);
      const col = 2 * (i % size.cols);
      let sum = 0;
      let count = 0;
      for (let r = row; r < Math.min(row + 2, rows); r++) {
        for (let c = col; c < Math.min(col + 2, cols); c++) {
          const value = band[r * cols + c];
          if (Number.isNaN(value)) continue;
          sum += value;
          count++;
        }
      }
      pixels[i] = sum / count; // NaN of none
    }
    return pixels;
  });
  return { ...size, bands: half };
}

/** Cuts an image into square tiles of interleaved float32 bands, deflated; nodata beyond its edges. */
export function tiledLevel({ cols, rows, bands }: Level, tile: number): TiledLevel {
  const tiles: Uint8Array[] = [];
  for (let top = 0; top < rows; top += tile) {
    for (let left = 0; left < cols; left += tile) {
      const values = new Float32Array(tile * tile * bands.length).fill(storedValue(Number.NaN));
      for (let row = top; row < Math.min(top + tile, rows); row++) {
        for (let col = left; col < Math.min(left + tile, cols); col++) {
          const at = ((row - top) * tile + col - left) * bands.length;
          for (let b = 0; b < bands.length; b++) {
            values[at + b] = storedValue(bands[b][row * cols + col]);
          }
        }
      }
      tiles.push(deflateSync(littleEndian(values)));
    }
  }
  return { cols, rows, tiles };
}

function littleEndian(values: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.byteLength));
  values.forEach((value, i) => {
    view.setFloat32(i * Float32Array.BYTES_PER_ELEMENT, value, true);
  });
  return new Uint8Array(view.buffer);
}
