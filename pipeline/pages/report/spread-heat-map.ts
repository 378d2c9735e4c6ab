import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { MAGMA } from '#common/charts/colour-scale.ts';
import { heatMap, heatMapHeight } from '#common/charts/heat-map.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing } from '#common/charts/svg.ts';
import { meanSpread, monthlySpreads } from '#common/daily-spread.ts';
import type { ReportWords } from './words.ts';

const SIZES = { colWidth: 34, rowHeight: 24, left: 36 };

/** A price area's hours of a year, SEK/kWh by the Swedish clock. */
export interface AreaHours {
  name: string;
  hours: Float64Array;
}

/** Mean spread of a day by price area and month, as a heat map with its figures. */
export function spreadHeatMap(
  areas: readonly AreaHours[],
  { prices, months, number, between }: ReportWords,
): string {
  const twoDecimals = (value: number) => number(value, 2);
  const values = Float64Array.from(areas.flatMap(({ hours }) => [...monthlySpreads(hours)]));
  const scale = { stops: MAGMA, min: 0, max: Math.max(...values) };
  const rows = areas.map(({ name }) => name);
  const table = { rows, cols: months, values, scale, format: twoDecimals };
  const width = months.length * SIZES.colWidth;
  const bottom = CAPTION_HEIGHT + heatMapHeight(table, SIZES) + 10;
  const means = areas.map(({ name, hours }) => `${name} ${twoDecimals(meanSpread(hours))}`);
  const caption = {
    title: prices.spread,
    subtitle: prices.spreadMean(means.join(between)),
    description: prices.spreadDescribed(means.join(between)),
  };
  const bar = colourBar({ scale, unit: prices.unit, format: number }, width);
  return svgDrawing(caption, SIZES.left + width, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(0, CAPTION_HEIGHT, [heatMap(table, SIZES)]),
    groupAt(SIZES.left, bottom, [bar]),
  ]);
}
