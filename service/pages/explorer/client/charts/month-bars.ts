import { filledRect, groupAt, lineFrom, textAt } from '#common/charts/svg.ts';
import { drawSvg } from '../../../ui/draw-svg.ts';

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

/** Height from which a part has place for its number. */
const NUMBERED = 16;

/**
 * Draws the bars as SVG text. Where there are several parts, those of the highest bar have their numbers. Classes for
 * the style sheet: face-0, face-1 ... of the parts, from the bottom up, part-number, sum, month, month even.
 */
export function drawMonthBars({ months, parts, format, label }: MonthBars): string {
  const sums = months.map((_, month) => parts.reduce((sum, part) => sum + part[month], 0));
  const highest = sums.indexOf(Math.max(...sums));
  const middle = 'text-anchor="middle"';
  const perUnit = HEIGHT / Math.max(...sums, 1e-9);
  const bars = months.map((name, month) => {
    let y = TOP + HEIGHT;
    const x = (SLOT - BAR) / 2;
    const marks = parts.flatMap((part, index) => {
      const height = part[month] * perUnit;
      y -= height;
      const seen = Math.max(0, index === 0 ? height : height - SEAM);
      const rect = { x, y, width: BAR, height: seen };
      const bar = filledRect(rect, 'currentColor', `class="face-${index}"`);
      if (parts.length === 1 || month !== highest || seen < NUMBERED) return [bar];
      const number = `${middle} class="part-number"`;
      return [bar, textAt(SLOT / 2, y + height / 2 + 4, String(index + 1), number)];
    });
    const sum = textAt(0, 0, format(sums[month]), `${middle} class="sum"`);
    const kind = month % 2 === 0 ? 'month' : 'month even';
    marks.push(groupAt(SLOT / 2, y - 4, [sum]));
    marks.push(textAt(SLOT / 2, TOP + HEIGHT + 15, name, `${middle} class="${kind}"`));
    return groupAt(month * SLOT, 0, marks);
  });
  const ground = lineFrom(0, TOP + HEIGHT, WIDTH, TOP + HEIGHT, 'stroke-opacity=".4"');
  return drawSvg(WIDTH, TOP + HEIGHT + FOOT, label, bars.join('\n') + ground);
}
