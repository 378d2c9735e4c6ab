import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { type ColourScale, MAGMA } from '#common/charts/colour-scale.ts';
import { heatMap, heatMapHeight } from '#common/charts/heat-map.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing } from '#common/charts/svg.ts';
import type { ReportWords } from './words.ts';

/** Mean prices of a price area by month and local clock hour, SEK/kWh, [month][hour]. */
export interface AreaPrices {
  name: string;
  sekPerKwh: Float64Array;
}

const HOURS = 24;
const SIZES = { colWidth: 11.5, rowHeight: 15, left: 32 };

/** A heat map of months by clock hours for each area, all on one scale. */
export function priceHeatMaps(areas: readonly AreaPrices[], words: ReportWords): string[] {
  const all = areas.flatMap(({ sekPerKwh }) => Array.from(sekPerKwh));
  const scale = { stops: MAGMA, min: Math.min(0, ...all), max: Math.max(...all) };
  return areas.map((area) => priceHeatMap(area, scale, words));
}

function priceHeatMap(
  { name, sekPerKwh }: AreaPrices,
  scale: ColourScale,
  words: ReportWords,
): string {
  const { prices } = words;
  const hours = Array.from({ length: HOURS }, (_, hour) => (hour % 3 === 0 ? String(hour) : ''));
  const table = { rows: words.months, cols: hours, values: sekPerKwh, scale };
  const fieldsWidth = HOURS * SIZES.colWidth;
  const bottom = CAPTION_HEIGHT + heatMapHeight(table, SIZES) + 10;
  const mean = sekPerKwh.reduce((sum, value) => sum + value, 0) / sekPerKwh.length;
  const range = rangeOf(sekPerKwh, words);
  const caption = {
    title: prices.mean(name, money(mean, words)),
    subtitle: range,
    description: prices.described(range),
  };
  const bar = colourBar({ scale, unit: prices.unit, format: words.number }, fieldsWidth);
  return svgDrawing(caption, SIZES.left + fieldsWidth, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(0, CAPTION_HEIGHT, [heatMap(table, SIZES)]),
    groupAt(SIZES.left, bottom, [bar]),
  ]);
}

function rangeOf(sekPerKwh: Float64Array, words: ReportWords): string {
  const [low, high] = [Math.min(...sekPerKwh), Math.max(...sekPerKwh)];
  const timeOf = (value: number) => {
    const place = sekPerKwh.indexOf(value);
    return words.prices.at(words.months[Math.floor(place / HOURS)], place % HOURS);
  };
  return words.prices.from(money(low, words), timeOf(low), money(high, words), timeOf(high));
}

/** Two decimals, and never a minus before zero. */
function money(value: number, { number }: ReportWords): string {
  return number(value, 2).replace(/^-0\.00$/, '0.00');
}
