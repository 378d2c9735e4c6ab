import { escapeText, filledRect, groupAt, lineFrom, px, textAt } from '#common/charts/svg.ts';

/** A size of battery, or none, and the savings of sun and battery with it. */
export interface BatteryBar {
  name: string;
  sunSek: number;
  /** Savings with the best strategy. */
  batterySek: number;
  /** Savings with the other strategies. */
  othersSek: readonly number[];
  /** Text below the name. */
  foot: string;
}

const WIDTH = 440;
const TOP = 20;
const HEIGHT = 150;
const FOOT = 42;
const BAR = 46;
const DOT = 3.5;

/**
 * Draws bars of the sizes: the sun's savings, and on them the battery's; dots where the other strategies
 * end. Classes for the style sheet: bar-sun, bar-battery, dot-strategy.
 * @param format writes a sum, SEK
 * @param label describes the drawing for people who cannot see it
 */
export function drawBatteryBars(
  bars: readonly BatteryBar[],
  format: (sek: number) => string,
  label: string,
): string {
  const slot = WIDTH / bars.length;
  const most = Math.max(1, ...bars.map(({ sunSek, batterySek }) => sunSek + batterySek));
  const least = Math.min(0, ...bars.map(({ sunSek }) => sunSek));
  const y = (sek: number) => TOP + ((most - sek) / (most - least)) * HEIGHT;
  const groups = bars.map((bar, at) => groupAt(at * slot, 0, drawBar(bar, slot, y, format)));
  const ground = lineFrom(0, y(0), WIDTH, y(0), 'stroke-opacity=".4"');
  return `<svg viewBox="0 0 ${WIDTH} ${TOP + HEIGHT + FOOT}" role="img" aria-label="${escapeText(label)}" fill="currentColor" font-size="11.5">${groups.join('\n')}${ground}</svg>`;
}

function drawBar(
  { name, sunSek, batterySek, othersSek, foot }: BatteryBar,
  slot: number,
  y: (sek: number) => number,
  format: (sek: number) => string,
): string[] {
  const x = (slot - BAR) / 2;
  const middle = 'text-anchor="middle"';
  const stretch = (from: number, to: number, name: string) => {
    const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
    const rect = { x, y: top, width: BAR, height: bottom - top };
    return filledRect(rect, 'currentColor', `class="${name}"`);
  };
  const sum = sunSek + batterySek;
  const bottom = TOP + HEIGHT;
  return [
    stretch(0, sunSek, 'bar-sun'),
    stretch(sunSek, sum, 'bar-battery'),
    ...othersSek.map(
      (sek) =>
        `<circle cx="${px(slot / 2)}" cy="${px(y(sunSek + sek))}" r="${DOT}" class="dot-strategy"/>`,
    ),
    textAt(slot / 2, y(Math.max(0, sum)) - 6, format(sum), `${middle} font-weight="600"`),
    textAt(slot / 2, bottom + 16, name, middle),
    textAt(slot / 2, bottom + 34, foot, `${middle} fill-opacity=".75"`),
  ];
}
