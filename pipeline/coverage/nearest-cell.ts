import { KM_PER_DEG } from '../../schemas/codec/great-circle.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';

/** A cell of the grid and how far away it is. */
interface NearCell {
  gridIndex: number;
  km: number;
}

/**
 * The cell nearest to another, centre to centre, that has the requested values. Undefined when
 * there is none within `withinKm`. Of equally near ones the first, from the south-west.
 */
export function nearestCell(
  grid: Grid,
  from: number,
  withinKm: number,
  has: (gridIndex: number) => boolean,
): NearCell | undefined {
  const { rows, cols, stepDeg } = grid;
  const [fromRow, fromCol] = [Math.floor(from / cols), from % cols];
  const reach = Math.ceil(withinKm / (KM_PER_DEG * stepDeg));
  const [firstCol, endCol] = colsWithin(grid, fromRow, fromCol, reach);
  let nearest: NearCell | undefined;
  for (let row = Math.max(0, fromRow - reach); row <= Math.min(rows - 1, fromRow + reach); row++) {
    for (let col = firstCol; col < endCol; col++) {
      const km = distanceKm(grid, fromRow, fromCol, row, col);
      if (km > withinKm || (nearest && km >= nearest.km) || !has(row * cols + col)) continue;
      nearest = { gridIndex: row * cols + col, km };
    }
  }
  return nearest;
}

/** The columns that the rows' `reach` spans where the meridians are nearest to each other. */
function colsWithin(
  grid: Grid,
  fromRow: number,
  fromCol: number,
  reach: number,
): [first: number, end: number] {
  const farthestLat = Math.max(
    ...[-reach, reach].map((rows) => Math.abs(latOfRow(grid, fromRow + rows))),
  );
  const narrowest = Math.cos((Math.min(90, farthestLat) * Math.PI) / 180);
  const cols = Math.ceil(reach / narrowest);
  return [Math.max(0, fromCol - cols), Math.min(grid.cols, fromCol + cols + 1)];
}

/** Distance on the plane with the meridians as they are in between: 0.1 % off on 200 km at 69° N. */
function distanceKm(grid: Grid, rowA: number, colA: number, rowB: number, colB: number): number {
  const middleLat = (latOfRow(grid, rowA) + latOfRow(grid, rowB)) / 2;
  const eastKm =
    (lngOfCol(grid, colB) - lngOfCol(grid, colA)) * Math.cos((middleLat * Math.PI) / 180);
  return KM_PER_DEG * Math.hypot(eastKm, latOfRow(grid, rowB) - latOfRow(grid, rowA));
}
