import type { MultiPolygon } from 'geojson';
import { boxOf, type Country, countries, polygonsReaching } from '#common/natural-earth.ts';
import { type CoverageMask, emptyMask } from '../../schemas/codec/coverage-mask.ts';
import type { BoundingBox } from '../../schemas/codec/grid.ts';
import { fillWithin, KM_PER_DEG, outlinePieces } from './outline-distance.ts';
import { fillPolygons } from './polygon-mask.ts';
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

/**
 * Where the dataset answers, decided at the centres of pixels of 0.01° x 0.005° (lng x lat):
 * inside Sweden's polygon (Natural Earth 1:10m), or within 2 km of it, or within 15 km of it and
 * in no other country's polygon. Edges lie on multiples of the steps; the frame is tight.
 */
export function swedenCoverage(): CoverageMask {
  const world = countries();
  const outline = outlineOf(world.filter(({ id }) => id === SWEDEN));
  const box = grownBox(boxOf(outline), UNCLAIMED_KM);
  const reaching = polygonsReaching(outline, box);
  const pieces = outlinePieces(reaching);

  const covered = alignedMask(box);
  fillPolygons(covered, reaching);
  fillWithin(covered, pieces, ALWAYS_KM);
  const nearby = alignedMask(box);
  fillWithin(nearby, pieces, UNCLAIMED_KM);
  const foreign = alignedMask(box);
  const abroad = outlineOf(world.filter(({ id }) => id !== SWEDEN));
  fillPolygons(foreign, polygonsReaching(abroad, box));

  for (let i = 0; i < covered.bits.length; i++) {
    covered.bits[i] |= nearby.bits[i] & ~foreign.bits[i];
  }
  return trimmedMask(covered);
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

/** An empty mask over a box, its edges moved outwards to whole pixels. */
function alignedMask(box: BoundingBox): CoverageMask {
  const west = Math.floor(box.west * COLS_PER_DEG);
  const south = Math.floor(box.south * ROWS_PER_DEG);
  const cols = Math.ceil(box.east * COLS_PER_DEG) - west;
  const rows = Math.ceil(box.north * ROWS_PER_DEG) - south;
  return emptyMask({
    west: west / COLS_PER_DEG,
    south: south / ROWS_PER_DEG,
    lngStepDeg: 1 / COLS_PER_DEG,
    latStepDeg: 1 / ROWS_PER_DEG,
    cols,
    rows,
  });
}
