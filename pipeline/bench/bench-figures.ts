import { PLANES } from '../../schemas/axes.ts';

/** Days x steps x stored planes that one cell takes. */
const STEPS_PER_CELL = 36 * 24 * PLANES;

/** Plane-steps a second at a time a cell, for people. */
export function planeStepsPerSecond(msPerCell: number): string {
  return `${((STEPS_PER_CELL * 1000) / msPerCell / 1e6).toFixed(0)} million`;
}
