import { extent } from 'd3-array';
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { PriceAreaBoundaries } from '../../../schemas/types.ts';
import { type MapProjection, mapProjection } from '../ui/charts/map.ts';
import { px } from '../ui/charts/svg.ts';
import type { PageMap } from '../ui/draw-map.ts';
import { boxOfCells } from './cell-map.ts';
import { outlinesOn } from './outlines.ts';

/** Wide enough for a cell of 0.25° to be a finger's breadth when the map fills a phone. */
const WIDTH = 280;
const LEVELS = 254;

/**
 * The map of a dataset: what the best plane yields in each cell.
 * @param boundaries of the price areas. Null where there are no prices
 */
export function pageMap(
  { header, grid, cell_index, optimum_yield }: PvYieldArtifact,
  boundaries: PriceAreaBoundaries | null,
): PageMap {
  const box = boxOfCells({ grid, cellIndex: cell_index });
  const projection = mapProjection(box, WIDTH);
  const [least = 0, most = 0] = extent(optimum_yield);
  const bytes = Uint8Array.from(cell_index, (cell) => {
    const share = most > least ? (optimum_yield[cell] - least) / (most - least) : 0;
    return cell < 0 ? 0 : 1 + Math.round(LEVELS * share);
  });
  return {
    box,
    width: WIDTH,
    grid,
    cells: Buffer.from(bytes).toString('base64'),
    leastKwhKwp: Math.round(least),
    mostKwhKwp: Math.round(most),
    outline: outlinesOn(projection, header.coverage === COUNTRY, '50m').home,
    areaBorders: boundaries ? Object.values(boundaries).map(pathOn(projection)).join('') : '',
  };
}

/** A line goes on due west and due east beyond its ends, as the areas do. */
function pathOn({ x, y, width }: MapProjection): (line: number[][]) => string {
  return (line) => {
    const points = line.map(([lng, lat]) => `${px(x(lng))} ${px(y(lat))}`);
    const [first, last] = [line[0], line[line.length - 1]].map(([, lat]) => px(y(lat)));
    return `M0 ${first}L${points.join('L')}L${px(width)} ${last}`;
  };
}
