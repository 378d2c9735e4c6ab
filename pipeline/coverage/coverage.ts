import type { MultiPolygon } from 'geojson';
import { boxOf, type Country, countries, polygonsReaching } from '#common/natural-earth.ts';
import { type CoverageMask, emptyMask } from '../../schemas/codec/coverage-mask.ts';
import type { BoundingBox } from '../../schemas/codec/grid.ts';
import { fillWithin, KM_PER_DEG, outlinePieces } from './outline-distance.ts';
import { fillPlainPolygons, fillPolygons } from './polygon-mask.ts';
import { trimmedMask } from './trimmed-mask.ts';

/** ISO 3166-1 numeric code. */
const SWEDEN = '752';
/** The polygon's own precision: points this near are covered even inside a neighbour. */
const ALWAYS_KM = 2;
/** Skerries and piers: points this near are covered unless another country's polygon holds them. */
const UNCLAIMED_KM = 15;
/** Pixels of 0.01° x 0.005° are 0.4..0.6 km on both sides at these latitudes. */
const COLS_PER_DEG = 100;
const ROWS_PER_DEG = 200;

/** A mask of the greatest extent, 12 MB; Europe from the Canaries to the Urals has half of it. */
const MOST_PIXELS = 100e6;

/**
 * Where the dataset answers, decided at the centres of pixels of 0.01° x 0.005° (lng x lat):
 * inside Sweden's polygon (Natural Earth 1:10m), or within 2 km of it, or within 15 km of it and
 * in no other country's polygon. Edges lie on multiples of the steps; the frame is tight.
 */
export function swedenCoverage(): CoverageMask {
  return trimmedMask(countriesMask(countries().filter(({ id }) => id === SWEDEN)));
}

/**
 * The pixels of some countries by Sweden's rule, those that a box reaches; the others of the world
 * are what is foreign.
 * @throws Error when the mask would be too large, as that of a country with parts overseas
 */
export function countriesMask(home: readonly Country[], within?: BoundingBox): CoverageMask {
  const names = new Set(home.map(({ name }) => name));
  const abroad = countries().filter(({ name }) => !names.has(name));
  const outline = outlineOf(home);
  const around = grownBox(boxOf(outline), UNCLAIMED_KM);
  const box = within ? sharedBox(around, within) : around;
  const reaching = polygonsReaching(outline, grownBox(box, UNCLAIMED_KM));
  const pieces = outlinePieces(reaching);

  const covered = alignedMask(box);
  fillPolygons(covered, reaching);
  fillWithin(covered, pieces, ALWAYS_KM);
  const nearby = alignedMask(box);
  fillWithin(nearby, pieces, UNCLAIMED_KM);
  const foreign = alignedMask(box);
  fillPolygons(foreign, polygonsReaching(outlineOf(abroad), box));

  for (let i = 0; i < covered.bits.length; i++) {
    covered.bits[i] |= nearby.bits[i] & ~foreign.bits[i];
  }
  return covered;
}

/** The pixels whose centres lie in polygons with straight edges in degrees, those that a box reaches. */
export function polygonsMask(outline: MultiPolygon, within?: BoundingBox): CoverageMask {
  const around = boxOf(outline);
  const mask = alignedMask(within ? sharedBox(around, within) : around);
  fillPlainPolygons(mask, outline);
  return mask;
}

function outlineOf(parts: readonly Country[]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: parts.flatMap((part) => part.outline.coordinates) };
}

/** A box that holds everything within a distance of another; meridians are nearest up north. */
function grownBox(box: BoundingBox, distanceKm: number): BoundingBox {
  const north = box.north + distanceKm / KM_PER_DEG;
  const lngReach = distanceKm / KM_PER_DEG / Math.cos((north * Math.PI) / 180);
  return {
    west: box.west - lngReach,
    south: box.south - distanceKm / KM_PER_DEG,
    east: box.east + lngReach,
    north,
  };
}

/** The box that two share; an empty one at its south-western corner where there is none. */
function sharedBox(a: BoundingBox, b: BoundingBox): BoundingBox {
  const [west, south] = [Math.max(a.west, b.west), Math.max(a.south, b.south)];
  const [east, north] = [Math.min(a.east, b.east), Math.min(a.north, b.north)];
  return { west, south, east: Math.max(west, east), north: Math.max(south, north) };
}

/** An empty mask over a box, its edges moved outwards to whole pixels. */
function alignedMask(box: BoundingBox): CoverageMask {
  const west = Math.floor(box.west * COLS_PER_DEG);
  const south = Math.floor(box.south * ROWS_PER_DEG);
  const cols = Math.ceil(box.east * COLS_PER_DEG) - west;
  const rows = Math.ceil(box.north * ROWS_PER_DEG) - south;
  if (cols * rows > MOST_PIXELS) throw tooLarge(box);
  return emptyMask({
    west: west / COLS_PER_DEG,
    south: south / ROWS_PER_DEG,
    lngStepDeg: 1 / COLS_PER_DEG,
    latStepDeg: 1 / ROWS_PER_DEG,
    cols,
    rows,
  });
}

function tooLarge(box: BoundingBox): Error {
  const sides = [box.west, box.south, box.east, box.north].map((deg) => deg.toFixed(1)).join(', ');
  return new Error(
    `"grid.coverage" reaches over ${sides} (west, south, east, north), more than a mask holds: Europe is 70 x 38 degrees, and some countries have parts overseas or beyond the antimeridian. Limit it by "grid.bbox".`,
  );
}
