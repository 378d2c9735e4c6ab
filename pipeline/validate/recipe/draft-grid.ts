import { projectionOf } from '../../rasters/crs.ts';
import type { RasterFacts } from '../raster-table.ts';

/** Boxes in degrees: west, south, east, north. */
type Box = [west: number, south: number, east: number, north: number];

/** Sweden's cells, and what is still about only Sweden. */
const SWEDEN: Box = [10.9, 55.3, 24.2, 69.1];
const AROUND: Box = [9, 54, 26, 70.5];

/** Step of the grid, that of the default dataset. */
const STEP_DEG = 0.25;
/** Points on each side of a projected raster, which are curved. */
const POINTS = 20;

/**
 * A recipe's grid where rasters are: all of Sweden, a part of it, or where they have values elsewhere.
 * @param irradiation of each source
 */
export function draftGrid(irradiation: readonly RasterFacts[]) {
  const boxes = irradiation.map(boxOf);
  if (boxes.some((box) => contains(box, SWEDEN))) return { step_deg: STEP_DEG };
  const [largest] = boxes.toSorted((a, b) => areaOf(b) - areaOf(a));
  const inSweden = overlap(largest, SWEDEN);
  if (areaOf(inSweden) > areaOf(SWEDEN) / 2)
    return { step_deg: STEP_DEG, bbox: overlap(inset(largest), AROUND) };
  const grid = { step_deg: STEP_DEG, bbox: inset(largest) };
  return contains(AROUND, largest) ? grid : { ...grid, coverage: 'data' };
}

function areaOf([west, south, east, north]: Box): number {
  return Math.max(0, east - west) * Math.max(0, north - south);
}

function overlap(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

function boxOf({ west, south, east, north, crs, name }: RasterFacts): Box {
  const { toLngLat } = projectionOf(crs, name);
  const points = Array.from({ length: POINTS + 1 }, (_, i) => {
    const [x, y] = [west + ((east - west) * i) / POINTS, south + ((north - south) * i) / POINTS];
    return [toLngLat(x, south), toLngLat(x, north), toLngLat(west, y), toLngLat(east, y)];
  }).flat();
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

function contains(outer: Box, inner: Box): boolean {
  const isWestSouth = outer[0] <= inner[0] && outer[1] <= inner[1];
  return isWestSouth && outer[2] >= inner[2] && outer[3] >= inner[3];
}

/** Half a cell inside, in hundredths of a degree, so that the outermost cells have values. */
function inset([west, south, east, north]: Box): Box {
  const up = (value: number) => Math.ceil((value + STEP_DEG / 2) * 100) / 100;
  const down = (value: number) => Math.floor((value - STEP_DEG / 2) * 100) / 100;
  return [up(west), up(south), down(east), down(north)];
}
