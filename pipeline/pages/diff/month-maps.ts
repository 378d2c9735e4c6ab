import { boxOfCells } from '#common/charts/cell-map.ts';
import { type CellPlaces, cellPaths } from '#common/charts/cell-paths.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { balancedScale, colourOf } from '#common/charts/colour-scale.ts';
import { mapProjection } from '#common/charts/map-projection.ts';
import { outlinesOn } from '#common/charts/outlines.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing, textAt } from '#common/charts/svg.ts';
import { MONTH_NAMES } from '../../dataset/dataset-figures.ts';
import type { CellDifference, DatasetDiff } from './compare-datasets.ts';
import { percent, signed } from './comparison-text.ts';
import { ghiMoves, type RelativeDifference } from './relative-differences.ts';

const MAP_PX = 92;
const GAP_PX = 8;
const HEADING_PX = 14;

/** Subject of the months' maps: its name, each cell's signed share and the movement of all. */
interface Subject {
  name: string;
  shareOf: (cell: CellDifference, month: number) => number;
  movements: RelativeDifference[];
}

/** GHI, whose movement explains that of the yields; where it stands still, the yields themselves. */
function subjectOf(comparison: DatasetDiff): Subject {
  if (ghiMoves(comparison)) {
    return {
      name: 'GHI',
      shareOf: (cell, month) => cell.ghi[month],
      movements: comparison.ghi,
    };
  }
  return {
    name: 'yield, mean of all planes',
    shareOf: (cell, month) => cell.yield[month].mean,
    movements: comparison.yield,
  };
}

/** Twelve small maps of GHI, or of the yields where GHI stands still, on one scale. */
export function monthMaps(
  comparison: DatasetDiff,
  places: CellPlaces,
  homeIsSweden: boolean,
): string {
  const { cells } = comparison;
  const subject = subjectOf(comparison);
  const months = MONTH_NAMES.map((name, month) => ({ name, month, ...subject.movements[month] }));
  const percentOf = (cell: CellDifference, month: number) => 100 * subject.shareOf(cell, month);
  const scale = balancedScale(
    cells.flatMap((cell) => months.map(({ month }) => percentOf(cell, month))),
  );
  const projection = mapProjection(boxOfCells(places), MAP_PX);
  const { home, others } = outlinesOn(projection, homeIsSweden);
  const outline = `<path d="${home || others}" fill="none" stroke="currentColor" stroke-width=".5"/>`;
  // Cells outside the country would blur its shape at this size.
  const clip = home && ' clip-path="url(#months-home)"';
  const clipPath = `<clipPath id="months-home"><path d="${home}"/></clipPath>`;
  const maps = months.map(({ name, month, mean }) => {
    const cellsOfMonth = cellPaths(places, projection, (cell) =>
      colourOf(scale, percentOf(cells[cell], month)),
    );
    return groupAt(month * (MAP_PX + GAP_PX), CAPTION_HEIGHT, [
      textAt(0, 8, `${name}  ${percent(mean, true)} %`),
      groupAt(0, HEADING_PX, [`<g${clip}>${cellsOfMonth}</g>`, outline]),
    ]);
  });
  const caption = {
    title: `Monthly ${subject.name}, B against A`,
    subtitle: 'Each cell in % of A; beside the month its mean',
    description: months
      .map(
        ({ name, mean, max }) =>
          `${name}: mean ${percent(mean, true)} %, at most ${percent(max)} %`,
      )
      .join('; '),
  };
  const width = 12 * MAP_PX + 11 * GAP_PX;
  const bottom = CAPTION_HEIGHT + HEADING_PX + projection.height + 6;
  const bar = colourBar({ scale, unit: '% of A', format: signed }, width / 3);
  return svgDrawing(caption, width, bottom + COLOUR_BAR_HEIGHT, [
    clipPath,
    ...maps,
    groupAt(0, bottom, [bar]),
  ]);
}
