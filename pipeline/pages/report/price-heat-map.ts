import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { type ColourScale, MAGMA } from '#common/charts/colour-scale.ts';
import { heatMap, heatMapHeight } from '#common/charts/heat-map.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing } from '#common/charts/svg.ts';
import { MONTH_NAMES } from '../../dataset/dataset-figures.ts';

/** Mean prices of a price area by month and local clock hour, SEK/kWh, [month][hour]. */
export interface AreaPrices {
  name: string;
  sekPerKwh: Float64Array;
}

const HOURS = 24;
const SIZES = { colWidth: 11.5, rowHeight: 15, left: 32 };

/** A heat map of months by clock hours for each area, all on one scale. */
export function priceHeatMaps(areas: readonly AreaPrices[]): string[] {
  const all = areas.flatMap(({ sekPerKwh }) => Array.from(sekPerKwh));
  const scale = { stops: MAGMA, min: Math.min(0, ...all), max: Math.max(...all) };
  return areas.map((area) => priceHeatMap(area, scale));
}

function priceHeatMap({ name, sekPerKwh }: AreaPrices, scale: ColourScale): string {
  const hours = Array.from({ length: HOURS }, (_, hour) => (hour % 3 === 0 ? String(hour) : ''));
  const table = { rows: MONTH_NAMES, cols: hours, values: sekPerKwh, scale };
  const fieldsWidth = HOURS * SIZES.colWidth;
  const bottom = CAPTION_HEIGHT + heatMapHeight(table, SIZES) + 10;
  const mean = sekPerKwh.reduce((sum, value) => sum + value, 0) / sekPerKwh.length;
  const range = rangeOf(sekPerKwh);
  const caption = {
    title: `${name}: mean ${money(mean)} SEK/kWh`,
    subtitle: range,
    description: `Spot price by month and clock hour, ${range} SEK/kWh.`,
  };
  const bar = colourBar({ scale, unit: 'SEK/kWh', format: String }, fieldsWidth);
  return svgDrawing(caption, SIZES.left + fieldsWidth, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(0, CAPTION_HEIGHT, [heatMap(table, SIZES)]),
    groupAt(SIZES.left, bottom, [bar]),
  ]);
}

function rangeOf(sekPerKwh: Float64Array): string {
  const [low, high] = [Math.min(...sekPerKwh), Math.max(...sekPerKwh)];
  const from = `${money(low)} (${timeOf(sekPerKwh.indexOf(low))})`;
  return `from ${from} to ${money(high)} (${timeOf(sekPerKwh.indexOf(high))})`;
}

/** Two decimals, and never a minus before zero. */
function money(value: number): string {
  return value.toFixed(2).replace(/^-0\.00$/, '0.00');
}

function timeOf(place: number): string {
  return `${MONTH_NAMES[Math.floor(place / HOURS)]} ${place % HOURS}:00`;
}
