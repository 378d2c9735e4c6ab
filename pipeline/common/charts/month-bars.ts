import {
  CAPTION_HEIGHT,
  type Caption,
  filledRect,
  groupAt,
  lineFrom,
  svgDrawing,
  textAt,
} from './svg.ts';

/** Contrast of at least 3:1 on light and dark pages. */
export const BAR_COLOUR = '#c2620a';

const PLOT_HEIGHT = 150;
const FOOT = 22;
/** Space above the highest bar for an upright value of six characters. */
const VALUE_HEIGHT = 44;
/** Width of a bar as a share of a month's space. */
const BAR_SHARE = 0.7;

const CENTRED = 'text-anchor="middle"';

/** A bar for each month, its value upright above it, and every second name below, so that texts do not overlap. */
export function monthBars(
  caption: Caption,
  names: readonly string[],
  values: readonly number[],
  format: (value: number) => string,
  width: number,
): string {
  const bottom = CAPTION_HEIGHT + VALUE_HEIGHT + PLOT_HEIGHT;
  const most = Math.max(...values, 1);
  const y = (value: number) => bottom - (value / most) * PLOT_HEIGHT;
  const step = width / values.length;
  const bars = values.flatMap((value, month) => {
    const middle = (month + 0.5) * step;
    const bar = { x: middle - (BAR_SHARE / 2) * step, y: y(value), width: BAR_SHARE * step };
    const upright = groupAt(middle + 4, y(value) - 5, [
      textAt(0, 0, format(value), 'transform="rotate(-90)"'),
    ]);
    return [
      filledRect({ ...bar, height: bottom - y(value) }, BAR_COLOUR),
      upright,
      ...(month % 2 === 0 ? [textAt(middle, bottom + 16, names[month], CENTRED)] : []),
    ];
  });
  return svgDrawing(caption, width, bottom + FOOT, [...bars, lineFrom(0, bottom, width, bottom)]);
}
