import { projectionOf } from '../../rasters/crs.ts';
import type { RasterFacts } from '../raster-table.ts';

/** Boxes in degrees: west, south, east, north. */
type Box = [west: number, south: number, east: number, north: number];

/** Sweden's cells, and what is still about only Sweden. */
const SWEDEN: Box = [10.9, 55.3, 24.2, 69.1];
const AROUND: Box = [9, 54, 26, 70.5];

/** Points on each side of a projected raster, which are curved. */
const POINTS = 20;

/** A recipe's grid, as fine as the default dataset's. */
interface DraftGrid {
  step_deg: number;
  bbox?: Box;
  coverage?: 'data';
}

/** The area that rasters cover: all of Sweden, a part of it, or another country's where they have values. */
export function draftGrid(facts: RasterFacts): DraftGrid {
  const box = boxOf(facts);
  const step_deg = 0.25;
  if (contains(box, SWEDEN)) return { step_deg };
  const bbox = inset(box, step_deg / 2);
  return contains(AROUND, box) ? { step_deg, bbox } : { step_deg, bbox, coverage: 'data' };
}

/** The grid's area for people. */
export function gridText({ bbox, coverage }: DraftGrid): string {
  if (!bbox) return 'the files cover Sweden';
  const box = `${bbox[0]} to ${bbox[2]} E, ${bbox[1]} to ${bbox[3]} N`;
  return coverage ? `wherever they have values within ${box}` : `the part of Sweden within ${box}`;
}

function boxOf({ west, south, east, north, crs, name }: RasterFacts): Box {
  const { toLngLat } = projectionOf(crs, name);
  const points: [number, number][] = [];
  for (let i = 0; i <= POINTS; i++) {
    const [x, y] = [west + ((east - west) * i) / POINTS, south + ((north - south) * i) / POINTS];
    points.push(toLngLat(x, south), toLngLat(x, north), toLngLat(west, y), toLngLat(east, y));
  }
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

function contains(outer: Box, inner: Box): boolean {
  const isWestSouth = outer[0] <= inner[0] && outer[1] <= inner[1];
  return isWestSouth && outer[2] >= inner[2] && outer[3] >= inner[3];
}

/** Half a cell inside, in hundredths of a degree, so that the outermost cells have values. */
function inset([west, south, east, north]: Box, by: number): Box {
  const up = (value: number) => Math.ceil((value + by) * 100) / 100;
  const down = (value: number) => Math.floor((value - by) * 100) / 100;
  return [up(west), up(south), down(east), down(north)];
}
