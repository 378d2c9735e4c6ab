import { filledRect, groupAt, px, textAt } from '#common/charts/svg.ts';
import { drawSvg } from '../../../ui/draw-svg.ts';
import { drawAxis } from './axis.ts';
import { drawStripes } from './stripes.ts';

/** A size of battery, or none, and the savings of sun and battery with it. */
export interface BatteryBar {
  name: string;
  sunSek: number;
  /** Savings with the best strategy. */
  batterySek: number;
  /** Savings with the other strategies. */
  othersSek: readonly number[];
  /** Years until it is paid. */
  paid: string;
}

/** Words beside the bars, short enough for the axis' column. */
export interface BatteryTitles {
  /** Unit of the axis. */
  savings: string;
  /** Unit of the bars' names. */
  size: string;
  /** Unit of what stands below the names. */
  paid: string;
  /** Describes the drawing for people who cannot see it. */
  label: string;
}

const LEFT = 66;
const WIDTH = 440;
const TOP = 42;
const HEIGHT = 150;
const FOOT = 52;
const BAR = 46;
const DOT = 3.5;

/**
 * Draws bars of the sizes on an axis: the sun's savings, and on them the battery's, striped; dots where the other
 * strategies end. Classes for the style sheet: bar-sun, bar-battery, stripes, dot-strategy.
 * @param format writes a sum, SEK
 */
export function drawBatteryBars(
  bars: readonly BatteryBar[],
  format: (sek: number) => string,
  titles: BatteryTitles,
): string {
  const slot = (WIDTH - LEFT) / bars.length;
  const most = Math.max(1, ...bars.map(({ sunSek, batterySek }) => sunSek + batterySek));
  const least = Math.min(0, ...bars.map(({ sunSek }) => sunSek));
  const y = (sek: number) => TOP + ((most - sek) / (most - least)) * HEIGHT;
  const bottom = TOP + HEIGHT;
  const end = 'text-anchor="end"';
  const marks = [
    textAt(0, 14, titles.savings),
    ...drawAxis(least, most, 4, { left: LEFT, right: WIDTH, y, format }),
    ...bars.map((bar, at) => groupAt(LEFT + at * slot, 0, drawBar(bar, slot, y, format))),
    textAt(LEFT - 6, bottom + 22, titles.size, end),
    textAt(LEFT - 6, bottom + 44, titles.paid, end),
  ];
  return drawSvg(WIDTH, bottom + FOOT, titles.label, marks.join('\n'));
}

function drawBar(
  { name, sunSek, batterySek, othersSek, paid }: BatteryBar,
  slot: number,
  y: (sek: number) => number,
  format: (sek: number) => string,
): string[] {
  const middle = 'text-anchor="middle"';
  const stretch = (from: number, to: number) => {
    const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
    return { x: (slot - BAR) / 2, y: top, width: BAR, height: bottom - top };
  };
  const sum = sunSek + batterySek;
  const battery = stretch(sunSek, sum);
  const bottom = TOP + HEIGHT;
  return [
    filledRect(stretch(0, sunSek), 'currentColor', 'class="bar-sun"'),
    filledRect(battery, 'currentColor', 'class="bar-battery"'),
    drawStripes(battery),
    ...othersSek.map(
      (sek) =>
        `<circle cx="${px(slot / 2)}" cy="${px(y(sunSek + sek))}" r="${DOT}" class="dot-strategy"/>`,
    ),
    textAt(slot / 2, y(Math.max(0, sum)) - 6, format(sum), `${middle} font-weight="600"`),
    textAt(slot / 2, bottom + 22, name, middle),
    textAt(slot / 2, bottom + 44, paid, middle),
  ];
}
