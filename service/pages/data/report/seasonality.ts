import { cellPlaces } from '../../../../pipeline/dataset/dataset-figures.ts';
import { MONTHS, planeAt } from '../../../../schemas/codec/axes.ts';
import { monthlyYield } from '../../../../schemas/codec/cell-records.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '../../ui/charts/colour-bar.ts';
import { MAGMA, VIRIDIS } from '../../ui/charts/colour-scale.ts';
import { type HeatTable, heatMap, heatMapHeight } from '../../ui/charts/heat-map.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing } from '../../ui/charts/svg.ts';
import type { ReportText } from './text.ts';

/** Shares of the year by month, in percent, for bands of one degree of latitude. */
export interface Seasonality {
  /** Whole degrees, north first. A band reaches half a degree to both sides. */
  latitudes: number[];
  /** [band][month]. The months of a band sum to 100. */
  percent: Float64Array;
}

/** Share of the year's sum that falls in each month, over the cells of each latitude band. */
export function seasonality(
  artifact: PvYieldArtifact,
  figureOf: (cell: number, month: number) => number,
): Seasonality {
  const sums = new Map<number, Float64Array>();
  for (const { cell, lat } of cellPlaces(artifact)) {
    const band = sums.get(Math.round(lat)) ?? new Float64Array(MONTHS);
    for (let month = 0; month < MONTHS; month++) band[month] += figureOf(cell, month);
    sums.set(Math.round(lat), band);
  }
  const latitudes = [...sums.keys()].sort((a, b) => b - a);
  const percent = latitudes.flatMap((latitude) => {
    const band = sums.get(latitude) ?? new Float64Array(MONTHS);
    const year = band.reduce((sum, value) => sum + value, 0);
    return Array.from(band, (value) => (100 * value) / year);
  });
  return { latitudes, percent: Float64Array.from(percent) };
}

interface Titled {
  title: string;
  svg: string;
}

/** Two drawings: the months' shares of irradiation, and of the yield of a south roof at 40°. */
export function seasonalityDrawings(artifact: PvYieldArtifact, text: ReportText): Titled[] {
  const { words } = text;
  const south40 = planeAt(40, 180);
  const ghi = seasonality(artifact, (cell, month) => artifact.ghi[cell * MONTHS + month]);
  const south = seasonality(artifact, (cell, month) =>
    monthlyYield(artifact, cell, south40, month),
  );
  return [
    seasonDrawing(words.ghi, ghi, MAGMA, text),
    seasonDrawing(words.southRoof, south, VIRIDIS, text),
  ];
}

function seasonDrawing(
  title: string,
  { latitudes, percent }: Seasonality,
  stops: readonly string[],
  { words, number }: ReportText,
): Titled {
  const months = words.months.split('|');
  const scale = { stops, min: 0, max: Math.max(...percent) };
  const table: HeatTable = {
    rows: latitudes.map((latitude) => `${latitude}° N`),
    cols: months,
    values: percent,
    scale,
    format: (value) => number(value, 1),
  };
  const sizes = { colWidth: 38, rowHeight: 19, left: 44 };
  const width = sizes.left + 12 * sizes.colWidth;
  const bottom = CAPTION_HEIGHT + heatMapHeight(table, sizes) + 4;
  const sharesOf = (row: number) =>
    months.map((name, month) => `${name} ${number(percent[12 * row + month], 1)} %`).join(', ');
  const caption = {
    title,
    subtitle: words.monthShares,
    description: [0, latitudes.length - 1]
      .map((row) => `${latitudes[row]}° N: ${sharesOf(row)}`)
      .join('. '),
  };
  const bar = colourBar({ scale, unit: words.shareUnit, format: number }, 12 * sizes.colWidth);
  const svg = svgDrawing(caption, width, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(0, CAPTION_HEIGHT, [heatMap(table, sizes)]),
    groupAt(sizes.left, bottom, [bar]),
  ]);
  return { title, svg };
}
