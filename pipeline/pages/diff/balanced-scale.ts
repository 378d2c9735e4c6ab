import { BLUE_TO_RED, type ColourScale } from '../charts/colour-scale.ts';
import { niceStep } from '../charts/ticks.ts';

/** A scale around zero that reaches the largest size, in percent; 1 % when nothing moved. */
export function balancedScale(percents: Iterable<number>): ColourScale {
  let most = 0;
  for (const value of percents) most = Math.max(most, Math.abs(value));
  const reach = most > 0 ? niceReach(most) : 1;
  return { stops: BLUE_TO_RED, min: -reach, max: reach };
}

function niceReach(most: number): number {
  const step = niceStep(most / 5);
  return Number((Math.ceil(most / step - 1e-9) * step).toPrecision(6));
}

/** A percentage on an axis. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
