import { type ColourScale, colourOf } from './colour-scale.ts';
import { filledRect, px, textAt } from './svg.ts';
import { ticks } from './ticks.ts';

interface ColourBar {
  scale: ColourScale;
  unit: string;
  format(value: number): string;
  marked?: { value: number; label: string };
}

export const COLOUR_BAR_HEIGHT = 44;

const BAR_TOP = 16;
const BAR_HEIGHT = 10;
/** Space for one number on the axis. ticks() may return 1.6 times as many. */
const LABEL_PX = 60;

/** A horizontal colour bar with round numbers below, unit and mark above, from (0, 0) down. */
export function colourBar(bar: ColourBar, width: number): string {
  const { scale, unit, format, marked } = bar;
  const at = (value: number) =>
    scale.max > scale.min ? (width * (value - scale.min)) / (scale.max - scale.min) : width / 2;
  const axis = ticks(scale.min, scale.max, Math.floor(width / LABEL_PX)).map((value) =>
    tick(at(value), width, format(value)),
  );
  const parts = [...gradient(scale, width), ...axis];
  if (marked) parts.push(mark(at(marked.value), width, marked.label));
  const isUnitLeft = marked && at(marked.value) > width / 2;
  const place = isUnitLeft ? 'text-anchor="start"' : 'text-anchor="end"';
  parts.push(textAt(isUnitLeft ? 0 : width, 10, unit, `${place} fill-opacity=".7"`));
  return parts.join('\n');
}

/** Each field reaches to the end, so that there are no seams. */
function gradient(scale: ColourScale, width: number): string[] {
  const steps = 64;
  return Array.from({ length: steps }, (_, i) => {
    const value = scale.min + ((i + 0.5) / steps) * (scale.max - scale.min);
    const x = (i * width) / steps;
    const rest = { x, y: BAR_TOP, width: width - x, height: BAR_HEIGHT };
    return filledRect(rest, colourOf(scale, value));
  });
}

function tick(x: number, width: number, text: string): string {
  const anchor = x < 12 ? 'start' : x > width - 12 ? 'end' : 'middle';
  const line = `<path d="M${px(x)} ${BAR_TOP + BAR_HEIGHT}v3" stroke="currentColor"/>`;
  return line + textAt(x, BAR_TOP + 25, text, `text-anchor="${anchor}"`);
}

function mark(x: number, width: number, label: string): string {
  const anchor = x < width / 3 ? 'start' : x > (2 * width) / 3 ? 'end' : 'middle';
  const triangle = `<path d="M${px(x)} ${BAR_TOP - 1}l-4 -5h8z"/>`;
  return triangle + textAt(x, 8, label, `text-anchor="${anchor}"`);
}
