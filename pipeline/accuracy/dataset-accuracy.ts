import { STOCKHOLM, STOCKHOLM_LAT_DEG } from '#solar/stockholm.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { AccuracyError } from '../../schemas/types.ts';
import type { BuildRun } from '../dataset/build-dataset.ts';
import { bilinear } from '../dataset/cell-climate.ts';
import type { KernelPool } from '../dataset/cube/kernel-pool.ts';
import type { RowClimate } from '../dataset/cube/row-climate.ts';
import { type PublishedGhi, PVGIS_POINTS, SMHI_STATIONS } from './dataset-errors.ts';

/**
 * Measures the errors of a dataset while it is built: its irradiation and its table. The table's errors depend only
 * on the method, so they are computed while the inputs are read and a thread is free.
 */
export function accuracyMeter(pool: Pick<KernelPool, 'tableErrors'>): BuildRun['measureAccuracy'] {
  const ofTable = interpolationErrors(pool);
  // A failure is handled where the errors are awaited.
  ofTable.catch(() => {});
  return async (grid, climate) => ({
    compared:
      "Yearly horizontal irradiation with that of the places listed: a dataset modelled from these very places shows how well it keeps them, not its error elsewhere. The table's interpolation with the method at planes between its own.",
    errors: [
      ...irradiationErrors(
        grid,
        climate,
        PVGIS_POINTS,
        (names) => `PVGIS 5.2 (MRcalc), means of 2005 to 2020: ${names.join(', ')}`,
      ),
      ...irradiationErrors(
        grid,
        climate,
        SMHI_STATIONS,
        // The names would not fit into the head that the SDK reads first.
        ({ length }) => `${length} stations of SMHI, 2023 to 2025 at the level of 2005 to 2020`,
      ),
      ...(await ofTable),
    ],
  });
}

/** None when no place with a published figure has cells around it. */
function irradiationErrors(
  grid: Grid,
  climate: readonly RowClimate[],
  points: readonly PublishedGhi[],
  referenceOf: (names: readonly string[]) => string,
): AccuracyError[] {
  const names: string[] = [];
  const errorsPct: number[] = [];
  for (const point of points) {
    const found = annualGhi(grid, climate, point);
    if (!Number.isFinite(found)) continue;
    names.push(point.name);
    errorsPct.push(100 * Math.abs(found / point.annualKwhM2 - 1));
  }
  if (names.length === 0) return [];
  return [errorOf('yearly horizontal irradiation', referenceOf(names), errorsPct)];
}

async function interpolationErrors({
  tableErrors,
}: Pick<KernelPool, 'tableErrors'>): Promise<AccuracyError[]> {
  const reference = 'the method itself in the middle of every mesh, Stockholm, Hay-Davies sky';
  const found = await tableErrors({ latDeg: STOCKHOLM_LAT_DEG, climate: STOCKHOLM });
  return found.map(({ name, errors: [mean, max] }) => ({
    quantity: `interpolation in angle: ${name}`,
    reference,
    mean_error_pct: rounded(100 * mean),
    max_error_pct: rounded(100 * max),
  }));
}

/** Bilinear over the four cells around the point. NaN unless all four are there. */
function annualGhi(
  grid: Grid,
  rows: readonly RowClimate[],
  point: { lat: number; lng: number },
): number {
  const { sum, weights } = bilinear(grid, rows, point, ({ ghiKwhM2 }, cell) =>
    ghiKwhM2.subarray(12 * cell, 12 * cell + 12).reduce((a, b) => a + b, 0),
  );
  return Math.abs(weights - 1) < 1e-9 ? sum : Number.NaN;
}

function errorOf(quantity: string, reference: string, errorsPct: number[]): AccuracyError {
  const mean = errorsPct.reduce((a, b) => a + b, 0) / errorsPct.length;
  return {
    quantity,
    reference,
    mean_error_pct: rounded(mean),
    max_error_pct: rounded(Math.max(...errorsPct)),
  };
}

/** Two decimals: a last bit of a sine on another engine must not show in the header. */
function rounded(percent: number): number {
  return Math.round(100 * percent) / 100;
}
