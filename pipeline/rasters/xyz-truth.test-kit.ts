import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assertClose } from '../test/assert-close.ts';
import { openGeotiff } from './open/geotiff/geotiff.ts';
import { openRaster, type RasterRef } from './open/open-raster.ts';
import type { Raster } from './raster.ts';

/** For tests: x, y (or longitude, latitude) and value of a pixel, as GDAL reads it. NaN = nodata. */
export type XyzPoint = [x: number, y: number, value: number];

/** For tests: the path of a file in fixtures/raster-formats. */
export function formatFixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/raster-formats/${name}`, import.meta.url));
}

/** For tests: the points of an .xyz file in fixtures/raster-formats. */
export function readXyz(name: string): XyzPoint[] {
  const lines = readFileSync(formatFixture(name), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [x, y, value] = line.split(' ').map(Number);
    return [x, y, value === -9999 ? Number.NaN : value];
  });
}

/** For tests: all pixels of a raster, row by row, which is closed then. */
export function pixelsOf(raster: Raster): Promise<Float64Array> {
  const { cols, rows } = raster;
  return raster.readWindow({ col: 0, row: 0, cols, rows }).finally(raster.close);
}

/** For tests: the first pixel of each raster. */
export async function firstPixels(refs: readonly RasterRef[]): Promise<number[]> {
  const values: number[] = [];
  for (const ref of refs) values.push((await pixelsOf(await openRaster(ref)))[0]);
  return values;
}

/** For tests: every pixel centre of a raster with its value, sorted as the .xyz files are. */
export async function pointsOf(raster: Raster): Promise<XyzPoint[]> {
  const { cols, rows, xEdge, yEdge, xStep, yStep } = raster;
  const values = await raster.readWindow({ col: 0, row: 0, cols, rows });
  const points = Array.from(values, (value, i): XyzPoint => {
    const x = xEdge + ((i % cols) + 0.5) * xStep;
    return [x, yEdge + (Math.floor(i / cols) + 0.5) * yStep, value];
  });
  return points.sort(([ax, ay], [bx, by]) => Math.round(1e6 * (ax - bx)) || ay - by);
}

/** For tests: fails unless pixels lie at the same places and have the same values, within a tolerance. */
export function assertSamePoints(found: XyzPoint[], expected: XyzPoint[], tolerance: number): void {
  assert.equal(found.length, expected.length);
  for (const [i, [x, y, value]] of expected.entries()) {
    const [foundX, foundY, foundValue] = found[i];
    assert.ok(Math.abs(foundX - x) < 1e-6 && Math.abs(foundY - y) < 1e-6, `place of pixel ${i}`);
    assertClose(foundValue, value, tolerance, `pixel ${i}`);
  }
}

/** A band (from 1) of a GeoTIFF that has no files next to it. */
export async function openBand(
  path: string,
  name: string,
  band = 1,
  crs?: string,
): Promise<Raster> {
  const none = { behind: async () => undefined, instead: async () => undefined };
  const file = await openGeotiff(path, name, crs, none);
  return { ...file.rasterOf(band - 1), close: () => file.close() };
}
