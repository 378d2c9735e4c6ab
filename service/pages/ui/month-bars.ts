import { drawAxis } from './axis.ts';
import { drawSvg, filledRect, groupAt, textAt } from './charts/svg.ts';

/** Bars of the months, each stacked of its parts, and a line across them. */
export interface MonthBars {
  months: readonly string[];
  /** [part][month], none below 0. */
  parts: readonly ArrayLike<number>[];
  /** Values by month. Null for none. */
  line: ArrayLike<number> | null;
  format(value: number): string;
  /** Whether each bar has its number above it, as on paper. An axis has them otherwise. */
  hasFigures?: boolean;
  /** Describes the drawing for people who cannot see it. */
  label: string;
}

const SLOT = 34;
const BAR = 24;
const AXIS_WIDTH = 44;
const HEIGHT = 130;
const TOP = 8;
/** Height of an upright number of six characters in the largest text. */
const FIGURE_HEIGHT = 60;
const FOOT = 20;

/** About how many lines of the grid are above the ground: three at most. */
const LINES = 2;

/**
 * Draws the bars as SVG text. Classes for the style sheet: part-0, part-1 ... from the bottom up, month-line, month,
 * month even.
 */
export function drawMonthBars({
  months,
  parts,
  line,
  format,
  label,
  hasFigures = false,
}: MonthBars): string {
  const sums = months.map((_, month) => parts.reduce((sum, part) => sum + part[month], 0));
  const most = Math.max(...sums, ...Array.from(line ?? []), 1e-9);
  const left = hasFigures ? 0 : AXIS_WIDTH;
  const top = hasFigures ? FIGURE_HEIGHT : TOP;
  const width = left + months.length * SLOT;
  const y = (value: number) => top + HEIGHT * (1 - value / most);
  const x = (month: number) => left + month * SLOT + (SLOT - BAR) / 2;
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
    marks.push(textAt(SLOT / 2, top + HEIGHT + 15, name, text));
    if (hasFigures) {
      const upright = textAt(0, 0, format(sums[month]), 'transform="rotate(-90)"');
      marks.push(groupAt(SLOT / 2 + 5, y(sums[month]) - 5, [upright]));
    }
    return groupAt(left + month * SLOT, 0, marks);
  });
  const axis = hasFigures ? [] : drawAxis(0, most, LINES, { left, right: width, y, format });
  const steps = Array.from(line ?? [], (value, month) => `${x(month)} ${y(value)}h${BAR}`);
  const path = line ? `<path class="month-line" d="M${steps.join('L')}"/>` : '';
  return drawSvg(width, top + HEIGHT + FOOT, label, [...axis, ...bars, path].join('\n'));
}
