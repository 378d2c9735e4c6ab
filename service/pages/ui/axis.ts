import { lineFrom, textAt } from './charts/svg.ts';
import { ticks } from './charts/ticks.ts';

/** A vertical axis: its ends on the page, and how a value is placed and written. */
export interface Axis {
  left: number;
  right: number;
  y(value: number): number;
  format(value: number): string;
}

/** Draws lines at some round values of a stretch, 0 the strongest, each with its number on the left. */
export function drawAxis(least: number, most: number, count: number, axis: Axis): string[] {
  const { left, right, y, format } = axis;
  return ticks(least, most, count).flatMap((value) => [
    lineFrom(left, y(value), right, y(value), `stroke-opacity="${value === 0 ? '.6' : '.15'}"`),
    textAt(left - 6, y(value) + 5, format(value), 'text-anchor="end"'),
  ]);
}
