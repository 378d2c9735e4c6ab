/** A comparison for machines: JSON of the whole, CSV of the cells. */
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { nearestTown, type Town } from '../../accuracy/towns.ts';
import { type CellDifference, type DatasetDiff, worstCells } from './compare-datasets.ts';
import { YEAR } from './relative-differences.ts';

/** Cells that are named one by one. */
export const WORST_CELLS = 20;

/** A file that was compared. */
export interface ComparedFile {
  path: string;
  sha256: string;
  dataset_version: string;
  cells: number;
}

/** All figures but the cells'. Differences are shares of A's values: 0.01 is 1 %. */
export function comparisonJson(
  comparison: DatasetDiff,
  a: ComparedFile,
  b: ComparedFile,
  towns: readonly Town[],
): object {
  const { onlyA, onlyB, header, changed, cells } = comparison;
  const place = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng });
  return {
    a,
    b,
    unit: 'share of the value in A; values below 1 kWh in a period count as 1 kWh',
    cells: { both: cells.length, only_a: onlyA.map(place), only_b: onlyB.map(place) },
    header,
    changed_cells: {
      radiation_db: changed.radiationDb,
      era5_corrected: changed.era5Corrected,
      optimum_tilt: changed.optimumTilt,
    },
    yield_all_planes: byPeriod(comparison.yield),
    ghi: byPeriod(comparison.ghi),
    worst_cells: worstCells(comparison, WORST_CELLS).map((cell) => worstCell(cell, towns)),
  };
}

function byPeriod<T>(values: readonly T[]): { months: T[]; year: T } {
  return { months: values.slice(0, MONTHS), year: values[YEAR] };
}

function worstCell(cell: CellDifference, towns: readonly Town[]): object {
  const { lat, lng, worst } = cell;
  const { name, km } = nearestTown(towns, lat, lng);
  return {
    lat,
    lng,
    nearest_town: name,
    distance_km: Number(km.toFixed(1)),
    worst_plane: {
      tilt_deg: worst.tiltDeg,
      azimuth_deg: worst.azimuthDeg,
      annual_yield: worst.difference,
    },
    yield_all_planes: byPeriod(cell.yield),
    ghi: byPeriod(cell.ghi),
  };
}

/** One line per cell in both datasets: percent by period, yields over all planes. */
export function cellsCsv({ cells }: DatasetDiff): string {
  const periods = [
    ...Array.from({ length: MONTHS }, (_, m) => String(m + 1).padStart(2, '0')),
    'year',
  ];
  const columns = periods.flatMap((period) =>
    ['ghi', 'yield_median', 'yield_p95', 'yield_max'].map((name) => `${name}_${period}_percent`),
  );
  const lines = cells.map((cell) => {
    const values = periods.flatMap((_, period) => {
      const { median, p95, max } = cell.yield[period];
      return [cell.ghi[period], median, p95, max].map((share) => (100 * share).toFixed(4));
    });
    return [cell.lat, cell.lng, ...values].join(',');
  });
  return `${['lat', 'lng', ...columns].join(',')}\n${lines.join('\n')}\n`;
}
