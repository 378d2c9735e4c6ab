import { filledRect, px, textAt } from '#common/charts/svg.ts';
import { drawSvg } from '../../../ui/draw-svg.ts';
import { drawAxis } from './axis.ts';
import { drawStripes } from './stripes.ts';

/** A day of 24 clock hours: mean kW, and the price of each hour, SEK per kWh. */
export interface Day {
  sunKw: ArrayLike<number>;
  loadKw: ArrayLike<number>;
  chargeKw: ArrayLike<number>;
  dischargeKw: ArrayLike<number>;
  priceSekPerKwh: ArrayLike<number>;
}

/** Names of the axes, and a description for people who cannot see the drawing. */
export interface DayTitles {
  power: string;
  price: string;
  hour: string;
  label: string;
}

const HOURS = 24;
const LEFT = 46;
const HOUR_WIDTH = 16;
const WIDTH = LEFT + HOURS * HOUR_WIDTH + 6;
const TOP = 30;
const HEIGHT = 170;
const PRICE_HEIGHT = 70;
const GAP = 42;
const FOOT = 46;

type Scale = (value: number) => number;

/**
 * Draws a day: the sun as an area, the load as a line, the battery as bars, up and striped where it gives and down where
 * it takes, below them the price as a line. Classes for the style sheet: day-sun, day-load, day-charge, day-discharge,
 * stripes, day-price.
 * @param format writes the numbers of the axes, with decimals
 */
export function drawDay(
  day: Day,
  format: (value: number, decimals: number) => string,
  titles: DayTitles,
): string {
  const [sun, load, charge, discharge, price] = [
    day.sunKw,
    day.loadKw,
    day.chargeKw,
    day.dischargeKw,
    day.priceSekPerKwh,
  ].map((series) => Array.from(series));
  const most = Math.max(0.1, ...sun, ...load, ...discharge);
  const least = Math.min(0, ...charge.map((kw) => -kw));
  const y = createScale(least, most, TOP, HEIGHT);
  const [cheapest, dearest] = [Math.min(0, ...price), Math.max(0.01, ...price)];
  const bottom = TOP + HEIGHT + GAP;
  const yPrice = createScale(cheapest, dearest, bottom, PRICE_HEIGHT);
  const axis = (y: Scale, decimals: number) => ({
    left: LEFT,
    right: x(HOURS),
    y,
    format: (value: number) => format(value, value === 0 ? 0 : decimals),
  });
  const marks = [
    textAt(0, 14, titles.power),
    textAt(0, bottom - 14, titles.price),
    `<path class="day-sun" d="${drawSteps(sun, y)}V${px(y(0))}H${px(x(0))}Z"/>`,
    ...drawBars(discharge, 1, 'day-discharge', y),
    ...drawBars(charge, -1, 'day-charge', y),
    `<path class="day-load" fill="none" d="${drawSteps(load, y)}"/>`,
    ...drawAxis(least, most, 5, axis(y, most - least < 4 ? 1 : 0)),
    `<path class="day-price" fill="none" d="${drawSteps(price, yPrice)}"/>`,
    ...drawAxis(cheapest, dearest, 3, axis(yPrice, dearest - cheapest < 0.4 ? 2 : 1)),
    ...[0, 6, 12, 18, 24].map((hour) =>
      textAt(x(hour), bottom + PRICE_HEIGHT + 18, String(hour), 'text-anchor="middle"'),
    ),
    textAt(x(HOURS / 2), bottom + PRICE_HEIGHT + 38, titles.hour, 'text-anchor="middle"'),
  ];
  return drawSvg(WIDTH, bottom + PRICE_HEIGHT + FOOT, titles.label, marks.join('\n'));
}

function x(hour: number): number {
  return LEFT + hour * HOUR_WIDTH;
}

/** Creates a scale that grows upwards. */
function createScale(least: number, most: number, top: number, height: number): Scale {
  return (value) => top + ((most - value) / (most - least)) * height;
}

/** Draws a line that is level in each hour. */
function drawSteps(values: readonly number[], y: Scale): string {
  const lines = values.map((value, hour) => `V${px(y(value))}H${px(x(hour + 1))}`);
  return `M${px(x(0))} ${px(y(values[0]))}${lines.join('')}`;
}

function drawBars(kw: readonly number[], sign: 1 | -1, name: string, y: Scale): string[] {
  return kw.flatMap((value, hour) => {
    if (value <= 0) return [];
    const [top, end] = [y(Math.max(0, sign * value)), y(Math.min(0, sign * value))];
    const rect = { x: x(hour) + 4, y: top, width: HOUR_WIDTH - 8, height: end - top };
    const bar = filledRect(rect, 'currentColor', `class="${name}"`);
    return sign > 0 ? [bar, drawStripes(rect)] : [bar];
  });
}
