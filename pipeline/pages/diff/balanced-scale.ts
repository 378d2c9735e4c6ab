import { nice } from 'd3-array';
import { BLUE_TO_RED, type ColourScale } from '../charts/colour-scale.ts';

/** A scale around zero that reaches the largest size, in percent; 1 % when nothing moved. */
export function balancedScale(percents: Iterable<number>): ColourScale {
  let most = 0;
  for (const value of percents) most = Math.max(most, Math.abs(value));
  const [, reach] = nice(0, most || 1, 10);
  return { stops: BLUE_TO_RED, min: -reach, max: reach };
}

/** A percentage on an axis. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
