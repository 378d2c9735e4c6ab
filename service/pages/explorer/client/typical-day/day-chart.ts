import { CLOCK_HOURS, MONTH_DAYS, MONTH_START } from '../../../../../schemas/codec/axes.ts';
import { drawAxis } from '../../../ui/axis.ts';
import { drawSvg, filledRect, px, textAt } from '../../../ui/charts/svg.ts';
import type { HouseDays } from '../../worker/local-calls.ts';

/** A day of 24 clock hours: mean kW, and the price of each hour, SEK per kWh. */
export interface Day {
  sunKw: ArrayLike<number>;
  loadKw: ArrayLike<number>;
  chargeKw: ArrayLike<number>;
  dischargeKw: ArrayLike<number>;
  priceSekPerKwh: ArrayLike<number>;
}

/** The series of a day's picture over a year. */
type DayHours = Omit<HouseDays, 'savesSek' | 'possibleSek'>;

const LEFT = 46;
const HOUR_WIDTH = 16;
const WIDTH = LEFT + CLOCK_HOURS * HOUR_WIDTH + 6;
const TOP = 8;
const HEIGHT = 170;
const FOOT = 20;

/** About how many lines of the grid are drawn. */
const LINES = 3;

type Scale = (value: number) => number;

/** Computes the mean of each clock hour over the days of a month, 0 to 11. */
export function computeMeanDay(hours: DayHours, month: number): Day {
  const mean = (series: Float64Array) => computeHourMeans(series, month);
  return {
    sunKw: mean(hours.pvKwh),
    loadKw: mean(hours.loadKwh),
    chargeKw: mean(hours.chargeKwh),
    dischargeKw: mean(hours.dischargeKwh),
    priceSekPerKwh: mean(hours.importSekPerKwh),
  };
}

function computeHourMeans(series: Float64Array, month: number): Float64Array {
  const means = new Float64Array(CLOCK_HOURS);
  const days = MONTH_DAYS[month];
  for (let hour = 0; hour < days * CLOCK_HOURS; hour++)
    means[hour % CLOCK_HOURS] += series[MONTH_START[month] + hour] / days;
  return means;
}

/**
 * Draws a day: the sun as an area, the load as a line, the battery as bars, up where it gives and down where it takes.
 * Classes for the style sheet: day-sun, day-load, day-battery.
 * @param format writes the numbers of the axis, with decimals
 * @param label describes the drawing for people who cannot see it
 */
export function drawDay(
  day: Day,
  format: (value: number, decimals: number) => string,
  label: string,
): string {
  const [sun, load, charge, discharge] = [day.sunKw, day.loadKw, day.chargeKw, day.dischargeKw].map(
    (series) => Array.from(series),
  );
  const most = Math.max(0.1, ...sun, ...load, ...discharge);
  const least = Math.min(0, ...charge.map((kw) => -kw));
  const y: Scale = (kw) => TOP + ((most - kw) / (most - least)) * HEIGHT;
  const decimals = most - least < 4 ? 1 : 0;
  const axis = {
    left: LEFT,
    right: x(CLOCK_HOURS),
    y,
    format: (kw: number) => format(kw, kw === 0 ? 0 : decimals),
  };
  const marks = [
    `<path class="day-sun" d="${drawSteps(sun, y)}V${px(y(0))}H${px(x(0))}Z"/>`,
    ...drawBars(discharge, 1, y),
    ...drawBars(charge, -1, y),
    `<path class="day-load" fill="none" d="${drawSteps(load, y)}"/>`,
    ...drawAxis(least, most, LINES, axis),
    ...[0, 6, 12, 18, 24].map((hour) =>
      textAt(x(hour), TOP + HEIGHT + 15, String(hour), 'text-anchor="middle"'),
    ),
  ];
  return drawSvg(WIDTH, TOP + HEIGHT + FOOT, label, marks.join('\n'));
}

function x(hour: number): number {
  return LEFT + hour * HOUR_WIDTH;
}

/** Draws a line that is level in each hour. */
function drawSteps(values: readonly number[], y: Scale): string {
  const lines = values.map((value, hour) => `V${px(y(value))}H${px(x(hour + 1))}`);
  return `M${px(x(0))} ${px(y(values[0]))}${lines.join('')}`;
}

function drawBars(kw: readonly number[], sign: 1 | -1, y: Scale): string[] {
  return kw.flatMap((value, hour) => {
    if (value <= 0) return [];
    const [top, end] = [y(Math.max(0, sign * value)), y(Math.min(0, sign * value))];
    const rect = { x: x(hour) + 4, y: top, width: HOUR_WIDTH - 8, height: end - top };
    return [filledRect(rect, 'currentColor', 'class="day-battery"')];
  });
}
