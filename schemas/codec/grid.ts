/** A box in degrees that does not cross the antimeridian. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * The cell lattice. Cell centres lie on whole multiples of `stepDeg`, so a grid is five numbers
 * and two builds of the same step always share their centres. Row 0 is the southernmost row,
 * column 0 the westernmost column. A cell's place is `row * cols + col`.
 */
export interface Grid {
  /** Spacing of the centres in degrees, the same in latitude and longitude. */
  stepDeg: number;
  /** Latitude of row 0 divided by `stepDeg`, a whole number. */
  firstRow: number;
  /** Longitude of column 0 divided by `stepDeg`, a whole number. */
  firstCol: number;
  rows: number;
  cols: number;
}

/** Latitude in degrees of the centre of a row. */
export function latOfRow(grid: Grid, row: number): number {
  return (grid.firstRow + row) * grid.stepDeg;
}

/** Longitude in degrees of the centre of a column. */
export function lngOfCol(grid: Grid, col: number): number {
  return (grid.firstCol + col) * grid.stepDeg;
}

/** Row of the cells whose centres are nearest to a latitude. It may lie outside of the grid. */
export function rowOfLat(grid: Grid, lat: number): number {
  return Math.round(lat / grid.stepDeg) - grid.firstRow;
}

/** Column of the cells whose centres are nearest to a longitude. It may lie outside of the grid. */
export function colOfLng(grid: Grid, lng: number): number {
  return Math.round(lng / grid.stepDeg) - grid.firstCol;
}

/** Mean radius of the Earth (IUGG 1980). d3-geo measures on the sphere. */
export const EARTH_RADIUS_KM = 6371.0088;
