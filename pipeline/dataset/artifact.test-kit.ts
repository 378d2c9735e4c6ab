/** A small dataset in memory, with round figures, for tests of what reads a dataset. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { PRICES_FORMAT } from '../../schemas/codec/artifact.ts';
import { CUBE_SIZE, MONTHS, PLANES } from '../../schemas/codec/axes.ts';
import { denseCounts, encodeRecords, recordLayout } from '../../schemas/codec/cell-records.ts';
import { type CoverageMask, emptyMask, setBit } from '../../schemas/codec/coverage-mask.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import { type PricesArtifact, pricesSections } from '../../schemas/codec/prices-artifact.ts';
import {
  gridHeader,
  maskHeader,
  type PvYieldArtifact,
} from '../../schemas/codec/pv-yield-artifact.ts';
import { datasetWriter, summaryPath } from './dataset-file.ts';
import { writeArtifact } from './write-artifact.ts';

/** Two rows of three cells around Stockholm, 59.25 N and 59.5 N, 17.75 E to 18.25 E. */
export const SMALL_GRID: Grid = { stepDeg: 0.25, firstRow: 237, firstCol: 71, rows: 2, cols: 3 };

/** Counts of every yield. A yield of a month is 50 kWh/kWp. */
const YIELD_COUNTS = 50_000;
const YIELD_SCALE = 0.001;
/** In-plane irradiation of every plane, kWh/m2 a year. */
const POA_KWH_M2 = 800;

/**
 * A dataset where every plane yields 50 kWh/kWp in every month and GHI is 10, 20 .. 120 kWh/m2.
 * the places in `missing` (row * cols + col) have no cell.
 */
export function smallArtifact(grid = SMALL_GRID, missing: readonly number[] = []): PvYieldArtifact {
  let cells = 0;
  const places = Array.from({ length: grid.rows * grid.cols }, (_, at) => at);
  const cell_index = Int32Array.from(places, (at) => (missing.includes(at) ? -1 : cells++));
  const mask = coveredMask(grid);
  return {
    header: {
      kind: 'pv-yield',
      dataset_version: '1.2.3',
      generated_at: '2026-01-02T03:04:05Z',
      sources: ['Made up for tests'],
      attribution: 'Made up. Data licensed CC BY 4.0.',
      coverage: 'Sweden',
      radiation_dbs: ['RADDB-SARAH3', 'RADDB-ERA5'],
      cells,
      grid: gridHeader(grid),
      coverage_mask: maskHeader(mask),
      model: {
        sky_model: 'hay_davies',
        poa_model: 'none',
        albedo: 0.2,
        horizon: 'free',
        representative_days: 36,
        steps_per_day: 24,
        system_loss: 0.14,
        wind_m_s: 2.3,
        anchor_scale: 1,
      },
      accuracy: { compared: 'Nothing: made up for tests.', errors: [] },
      era5_correction: null,
    },
    grid,
    mask,
    cell_index,
    yield_scale: new Float64Array(cells * MONTHS).fill(YIELD_SCALE),
    yield: denseCounts(new Uint16Array(cells * CUBE_SIZE).fill(YIELD_COUNTS), CUBE_SIZE),
    poa_scale: new Float64Array(cells).fill(POA_KWH_M2 / 40_000),
    poa: denseCounts(new Uint16Array(cells * PLANES).fill(40_000), PLANES),
    ghi: Float32Array.from({ length: cells * MONTHS }, (_, i) => 10 * ((i % MONTHS) + 1)),
    diffuse_fraction: new Float32Array(cells * MONTHS).fill(0.5),
    temperature: new Float32Array(cells * MONTHS).fill(7),
    elevation: new Float32Array(cells).fill(25),
    radiation_db: new Uint8Array(cells),
    era5_corrected: new Uint8Array(cells),
    optimum_tilt: new Uint8Array(cells).fill(42),
    optimum_yield: new Float64Array(cells).fill(600),
  };
}

/** Writes a dataset as a build does. */
export function writeDataset(path: string, artifact: PvYieldArtifact): void {
  const { header, grid, mask, cell_index, ...values } = artifact;
  const writer = datasetWriter(path, header, grid, cell_index, mask.bits);
  const cells = { ...values, yield: values.yield.values, poa: values.poa.values };
  const records = encodeRecords(recordLayout(header), cells, header.cells);
  writer.append(0, new Int32Array(header.cells), records);
  writer.finish();
  rmSync(summaryPath(path));
}

/** Writes prices as a build does. */
export function writePrices(path: string, prices: PricesArtifact): void {
  const plans = pricesSections(prices.header);
  const writer = writeArtifact(path, prices.header, plans, PRICES_FORMAT);
  for (const { name } of plans) writer.append(name, prices[name] ?? assert.fail(name));
  writer.finish();
}

/** Covers all squares between the cells. */
function coveredMask({ stepDeg, firstRow, firstCol, rows, cols }: Grid): CoverageMask {
  const frame = { west: firstCol * stepDeg, south: firstRow * stepDeg };
  const steps = { lngStepDeg: stepDeg, latStepDeg: stepDeg };
  return allCovered({ ...frame, ...steps, cols: cols - 1, rows: rows - 1 });
}

/** A mask that covers its whole frame. */
export function allCovered(frame: Omit<CoverageMask, 'bits'>): CoverageMask {
  const mask = emptyMask(frame);
  for (let row = 0; row < mask.rows; row++) {
    for (let col = 0; col < mask.cols; col++) setBit(mask, row, col);
  }
  return mask;
}
