import { boxOfCells } from '../charts/cell-map.ts';
import { type CellPlaces, cellPaths } from '../charts/cell-paths.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '../charts/colour-bar.ts';
import { colourOf } from '../charts/colour-scale.ts';
import { mapProjection } from '../charts/map-projection.ts';
import { outlinesOn } from '../charts/outlines.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing, textAt } from '../charts/svg.ts';
import { MONTH_NAMES } from '../dataset-figures.ts';
import { balancedScale, signed } from './balanced-scale.ts';
import type { Comparison } from './compare-datasets.ts';
import { percent } from './comparison-text.ts';

const MAP_PX = 92;
const GAP_PX = 8;
const HEADING_PX = 14;

/** Twelve small maps of GHI on one scale. */
export function monthMaps(
  { cells, ghi }: Comparison,
  places: CellPlaces,
  homeIsSweden: boolean,
): string {
  const months = MONTH_NAMES.map((name, month) => ({ name, month, ...ghi[month] }));
  const scale = balancedScale(
    cells.flatMap((cell) => months.map(({ month }) => 100 * cell.ghi[month])),
  );
  const projection = mapProjection(boxOfCells(places), MAP_PX);
  const { home, others } = outlinesOn(projection, homeIsSweden);
  const outline = `<path d="${home || others}" fill="none" stroke="currentColor" stroke-width=".5"/>`;
  // Cells outside the country would blur its shape at this size.
  const clip = home && ' clip-path="url(#months-home)"';
  const clipPath = `<clipPath id="months-home"><path d="${home}"/></clipPath>`;
  const maps = months.map(({ name, month, mean }) => {
    const cellsOfMonth = cellPaths(places, projection, (cell) =>
      colourOf(scale, 100 * cells[cell].ghi[month]),
    );
    return groupAt(month * (MAP_PX + GAP_PX), CAPTION_HEIGHT, [
      textAt(0, 8, `${name}  ${percent(mean, true)} %`, 'font-size="10"'),
      groupAt(0, HEADING_PX, [`<g${clip}>${cellsOfMonth}</g>`, outline]),
    ]);
  });
  const caption = {
    title: 'Monthly GHI, B against A',
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
