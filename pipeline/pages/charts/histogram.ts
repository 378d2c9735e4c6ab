import type { Bins } from './bins.ts';
import { CAPTION_HEIGHT, type Caption, lineFrom, rectAt, svgDrawing, textAt } from './svg.ts';
import { ticks } from './ticks.ts';

const LEFT = 56;
const RIGHT = 12;
const PLOT_HEIGHT = 180;
const FOOT = 40;

/** Pale bars need an edge on a pale page. */
const OUTLINE = 'stroke="currentColor" stroke-opacity=".4" stroke-width=".5"';

/** The axis of the values. */
export interface ValueAxis {
  label: string;
  format(value: number): string;
}

/** Where a histogram's values and counts are drawn. */
interface Plot {
  from: number;
  end: number;
  most: number;
  binWidth: number;
  right: number;
  bottom: number;
  x(value: number): number;
  y(count: number): number;
}

/** Bars over an axis of values; `colourOfBin` gets the middle of a bin. */
export function histogram(
  caption: Caption,
  bins: Bins,
  axis: ValueAxis,
  colourOfBin: (middle: number) => string,
  width: number,
): string {
  const plot = plotOf(bins, width);
  return svgDrawing(caption, width, plot.bottom + FOOT, [
    ...countAxis(plot),
    ...bars(bins, plot, colourOfBin),
    ...valueAxis(bins, plot, axis),
  ]);
}

/** A single value gets a bin of 1, in the middle. */
function plotOf({ start, width: binWidth, counts }: Bins, width: number): Plot {
  const from = binWidth > 0 ? start : start - 0.5;
  const end = from + counts.length * (binWidth || 1);
  const most = Math.max(...counts);
  const right = width - RIGHT;
  const bottom = CAPTION_HEIGHT + PLOT_HEIGHT;
  return {
    from,
    end,
    most,
    binWidth: binWidth || 1,
    right,
    bottom,
    x: (value) => LEFT + ((value - from) / (end - from)) * (right - LEFT),
    y: (count) => bottom - (count / most) * PLOT_HEIGHT,
  };
}

function bars({ counts }: Bins, plot: Plot, colourOfBin: (middle: number) => string): string[] {
  const { from, binWidth, bottom, x, y } = plot;
  return counts.map((count, i) => {
    const left = from + i * binWidth;
    const barWidth = x(left + binWidth) - x(left);
    const colour = colourOfBin(left + binWidth / 2);
    return rectAt(x(left), y(count), barWidth, bottom - y(count), colour, OUTLINE);
  });
}

function countAxis({ most, right, y }: Plot): string[] {
  return ticks(0, most, 4).flatMap((count) => [
    lineFrom(LEFT, y(count), right, y(count), 'stroke-opacity=".15"'),
    textAt(LEFT - 6, y(count) + 4, String(count), 'text-anchor="end"'),
  ]);
}

function valueAxis({ start, width }: Bins, plot: Plot, { label, format }: ValueAxis): string[] {
  const { from, end, right, bottom, x } = plot;
  const centred = 'text-anchor="middle"';
  const marks = (width > 0 ? ticks(from, end, 8) : [start]).flatMap((value) => [
    lineFrom(x(value), bottom, x(value), bottom + 4),
    textAt(x(value), bottom + 16, format(value), centred),
  ]);
  const name = textAt((LEFT + right) / 2, bottom + 33, label, `${centred} fill-opacity=".7"`);
  return [lineFrom(LEFT, bottom, right, bottom), ...marks, name];
}
