import { type Bin, max, ticks } from 'd3-array';
import { CAPTION_HEIGHT, type Caption, filledRect, lineFrom, svgDrawing, textAt } from './svg.ts';

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

/** Neighbouring bins of equal width with the values in them, as d3-array makes them. */
export type Bins = readonly Bin<number, number>[];

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
function plotOf(bins: Bins, width: number): Plot {
  const [first, last] = [bins[0].x0 ?? 0, bins[bins.length - 1].x1 ?? 0];
  const [from, end] = last > first ? [first, last] : [first - 0.5, first + 0.5];
  const most = max(bins, ({ length }) => length) ?? 0;
  const right = width - RIGHT;
  const bottom = CAPTION_HEIGHT + PLOT_HEIGHT;
  return {
    from,
    end,
    most,
    binWidth: (end - from) / bins.length,
    right,
    bottom,
    x: (value) => LEFT + ((value - from) / (end - from)) * (right - LEFT),
    y: (count) => bottom - (count / most) * PLOT_HEIGHT,
  };
}

function bars(bins: Bins, plot: Plot, colourOfBin: (middle: number) => string): string[] {
  const { from, binWidth, bottom, x, y } = plot;
  return bins.map(({ length: count }, i) => {
    const left = from + i * binWidth;
    const [width, height] = [x(left + binWidth) - x(left), bottom - y(count)];
    const bar = { x: x(left), y: y(count), width, height };
    return filledRect(bar, colourOfBin(left + binWidth / 2), OUTLINE);
  });
}

function countAxis({ most, right, y }: Plot): string[] {
  return ticks(0, most, 4).flatMap((count) => [
    lineFrom(LEFT, y(count), right, y(count), 'stroke-opacity=".15"'),
    textAt(LEFT - 6, y(count) + 4, String(count), 'text-anchor="end"'),
  ]);
}

function valueAxis(bins: Bins, plot: Plot, { label, format }: ValueAxis): string[] {
  const { from, end, right, bottom, x } = plot;
  const { x0 = 0, x1 = 0 } = bins[0];
  const centred = 'text-anchor="middle"';
  const marks = (x1 > x0 ? ticks(from, end, 5) : [x0]).flatMap((value) => [
    lineFrom(x(value), bottom, x(value), bottom + 4),
    textAt(x(value), bottom + 16, format(value), centred),
  ]);
  const name = textAt((LEFT + right) / 2, bottom + 33, label, `${centred} fill-opacity=".7"`);
  return [lineFrom(LEFT, bottom, right, bottom), ...marks, name];
}
