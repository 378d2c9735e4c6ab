import { median } from 'd3-array';
import { planeSums, type StepModel } from '#solar/monthly-planes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { Anchor } from '../../schemas/types.ts';
import { cellsAround, type WeightedCell } from './cell-climate.ts';
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
  const ratios = [];
  for (const anchor of anchors) {
    const modelled = modelledYield(anchor, grid, climate, model);
    ratios.push(anchor.annual_kwh_kwp / modelled);
  }
  return median(ratios) ?? 1;
}

function modelledYield(
  anchor: Anchor,
  grid: Grid,
  climate: readonly RowClimate[],
  model: StepModel,
): number {
  let weights = 0;
  let sum = 0;
  for (const found of cellsAround(grid, climate, anchor)) {
    weights += found.weight;
    sum += found.weight * planeYield(anchor, found, model);
  }
  if (weights > 0) return sum / weights;
  throw new Error(
    `Anchor "${anchor.name}" at ${anchor.lat}, ${anchor.lng} has no cell around it. Move or remove it in the recipe.`,
  );
}

/** Yield of the anchor's plane in one cell, kWh/kWp a year. */
function planeYield(
  anchor: Anchor,
  { latDeg, climate: row, cell }: WeightedCell,
  model: StepModel,
): number {
  const plane = { tiltsDeg: [anchor.tilt], azimuthsDeg: [anchor.azimuth] };
  const sums = planeSums(latDeg, climateOfCell(row, cell), plane, model);
  return sums.yieldKwhKwp.reduce((a, b) => a + b, 0);
}
