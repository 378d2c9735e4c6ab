import {
  PLANES,
  STORED_AZIMUTHS,
  STORED_AZIMUTHS_DEG,
  TILTS_DEG,
} from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { type CellPlace, coveredCells } from '../dataset/dataset-figures.ts';
import { type CellPair, pairCells } from './cell-pairs.ts';
import {
  ghiDifferences,
  movementOf,
  PERIODS,
  type RelativeDifference,
  YEAR,
  yieldDifferences,
} from './relative-differences.ts';

/** How one cell moved. Lists have the twelve months, then the year. */
export interface CellDifference {
  lat: number;
  lng: number;
  /** Whether either dataset covers its centre. Other cells serve lookups along the border. */
  isCovered: boolean;
  /** Over all planes. */
  yield: RelativeDifference[];
  /** Signed shares. */
  ghi: number[];
  /** The plane whose yearly yield moved most, and its signed share. */
  worst: { tiltDeg: number; azimuthDeg: number; difference: number };
}

/** `undefined` where a header has no such field. */
export interface HeaderChange {
  field: string;
  a: unknown;
  b: unknown;
}

/** How two datasets differ. Lists have the twelve months, then the year. */
export interface DatasetDiff {
  onlyA: CellPlace[];
  onlyB: CellPlace[];
  header: HeaderChange[];
  /** Over all planes of all cells. */
  yield: RelativeDifference[];
  /** Over all cells. */
  ghi: RelativeDifference[];
  cells: CellDifference[];
  /** Cells whose database, ERA5 correction or optimum tilt changed. */
  changed: { radiationDb: number; era5Corrected: number; optimumTilt: number };
}

/**
 * Compares two datasets cell by cell, by the centres of the cells.
 * @throws Error when they have different grid steps or no common cell
 */
export function compareDatasets(a: PvYieldArtifact, b: PvYieldArtifact): DatasetDiff {
  const { both, onlyA, onlyB } = pairCells(a, b);
  const covered = [a, b].map((artifact) => new Set(coveredCells(artifact)));
  const cells: CellDifference[] = both.map(({ lat, lng, ...pair }) => ({
    lat,
    lng,
    isCovered: covered[0].has(pair.a) || covered[1].has(pair.b),
    yield: [],
    ghi: [],
    worst: { tiltDeg: 0, azimuthDeg: 0, difference: 0 },
  }));
  const movements: Pick<DatasetDiff, 'yield' | 'ghi'> = { yield: [], ghi: [] };
  // One period at a time, since a fine grid has gigabytes of differences in all.
  for (let period = 0; period < PERIODS; period++) {
    const yields = yieldDifferences(a, b, both, period);
    const ghi = ghiDifferences(a, b, both, period);
    movements.yield.push(movementOf(yields));
    movements.ghi.push(movementOf(ghi));
    cells.forEach((cell, i) => {
      const planes = yields.subarray(i * PLANES, (i + 1) * PLANES);
      cell.yield.push(movementOf(planes));
      cell.ghi.push(ghi[i]);
      if (period === YEAR) cell.worst = worstPlane(planes);
    });
  }
  const header = headerChanges(a.header, b.header);
  return { onlyA, onlyB, header, ...movements, cells, changed: changes(a, b, both) };
}

/** The covered cells that moved, in order of the largest movement of any plane's yearly yield. */
export function worstCells({ cells }: DatasetDiff, count: number): CellDifference[] {
  const size = ({ worst }: CellDifference) => Math.abs(worst.difference);
  return cells
    .filter((cell) => cell.isCovered && size(cell) > 0)
    .sort((a, b) => size(b) - size(a))
    .slice(0, count);
}

function worstPlane(differences: Float32Array): CellDifference['worst'] {
  let worst = 0;
  for (let plane = 1; plane < differences.length; plane++) {
    if (Math.abs(differences[plane]) > Math.abs(differences[worst])) worst = plane;
  }
  return {
    tiltDeg: TILTS_DEG[Math.floor(worst / STORED_AZIMUTHS)],
    azimuthDeg: STORED_AZIMUTHS_DEG[worst % STORED_AZIMUTHS],
    difference: differences[worst],
  };
}

function changes(
  a: PvYieldArtifact,
  b: PvYieldArtifact,
  pairs: readonly CellPair[],
): DatasetDiff['changed'] {
  const count = (differs: (pair: CellPair) => boolean) => pairs.filter(differs).length;
  const database = ({ header, radiation_db }: PvYieldArtifact, cell: number) =>
    header.radiation_dbs[radiation_db[cell]];
  return {
    radiationDb: count((pair) => database(a, pair.a) !== database(b, pair.b)),
    era5Corrected: count((pair) => a.era5_corrected[pair.a] !== b.era5_corrected[pair.b]),
    optimumTilt: count((pair) => a.optimum_tilt[pair.a] !== b.optimum_tilt[pair.b]),
  };
}

/** The fields that differ between two headers, by dotted path, in A's order. */
export function headerChanges(a: object, b: object): HeaderChange[] {
  const [before, after] = [flat(a), flat(b)];
  const fields = [...new Set([...before.keys(), ...after.keys()])];
  return fields
    .filter((field) => JSON.stringify(before.get(field)) !== JSON.stringify(after.get(field)))
    .map((field) => ({ field, a: before.get(field), b: after.get(field) }));
}

/** The leaves of an object by dotted path. Arrays are leaves. */
function flat(value: object, path = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, child] of Object.entries(value)) {
    const isBranch = typeof child === 'object' && child !== null && !Array.isArray(child);
    if (!isBranch) leaves.set(path + name, child);
    else for (const [field, leaf] of flat(child, `${path}${name}.`)) leaves.set(field, leaf);
  }
  return leaves;
}
