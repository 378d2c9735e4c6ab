import { type Grid, latOfRow } from '../../schemas/grid.ts';
import { NO_SOURCE, type Survey } from '../dataset/survey.ts';

/** How many needed cells of a band of latitude take each source. */
export interface SourceRegion {
  /** Whole degrees; the band reaches to the next. */
  latDeg: number;
  /** Per source in the recipe's order. */
  cells: number[];
  /** Needed cells that no source has. */
  none: number;
}

/** Cells by source in bands of one degree of latitude, north first. */
export function sourceRegions(
  grid: Grid,
  needed: Uint8Array,
  { sourceOf }: Pick<Survey, 'sourceOf'>,
  sources: number,
): SourceRegion[] {
  const regions = new Map<number, SourceRegion>();
  for (let at = 0; at < needed.length; at++) {
    if (!needed[at]) continue;
    const latDeg = Math.floor(latOfRow(grid, Math.floor(at / grid.cols)) + 1e-9);
    const region = regions.get(latDeg) ?? { latDeg, cells: Array(sources).fill(0), none: 0 };
    if (sourceOf[at] === NO_SOURCE) region.none++;
    else region.cells[sourceOf[at]]++;
    regions.set(latDeg, region);
  }
  return [...regions.values()].sort((a, b) => b.latDeg - a.latDeg);
}
