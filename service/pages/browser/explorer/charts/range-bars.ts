import { escapeText, filledRect, lineFrom, textAt } from '#common/charts/svg.ts';

/** A stretch of savings, SEK. */
export interface RangeBar {
  name: string;
  /** Ends in any order. */
  ends: [number, number];
  /** Class for the style sheet. */
  kind: 'bar-all' | 'bar-driver';
}

const WIDTH = 440;
const ROW = 38;
const BAR = 12;
const PAD = 4;

/**
 * Draws stretches below each other on one scale, with a line where the middle is.
 * @param format writes a sum, SEK
 * @param label describes the drawing for people who cannot see it
 */
export function drawRangeBars(
  bars: readonly RangeBar[],
  middle: number,
  format: (sek: number) => string,
  label: string,
): string {
  const all = [middle, ...bars.flatMap(({ ends }) => ends)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const room = Math.max(1, most - least);
  const x = (sek: number) => PAD + ((sek - least) / room) * (WIDTH - 2 * PAD);
  const height = bars.length * ROW;
  const rows = bars.flatMap((bar, row) => drawRow(bar, row * ROW, x, format));
  const line = lineFrom(
    x(middle),
    0,
    x(middle),
    height,
    'stroke-opacity=".5" stroke-dasharray="3 3"',
  );
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(label)}" fill="currentColor" font-size="12">${line}${rows.join('\n')}</svg>`;
}

function drawRow(
  { name, ends, kind }: RangeBar,
  top: number,
  x: (sek: number) => number,
  format: (sek: number) => string,
): string[] {
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const rect = { x: x(low), y: top + 20, width: Math.max(1, x(high) - x(low)), height: BAR };
  return [
    textAt(0, top + 14, name),
    textAt(WIDTH, top + 14, `${format(low)} – ${format(high)}`, 'text-anchor="end"'),
    filledRect(rect, 'currentColor', `class="${kind}"`),
  ];
}
