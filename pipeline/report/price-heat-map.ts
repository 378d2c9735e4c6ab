import { COLOUR_BAR_HEIGHT, colourBar } from '../charts/colour-bar.ts';
import { MAGMA } from '../charts/colour-scale.ts';
import { heatMap, heatMapHeight } from '../charts/heat-map.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing, textAt } from '../charts/svg.ts';
import { MONTH_NAMES } from '../dataset-figures.ts';

/** Mean prices of a price area by month and local clock hour, SEK/kWh, [month][hour]. */
export interface AreaPrices {
  name: string;
  sekPerKwh: Float64Array;
}

const HOURS = 24;
const SIZES = { colWidth: 20, rowHeight: 17, left: 30 };
const GAP = 34;
const HEADING = 18;

/** A heat map of months by clock hours for each area, two to a row, all on one scale. */
export function priceHeatMap(areas: readonly AreaPrices[]): string {
  const all = areas.flatMap(({ sekPerKwh }) => Array.from(sekPerKwh));
  const scale = { stops: MAGMA, min: Math.min(0, ...all), max: Math.max(...all) };
  const hours = Array.from({ length: HOURS }, (_, hour) => (hour % 3 === 0 ? String(hour) : ''));
  const mapWidth = SIZES.left + HOURS * SIZES.colWidth;
  const maps = areas.map(({ name, sekPerKwh }, i) => {
    const table = { rows: MONTH_NAMES, cols: hours, values: sekPerKwh, scale };
    const height = HEADING + heatMapHeight(table, SIZES) + GAP / 2;
    const heading = textAt(SIZES.left, 10, summaryOf(name, sekPerKwh), 'font-weight="600"');
    const x = (i % 2) * (mapWidth + GAP);
    const y = CAPTION_HEIGHT + Math.floor(i / 2) * height;
    return { height, svg: groupAt(x, y, [heading, groupAt(0, HEADING, [heatMap(table, SIZES)])]) };
  });
  const bottom = CAPTION_HEIGHT + Math.ceil(areas.length / 2) * (maps[0]?.height ?? 0);
  const width = Math.min(2, areas.length) * (mapWidth + GAP) - GAP;
  const bar = colourBar(
    { scale, unit: 'SEK/kWh', format: String },
    Math.min(width, mapWidth) - SIZES.left,
  );
  const caption = {
    title: 'Spot price by month and clock hour',
    subtitle: 'Means, SEK/kWh without taxes; hour 0 is 00:00 to 01:00 in Sweden',
    description: areas.map(({ name, sekPerKwh }) => summaryOf(name, sekPerKwh)).join('; '),
  };
  return svgDrawing(caption, width, bottom + COLOUR_BAR_HEIGHT, [
    ...maps.map(({ svg }) => svg),
    groupAt(SIZES.left, bottom, [bar]),
  ]);
}

function summaryOf(name: string, sekPerKwh: Float64Array): string {
  const mean = sekPerKwh.reduce((sum, value) => sum + value, 0) / sekPerKwh.length;
  const [low, high] = [Math.min(...sekPerKwh), Math.max(...sekPerKwh)];
  const from = `${money(low)} (${timeOf(sekPerKwh.indexOf(low))})`;
  const to = `${money(high)} (${timeOf(sekPerKwh.indexOf(high))})`;
  return `${name}: mean ${money(mean)}, from ${from} to ${to}`;
}

/** Two decimals, and never a minus before zero. */
function money(value: number): string {
  return value.toFixed(2).replace(/^-0\.00$/, '0.00');
}

function timeOf(place: number): string {
  return `${MONTH_NAMES[Math.floor(place / HOURS)]} ${place % HOURS}:00`;
}
