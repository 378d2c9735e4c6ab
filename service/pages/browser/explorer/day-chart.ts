import { filledRect, lineFrom, px, textAt } from '#common/charts/svg.ts';
import { drawSvg } from '../draw-svg.ts';

/** A day of 24 clock hours: mean kW, and the price of each hour, SEK per kWh. */
export interface Day {
  sunKw: ArrayLike<number>;
  loadKw: ArrayLike<number>;
  chargeKw: ArrayLike<number>;
  dischargeKw: ArrayLike<number>;
  priceSekPerKwh: ArrayLike<number>;
}

const HOURS = 24;
const LEFT = 34;
const HOUR_WIDTH = 16;
const WIDTH = LEFT + HOURS * HOUR_WIDTH + 6;
const TOP = 12;
const HEIGHT = 170;
const BAND = 14;
const GAP = 8;
const FOOT = 20;

/**
 * Draws a day: the sun as an area, the load as a line, the battery as bars, up where it gives and down where
 * it takes, and below them a band of prices. Classes for the style sheet: day-sun, day-load, day-charge,
 * day-discharge, day-price.
 * @param format writes kW at the axis
 * @param label describes the drawing for people who cannot see it
 */
export function drawDay(day: Day, format: (kw: number) => string, label: string): string {
  const [sun, load, charge, discharge, price] = [
    day.sunKw,
    day.loadKw,
    day.chargeKw,
    day.dischargeKw,
    day.priceSekPerKwh,
  ].map((series) => Array.from(series));
  const most = Math.max(0.1, ...sun, ...load, ...discharge);
  const least = Math.min(0, ...charge.map((kw) => -kw));
  const y = (kw: number) => TOP + ((most - kw) / (most - least)) * HEIGHT;
  const x = (hour: number) => LEFT + hour * HOUR_WIDTH;
  const bottom = TOP + HEIGHT + GAP;
  const bar = (hour: number, kw: number, name: string) => {
    const [top, end] = [y(Math.max(0, kw)), y(Math.min(0, kw))];
    const rect = { x: x(hour) + 4, y: top, width: HOUR_WIDTH - 8, height: end - top };
    return filledRect(rect, 'currentColor', `class="${name}"`);
  };
  const marks = [
    `<path class="day-sun" d="${drawSteps(sun, x, y)}V${px(y(0))}H${px(x(0))}Z"/>`,
    ...discharge.flatMap((kw, hour) => (kw > 0 ? [bar(hour, kw, 'day-discharge')] : [])),
    ...charge.flatMap((kw, hour) => (kw > 0 ? [bar(hour, -kw, 'day-charge')] : [])),
    `<path class="day-load" fill="none" d="${drawSteps(load, x, y)}"/>`,
    lineFrom(LEFT, y(0), x(HOURS), y(0), 'stroke-opacity=".5"'),
    ...[most, 0].map((kw) => textAt(LEFT - 5, y(kw) + 4, format(kw), 'text-anchor="end"')),
    ...drawPriceBand(price, x, bottom),
    ...[0, 6, 12, 18, 24].map((hour) =>
      textAt(x(hour), bottom + BAND + 15, String(hour), 'text-anchor="middle"'),
    ),
  ];
  return drawSvg(WIDTH, bottom + BAND + FOOT, label, marks.join('\n'));
}

/** Draws a line that is level in each hour. */
function drawSteps(
  values: readonly number[],
  x: (hour: number) => number,
  y: (kw: number) => number,
) {
  const lines = values.map((kw, hour) => `V${px(y(kw))}H${px(x(hour + 1))}`);
  return `M${px(x(0))} ${px(y(values[0]))}${lines.join('')}`;
}

/** Draws an hour stronger the dearer it is. */
function drawPriceBand(
  price: readonly number[],
  x: (hour: number) => number,
  top: number,
): string[] {
  const [least, most] = [Math.min(...price), Math.max(...price)];
  return price.map((sek, hour) => {
    const share = most > least ? (sek - least) / (most - least) : 0.5;
    const rect = { x: x(hour), y: top, width: HOUR_WIDTH - 1, height: BAND };
    const strength = (0.12 + 0.8 * share).toFixed(2);
    return filledRect(rect, 'currentColor', `class="day-price" fill-opacity="${strength}"`);
  });
}
