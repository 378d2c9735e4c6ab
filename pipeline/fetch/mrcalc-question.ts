import { latOfRow, lngOfCol } from '../../schemas/grid.ts';
import type { MrcalcSource } from '../../schemas/types.ts';
import type { Frame } from '../coverage/dataset-frame.ts';

/** A cell to ask for. Its centre is in degrees, without the rounding of binary fractions. */
export interface AskedCell {
  /** Index on the grid: row * cols + col, row 0 in the south. */
  place: number;
  lat: number;
  lng: number;
}

/** Centres that touch a box's edge count as inside. */
const EDGE_DEG = 1e-6;

/** The needed cells of a dataset, or those of them in the source's box. */
export function askedCells({ grid, needed }: Frame, bbox?: readonly number[]): AskedCell[] {
  const [west, south, east, north] = bbox ?? [-180, -90, 180, 90];
  const cells: AskedCell[] = [];
  for (let place = 0; place < needed.length; place++) {
    if (!needed[place]) continue;
    const lat = plainDegrees(latOfRow(grid, Math.floor(place / grid.cols)));
    const lng = plainDegrees(lngOfCol(grid, place % grid.cols));
    if (lat < south - EDGE_DEG || lat > north + EDGE_DEG) continue;
    if (lng < west - EDGE_DEG || lng > east + EDGE_DEG) continue;
    cells.push({ place, lat, lng });
  }
  return cells;
}

/**
 * The address that asks MRcalc for a cell: every month's global irradiation on the horizontal
 * (`horirrad`), its diffuse share (`d2g`) and mean temperature (`avtemp`). Without the horizon
 * that PVGIS would take for that very point: a cell stands for 25 km, not for one valley.
 */
export function mrcalcUrl(source: MrcalcSource, lat: number, lng: number): string {
  const { base_url, raddatabase, start_year, end_year } = source;
  const parameters = new URLSearchParams({
    lat: String(lat),
    lon: String(lng),
    raddatabase,
    horirrad: '1',
    d2g: '1',
    avtemp: '1',
    usehorizon: '0',
    outputformat: 'json',
    ...(start_year === undefined ? {} : { startyear: String(start_year) }),
    ...(end_year === undefined ? {} : { endyear: String(end_year) }),
  });
  return `${base_url.replace(/\/$/, '')}/MRcalc?${parameters}`;
}

function plainDegrees(degrees: number): number {
  return Number(degrees.toFixed(6));
}
