import { bitAt, type CoverageMask, emptyMask, setBit } from '../schemas/coverage-mask.ts';
import type { Recipe } from '../schemas/types.ts';
import type { Frame } from './build-dataset.ts';
import { swedenCoverage } from './coverage.ts';
import { gridForCoverage } from './needed-cells.ts';
import { trimmedMask } from './trimmed-mask.ts';

/** Coverage, grid and needed cells of a recipe: Sweden, or what of it lies in the recipe's bbox. */
export function datasetFrame(recipe: Recipe): Frame {
  const { bbox, step_deg } = recipe.grid;
  const mask = bbox ? within(swedenCoverage(), bbox) : swedenCoverage();
  return { mask, ...gridForCoverage(mask, step_deg) };
}

/** The pixels whose centres lie in a box (west, south, east, north). */
function within(mask: CoverageMask, [west, south, east, north]: number[]): CoverageMask {
  const { bits: _, ...frame } = mask;
  const cut = emptyMask(frame);
  for (let row = 0; row < mask.rows; row++) {
    const lat = mask.south + (row + 0.5) * mask.latStepDeg;
    if (lat < south || lat > north) continue;
    for (let col = 0; col < mask.cols; col++) {
      const lng = mask.west + (col + 0.5) * mask.lngStepDeg;
      if (lng >= west && lng <= east && bitAt(mask, row, col)) setBit(cut, row, col);
    }
  }
  return trimmedMask(cut);
}
