import { filledRect, groupAt, lineFrom, textAt } from '#common/charts/svg.ts';
import { drawSvg } from '../../draw-svg.ts';

/** Bars of the months, each stacked of its parts. */
export interface MonthBars {
  /** Names of the months. */
  months: readonly string[];
  /** [part][month], none below 0. */
  parts: readonly ArrayLike<number>[];
  /** Formats a month's sum, above its bar. */
  format(value: number): string;
  /** Describes the drawing for people who cannot see it. */
  label: string;
}

const WIDTH = 420;
const SLOT = WIDTH / 12;
const BAR = 25;
const TOP = 18;
const HEIGHT = 150;
const FOOT = 18;
/** Gap between two parts of a bar, which divides them without their colours. */
const SEAM = 1;

/** Draws the bars as SVG text. Classes for the style sheet: face-0, face-1 ... of the parts, from the bottom up. */
export function drawMonthBars({ months, parts, format, label }: MonthBars): string {
  const sums = months.map((_, month) => parts.reduce((sum, part) => sum + part[month], 0));
  const perUnit = HEIGHT / Math.max(...sums, 1e-9);
  const bars = months.map((name, month) => {
    let y = TOP + HEIGHT;
    const x = (SLOT - BAR) / 2;
    const marks = parts.map((part, index) => {
      const height = part[month] * perUnit;
      y -= height;
      const seen = Math.max(0, index === 0 ? height : height - SEAM);
      const rect = { x, y, width: BAR, height: seen };
      return filledRect(rect, 'currentColor', `class="face-${index}"`);
    });
    const middle = 'text-anchor="middle"';
    marks.push(textAt(SLOT / 2, y - 4, format(sums[month]), middle));
    marks.push(textAt(SLOT / 2, TOP + HEIGHT + 13, name, middle));
    return groupAt(month * SLOT, 0, marks);
  });
  const ground = lineFrom(0, TOP + HEIGHT, WIDTH, TOP + HEIGHT, 'stroke-opacity=".4"');
  return drawSvg(WIDTH, TOP + HEIGHT + FOOT, label, bars.join('\n') + ground);
}
