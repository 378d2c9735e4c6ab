import { median } from 'd3-array';
import { planeSums, type StepModel } from '#solar/monthly-planes.ts';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { Anchor } from '../../schemas/types.ts';
import { bilinear } from './cell-climate.ts';
import { climateOfCell, type RowClimate } from './cube/row-climate.ts';

/**
 * Median ratio of the anchors' reference yields to the modelled ones, 1 without anchors. The model
 * is the kernel at the anchor's exact plane in the cells around it, weighted bilinearly.
 * @throws Error when an anchor has no cell around it
 */
export function anchorScale(
  anchors: readonly Anchor[],
  grid: Grid,
  climate: readonly RowClimate[],
  model: StepModel,
): number {
  const ratios = anchors.map(
    (anchor) => anchor.annual_kwh_kwp / modelledYield(anchor, grid, climate, model),
  );
  return median(ratios) ?? 1;
}

/** Yield of an anchor's plane around it, kWh/kWp a year. */
function modelledYield(
  anchor: Anchor,
  grid: Grid,
  climate: readonly RowClimate[],
  model: StepModel,
): number {
  const plane = { tiltsDeg: [anchor.tilt], azimuthsDeg: [anchor.azimuth] };
  const { sum, weights } = bilinear(grid, climate, anchor, (row, cell) => {
    const sums = planeSums(latOfRow(grid, row.row), climateOfCell(row, cell), plane, model);
    return sums.yieldKwhKwp.reduce((a, b) => a + b, 0);
  });
  if (weights > 0) return sum / weights;
  throw new Error(
    `Anchor "${anchor.name}" at ${anchor.lat}, ${anchor.lng} has no cell around it. Move or remove it in the recipe.`,
  );
}
