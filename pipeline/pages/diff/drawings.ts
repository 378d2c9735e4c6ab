import { bin } from 'd3-array';
import { cellMap, type MapGround, type MapLabel, mapGround } from '#common/charts/cell-map.ts';
import type { CellPlaces } from '#common/charts/cell-paths.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { balancedScale, colourOf } from '#common/charts/colour-scale.ts';
import { histogram } from '#common/charts/histogram.ts';
import type { Caption } from '#common/charts/svg.ts';
import { distanceKm } from '#common/great-circle.ts';
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { nearestTown, type Town } from '../../accuracy/towns.ts';
import { type DatasetDiff, worstCells } from './compare-datasets.ts';
import { percent, signed, verdictText } from './comparison-text.ts';
import { monthMaps } from './month-maps.ts';
import { YEAR } from './relative-differences.ts';

/** The drawings of a comparison by file name. */
export type Drawings = Record<'map.svg' | 'ghi-map.svg' | 'months.svg' | 'histogram.svg', string>;

/** Draws where and how much two datasets differ; `a` lends its grid and country. */
export function drawComparison(
  comparison: DatasetDiff,
  a: PvYieldArtifact,
  towns: readonly Town[],
): Drawings {
  const places = comparedPlaces(comparison, a);
  const isSweden = a.header.coverage === COUNTRY;
  const ground = mapGround(places, isSweden, 340);
  return {
    'map.svg': yieldMap(comparison, ground, towns),
    'ghi-map.svg': ghiMap(comparison, ground),
    'months.svg': monthMaps(comparison, places, isSweden),
    'histogram.svg': yearHistogram(comparison),
  };
}

/** The places of A's grid with the ordinals of `comparison.cells`. */
function comparedPlaces({ cells }: DatasetDiff, { grid }: PvYieldArtifact): CellPlaces {
  const cellIndex = new Int32Array(grid.rows * grid.cols).fill(-1);
  cells.forEach(({ lat, lng }, i) => {
    const row = Math.round(lat / grid.stepDeg) - grid.firstRow;
    const col = Math.round(lng / grid.stepDeg) - grid.firstCol;
    cellIndex[row * grid.cols + col] = i;
  });
  return { grid, cellIndex };
}

function yieldMap(comparison: DatasetDiff, ground: MapGround, towns: readonly Town[]): string {
  const caption = {
    title: 'Yearly yield, B against A',
    subtitle: 'The plane of 361 that moves most, in each cell',
    description: verdictText(comparison),
  };
  const percents = comparison.cells.map(({ worst }) => 100 * worst.difference);
  return differenceMap(ground, 'yield-map', caption, percents, labelsOf(comparison, towns));
}

function ghiMap({ cells, ghi }: DatasetDiff, ground: MapGround): string {
  const { median, max, mean } = ghi[YEAR];
  const caption = {
    title: 'Yearly GHI, B against A',
    subtitle: `Mean ${percent(mean, true)} %, at most ${percent(max)} %`,
    description: `Yearly GHI moves by ${percent(median)} % in the median, at most ${percent(max)} %.`,
  };
  const percents = cells.map((cell) => 100 * cell.ghi[YEAR]);
  return differenceMap(ground, 'ghi-map', caption, percents, []);
}

function differenceMap(
  ground: MapGround,
  id: string,
  caption: Caption,
  percents: readonly number[],
  labels: readonly MapLabel[],
): string {
  const scale = balancedScale(percents);
  const bar = colourBar({ scale, unit: '% of A', format: signed }, ground.projection.width);
  const legend = { svg: bar, height: COLOUR_BAR_HEIGHT };
  const colourOfCell = (cell: number) => colourOf(scale, percents[cell]);
  return cellMap(ground, { id, caption, colourOfCell, labels, legend });
}

/** Labels this near would cover each other. */
const LABELS_APART_KM = 150;

/** The towns by the cells that move most, apart from each other, as long as they move half as much. */
function labelsOf(comparison: DatasetDiff, towns: readonly Town[]): MapLabel[] {
  const labels: MapLabel[] = [];
  const worst = worstCells(comparison, comparison.cells.length);
  for (const { lat, lng, worst: plane } of worst) {
    if (labels.length === 3) break;
    if (Math.abs(plane.difference) < Math.abs(worst[0].worst.difference) / 2) break;
    if (labels.some((label) => distanceKm(lat, lng, label.lat, label.lng) < LABELS_APART_KM))
      continue;
    const { name } = nearestTown(towns, lat, lng);
    labels.push({ lat, lng, text: `${name} ${percent(plane.difference, true)} %` });
  }
  return labels;
}

function yearHistogram({ yearlyYield, yield: yields, cells }: DatasetDiff): string {
  const percents = yearlyYield.map((share) => 100 * share);
  const scale = balancedScale(percents);
  const year = yields[yields.length - 1];
  const caption = {
    title: 'Yearly yields, B against A',
    subtitle: `${yearlyYield.length} yields: ${cells.length} cells x 361 planes`,
    description: `Sizes of the differences: median ${percent(year.median)} %, 95th percentile ${percent(year.p95)} %, largest ${percent(year.max)} %; mean with sign ${percent(year.mean, true)} %.`,
  };
  const axis = { label: 'difference, % of A', format: signed };
  const bins = bin().thresholds(40)(percents);
  return histogram(caption, bins, axis, (middle) => colourOf(scale, middle), 360);
}
