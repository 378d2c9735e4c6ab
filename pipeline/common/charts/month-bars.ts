import { ticks } from 'd3-array';
import { CAPTION_HEIGHT, type Caption, filledRect, lineFrom, svgDrawing, textAt } from './svg.ts';

/** Contrast to a light and to a dark page is 3:1 and more. */
export const BAR_COLOUR = '#c2620a';

const LEFT = 36;
const PLOT_HEIGHT = 150;
const FOOT = 22;
/** Width of a bar as a share of a month's room. */
const BAR_SHARE = 0.7;

/** A bar for each month, its value above it. */
export function monthBars(
  caption: Caption,
  names: readonly string[],
  values: readonly number[],
  format: (value: number) => string,
  width: number,
): string {
  const bottom = CAPTION_HEIGHT + 14 + PLOT_HEIGHT;
  const most = Math.max(...values, 1);
  const y = (value: number) => bottom - (value / most) * PLOT_HEIGHT;
  const step = (width - LEFT) / values.length;
  const middle = (month: number) => LEFT + (month + 0.5) * step;
  const centred = 'text-anchor="middle"';
  const grid = ticks(0, most, 4).flatMap((value) => [
    lineFrom(LEFT, y(value), width, y(value), 'stroke-opacity=".15"'),
    textAt(LEFT - 6, y(value) + 4, format(value), 'text-anchor="end" fill-opacity=".8"'),
  ]);
  const bars = values.flatMap((value, month) => [
    filledRect(
      {
        x: middle(month) - (BAR_SHARE / 2) * step,
        y: y(value),
        width: BAR_SHARE * step,
        height: bottom - y(value),
      },
      BAR_COLOUR,
    ),
    textAt(middle(month), y(value) - 4, format(value), `${centred} font-size="9"`),
    textAt(middle(month), bottom + 16, names[month], `${centred} font-size="10"`),
  ]);
  return svgDrawing(caption, width, bottom + FOOT, [
    ...grid,
    ...bars,
    lineFrom(LEFT, bottom, width, bottom),
  ]);
}
