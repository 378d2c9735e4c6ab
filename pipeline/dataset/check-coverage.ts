import { bitAt, type CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import { nearestCell } from '../coverage/nearest-cell.ts';
import type { GridSource } from '../rasters/climate-grids.ts';
import { NO_SOURCE, type SourceChoice } from './source-choice.ts';

/** The greatest `fill_sea_km` of the recipe's schema. */
const MOST_FILL_KM = 100;

interface LatLng {
  lat: number;
  lng: number;
}

/**
 * Every covered pixel must have at least one of its four cells.
 * @throws Error naming the first pixel without, the rasters that lack it and how much of the coverage is like it
 */
export function checkCoverage(
  mask: CoverageMask,
  grid: Grid,
  choice: SourceChoice,
  sources: readonly GridSource[],
): void {
  let uncovered = 0;
  let covered = 0;
  let first: LatLng = { lat: 0, lng: 0 };
  const uncoveredSquares = new Set<number>();
  // Square of the previous pixel: some twenty in a row lie in one.
  let square = -1;
  let isUncovered = false;
  for (let row = 0; row < mask.rows; row++) {
    const lat = mask.south + (row + 0.5) * mask.latStepDeg;
    for (let col = 0; col < mask.cols; col++) {
      if (!bitAt(mask, row, col)) continue;
      covered++;
      const lng = mask.west + (col + 0.5) * mask.lngStepDeg;
      const southWest = southWestOf(grid, lat, lng);
      if (southWest !== square) {
        square = southWest;
        isUncovered = cornersFrom(grid, square).every((at) => choice.sourceOf[at] === NO_SOURCE);
      }
      if (!isUncovered) continue;
      if (uncovered++ === 0) first = { lat, lng };
      uncoveredSquares.add(square);
    }
  }
  if (uncovered === 0) return;
  const percent = Math.max(0.01, (100 * uncovered) / covered).toFixed(2);
  const lacking = bandsLacking(sources, grid, first.lat, first.lng);
  const advice = `Add a source that reaches there${fillAdvice(grid, choice, uncoveredSquares)}, or limit grid.bbox.`;
  throw new Error(
    `The GHI rasters do not cover the area: ${percent} % of the covered area has no data around it, first at ${first.lat.toFixed(2)} N ${first.lng.toFixed(2)} E. Found no value there in ${lacking}, expected all twelve months of one source. ${advice}`,
  );
}

/** Grid index of the cell south-west of a point. */
function southWestOf(grid: Grid, lat: number, lng: number): number {
  const row = Math.floor(lat / grid.stepDeg - grid.firstRow);
  const col = Math.floor(lng / grid.stepDeg - grid.firstCol);
  return row * grid.cols + col;
}

/** The four cells around a point: south-west, south-east, north-west, north-east. */
function cornersFrom(grid: Grid, southWest: number): number[] {
  return [southWest, southWest + 1, southWest + grid.cols, southWest + grid.cols + 1];
}

/**
 * Offered where the coast is near enough to represent the sea: the distance that fills a corner of
 * every square without values.
 */
function fillAdvice(
  grid: Grid,
  choice: SourceChoice,
  uncoveredSquares: ReadonlySet<number>,
): string {
  const kms = Array.from(uncoveredSquares, (square) => kmToValues(grid, choice, square));
  const km = Math.ceil(Math.max(...kms));
  if (km > MOST_FILL_KM) return '';
  return `, let cells without data take the nearest one's values ("fill_sea_km": ${km} in the recipe reaches all of them)`;
}

/** How far the nearest values are from one of the corners of a square. */
function kmToValues(grid: Grid, { sourceOf, valuesAt }: SourceChoice, square: number): number {
  const hasValues = (gridIndex: number) =>
    sourceOf[gridIndex] !== NO_SOURCE && valuesAt[gridIndex] === gridIndex;
  const kms = cornersFrom(grid, square).map(
    (corner) => nearestCell(grid, corner, MOST_FILL_KM, hasValues)?.km ?? Infinity,
  );
  return Math.min(...kms);
}

function bandsLacking(
  sources: readonly GridSource[],
  grid: Grid,
  lat: number,
  lng: number,
): string {
  const corners = cornersFrom(grid, southWestOf(grid, lat, lng));
  const lacking: string[] = [];
  for (const band of sources.flatMap(({ ghi }) => ghi)) {
    if (corners.every((at) => Number.isNaN(band.values[at]))) lacking.push(band.name);
  }
  const first = lacking.slice(0, 3).join('; ') || 'some month of every source';
  return lacking.length > 3 ? `${first} and ${lacking.length - 3} more` : first;
}
