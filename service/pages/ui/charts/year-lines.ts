import { nice, ticks } from 'd3-array';
import { CAPTION_HEIGHT, type Caption, lineFrom, px, svgDrawing, textAt } from './svg.ts';

/** Contrast of at least 3:1 on light and dark pages. */
const FIRST_COLOUR = '#c2620a';

const LEFT = 62;
const RIGHT = 10;
const PLOT_HEIGHT = 150;
const FOOT = 34;
/** Height of a legend entry, and width of its line. */
const NAME_HEIGHT = 15;
const SAMPLE_WIDTH = 26;

/** Dashes distinguish the lines without colour. The first line is solid. */
const DASHES = ['', '6 4', '2 3'];

/**
 * Lines over the years with a legend above. The first one is highlighted.
 * @param lines a value at the end of each year, from 0
 */
export function yearLines(
  caption: Caption,
  lines: readonly { name: string; values: readonly number[] }[],
  axis: { label: string; format(value: number): string },
  width: number,
): string {
  const all = lines.flatMap(({ values }) => values);
  const [least, most] = nice(Math.min(0, ...all), Math.max(1, ...all), 5);
  const top = CAPTION_HEIGHT + lines.length * NAME_HEIGHT + 8;
  const bottom = top + PLOT_HEIGHT;
  const years = Math.max(...lines.map(({ values }) => values.length)) - 1;
  const x = (year: number) => LEFT + (year / years) * (width - LEFT - RIGHT);
  const y = (value: number) => bottom - ((value - least) / (most - least)) * PLOT_HEIGHT;
  const names = lines.flatMap(({ name }, i) => {
    const middle = CAPTION_HEIGHT + i * NAME_HEIGHT + 6;
    return [
      strokeOf(`M0 ${middle}h${SAMPLE_WIDTH}`, i),
      textAt(SAMPLE_WIDTH + 6, middle + 4, name, i === 0 ? 'font-weight="600"' : ''),
    ];
  });
  const grid = ticks(least, most, 5).flatMap((value) => [
    lineFrom(LEFT, y(value), x(years), y(value), `stroke-opacity="${value === 0 ? 0.9 : 0.15}"`),
    textAt(LEFT - 6, y(value) + 4, axis.format(value), 'text-anchor="end" fill-opacity=".8"'),
  ]);
  const marks = ticks(0, years, 5).map((year) =>
    textAt(x(year), bottom + 16, String(year), 'text-anchor="middle"'),
  );
  const label = textAt(x(years / 2), bottom + 30, axis.label, 'text-anchor="middle"');
  const drawn = lines.map(({ values }, i) =>
    strokeOf(`M${values.map((value, year) => `${px(x(year))} ${px(y(value))}`).join('L')}`, i),
  );
  return svgDrawing(caption, width, bottom + FOOT, [...names, ...grid, ...marks, label, ...drawn]);
}

function strokeOf(path: string, i: number): string {
  const look = i === 0 ? `stroke="${FIRST_COLOUR}" stroke-width="3"` : 'stroke="currentColor"';
  const dash = DASHES[i] ? ` stroke-dasharray="${DASHES[i]}"` : '';
  return `<path d="${path}" fill="none" ${look}${dash}/>`;
}
