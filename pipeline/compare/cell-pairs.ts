import { type CellPlace, type Cells, cellPlaces } from '../dataset/dataset-figures.ts';

/** A cell that both datasets have, with its ordinal in each. */
export interface CellPair {
  lat: number;
  lng: number;
  a: number;
  b: number;
}

/** The cells of two datasets, matched by their centres, south to north. */
export interface CellPairs {
  both: CellPair[];
  onlyA: CellPlace[];
  onlyB: CellPlace[];
}

/**
 * Matches the cells of two datasets.
 * @throws Error when their grids have different steps, or not a single cell in common
 */
export function pairCells(a: Omit<Cells, 'mask'>, b: Omit<Cells, 'mask'>): CellPairs {
  const [stepA, stepB] = [a.grid.stepDeg, b.grid.stepDeg];
  if (stepA !== stepB) {
    throw new Error(
      `A has cells of ${stepA}° and B of ${stepB}°; only datasets of one grid step have cells to compare. Build both with the same grid.step_deg.`,
    );
  }
  const placesB = new Map(cellPlaces(b).map((place) => [keyOf(place), place]));
  const pairs: CellPairs = { both: [], onlyA: [], onlyB: [] };
  for (const place of cellPlaces(a)) {
    const other = placesB.get(keyOf(place));
    if (!other) pairs.onlyA.push(place);
    else pairs.both.push({ lat: place.lat, lng: place.lng, a: place.cell, b: other.cell });
    placesB.delete(keyOf(place));
  }
  pairs.onlyB.push(...placesB.values());
  if (pairs.both.length > 0) return pairs;
  throw new Error('A and B have no cell in common: they lie in different regions.');
}

function keyOf({ lat, lng }: CellPlace): string {
  return `${lat} ${lng}`;
}
