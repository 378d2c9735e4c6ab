import { filledRect, groupAt, textAt } from '#common/charts/svg.ts';
import { drawSvg } from '../../../ui/draw-svg.ts';
import { drawAxis } from './axis.ts';

/** Bars of the months, each stacked of its parts, and a line across them. */
export interface MonthBars {
  /** Names of the months. */
  months: readonly string[];
  /** [part][month], none below 0. */
  parts: readonly ArrayLike<number>[];
  /** By month. Null for none. */
  line: ArrayLike<number> | null;
  /** Formats a number of the axis. */
  format(value: number): string;
  /** Describes the drawing for people who cannot see it. */
  label: string;
}

const LEFT = 44;
const SLOT = 34;
const BAR = 24;
const WIDTH = LEFT + 12 * SLOT;
const TOP = 8;
const HEIGHT = 130;
const FOOT = 20;

/** About how many lines of the grid are above the ground: three at most. */
const LINES = 2;

/**
 * Draws the bars as SVG text. Classes for the style sheet: part-0, part-1 ... from the bottom up, month-line, month,
 * month even.
 */
export function drawMonthBars({ months, parts, line, format, label }: MonthBars): string {
  const sums = months.map((_, month) => parts.reduce((sum, part) => sum + part[month], 0));
  const most = Math.max(...sums, ...Array.from(line ?? []), 1e-9);
  const y = (value: number) => TOP + HEIGHT * (1 - value / most);
  const x = (month: number) => LEFT + month * SLOT + (SLOT - BAR) / 2;
  const axis = drawAxis(0, most, LINES, { left: LEFT, right: WIDTH, y, format });
  const bars = months.map((name, month) => {
    let below = 0;
    const marks = parts.map((part, index) => {
      const [from, to] = [below, below + part[month]];
      below = to;
      const rect = { x: (SLOT - BAR) / 2, y: y(to), width: BAR, height: y(from) - y(to) };
      return filledRect(rect, 'currentColor', `class="part-${index}"`);
    });
    const kind = month % 2 === 0 ? 'month' : 'month even';
    const text = `text-anchor="middle" class="${kind}"`;
    marks.push(textAt(SLOT / 2, TOP + HEIGHT + 15, name, text));
    return groupAt(LEFT + month * SLOT, 0, marks);
  });
  const steps = Array.from(line ?? [], (value, month) => `${x(month)} ${y(value)}h${BAR}`);
  const path = line ? `<path class="month-line" d="M${steps.join('L')}"/>` : '';
  return drawSvg(WIDTH, TOP + HEIGHT + FOOT, label, [...axis, ...bars, path].join('\n'));
}
