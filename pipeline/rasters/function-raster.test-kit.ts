import type { PixelWindow, Placement, Raster } from './raster.ts';

/** A raster of a function, that remembers which windows were read. */
export interface FunctionRaster extends Raster {
  windows: PixelWindow[];
}

/** For tests and error tables: a raster whose pixels hold `valueAt(x, y)` of their centres. */
export function functionRaster(
  place: Placement & { cols: number; rows: number; crs?: string },
  valueAt: (x: number, y: number) => number,
): FunctionRaster {
  const windows: PixelWindow[] = [];
  async function readWindow(window: PixelWindow): Promise<Float64Array> {
    windows.push(window);
    return Float64Array.from({ length: window.cols * window.rows }, (_, i) => {
      const col = window.col + (i % window.cols);
      const row = window.row + Math.floor(i / window.cols);
      const x = place.xEdge + (col + 0.5) * place.xStep;
      return valueAt(x, place.yEdge + (row + 0.5) * place.yStep);
    });
  }
  const close = async () => {};
  const plain = { name: 'a function', crs: 'EPSG:4326', bands: 1, nodata: null, isMasked: false };
  return { ...plain, ...place, readWindow, close, windows };
}
