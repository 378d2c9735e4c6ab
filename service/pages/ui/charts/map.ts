import { type BoundingBox, type Grid, latOfRow, lngOfCol } from '../../../../schemas/codec/grid.ts';
import { px } from './svg.ts';

/**
 * A map on which degrees of latitude are longer than degrees of longitude by 1 / cos of the middle
 * latitude (equirectangular, true to scale there): the cells stay rectangles, and the country keeps
 * its shape. x grows to the east from 0, y to the south from 0.
 */
export interface MapProjection {
  box: BoundingBox;
  width: number;
  height: number;
  x(lng: number): number;
  y(lat: number): number;
  lng(x: number): number;
  lat(y: number): number;
}

/** The projection that fits a box into a width. */
export function mapProjection(box: BoundingBox, width: number): MapProjection {
  const { west, south, east, north } = box;
  const perLng = width / (east - west);
  const perLat = perLng / Math.cos((((south + north) / 2) * Math.PI) / 180);
  return {
    box,
    width,
    height: (north - south) * perLat,
    x: (lng) => (lng - west) * perLng,
    y: (lat) => (north - lat) * perLat,
    lng: (x) => west + x / perLng,
    lat: (y) => north - y / perLat,
  };
}

/** Places of a grid that have cells: `cellIndex[row * cols + col]`, -1 for none. */
export interface CellPlaces {
  grid: Grid;
  cellIndex: Int32Array;
}

/**
 * The cells as rectangles, one path per colour. Neighbours of one colour in a row share a
 * rectangle. Edges are rounded, not widths, so that rectangles meet without a gap. Cells narrower than a
 * pixel are drawn in blocks, each in the colour of one of its cells.
 */
export function cellPaths(
  places: CellPlaces,
  projection: MapProjection,
  colourOfCell: (cell: number) => string,
): string {
  const { grid, cellIndex } = blocksOfPixels(places, projection);
  const paths = new Map<string, string[]>();
  for (let row = grid.rows - 1; row >= 0; row--) {
    const cells = cellIndex.subarray(row * grid.cols, (row + 1) * grid.cols);
    for (const { colour, first, end } of runs(cells, colourOfCell)) {
      const path = paths.get(colour) ?? [];
      path.push(rectangle(grid, projection, row, first, end));
      paths.set(colour, path);
    }
  }
  const marks = Array.from(
    paths,
    ([colour, path]) => `<path fill="${colour}" d="${path.join('')}"/>`,
  );
  return `<g shape-rendering="crispEdges">\n${marks.join('\n')}\n</g>`;
}

/** Blocks of cells that are at least a pixel wide, each with one of its cells. */
function blocksOfPixels({ grid, cellIndex }: CellPlaces, { x }: MapProjection): CellPlaces {
  const side = Math.ceil(1 / (x(grid.stepDeg) - x(0)));
  if (side <= 1) return { grid, cellIndex };
  const [rows, cols] = [Math.ceil(grid.rows / side), Math.ceil(grid.cols / side)];
  const blocks = new Int32Array(rows * cols).fill(-1);
  for (let at = 0; at < cellIndex.length; at++) {
    const row = Math.floor(Math.floor(at / grid.cols) / side);
    const block = row * cols + Math.floor((at % grid.cols) / side);
    if (cellIndex[at] >= 0) blocks[block] = cellIndex[at];
  }
  // The centre of a block lies between those of its cells.
  const centre = (first: number) => (first + (side - 1) / 2) / side;
  const [firstRow, firstCol] = [centre(grid.firstRow), centre(grid.firstCol)];
  const stepDeg = grid.stepDeg * side;
  return { grid: { stepDeg, firstRow, firstCol, rows, cols }, cellIndex: blocks };
}

function runs(cells: Int32Array, colourOfCell: (cell: number) => string) {
  const found: { colour: string; first: number; end: number }[] = [];
  for (let col = 0; col < cells.length; col++) {
    if (cells[col] < 0) continue;
    const colour = colourOfCell(cells[col]);
    const last = found.at(-1);
    if (last?.end === col && last.colour === colour) last.end = col + 1;
    else found.push({ colour, first: col, end: col + 1 });
  }
  return found;
}

function rectangle(
  grid: Grid,
  { x, y }: MapProjection,
  row: number,
  first: number,
  end: number,
): string {
  const half = grid.stepDeg / 2;
  const west = Number(px(x(lngOfCol(grid, first) - half)));
  const east = Number(px(x(lngOfCol(grid, end) - half)));
  const north = Number(px(y(latOfRow(grid, row) + half)));
  const south = Number(px(y(latOfRow(grid, row) - half)));
  return `M${west} ${north}H${east}V${south}H${west}z`;
}
