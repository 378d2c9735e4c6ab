import { PV_YIELD_FORMAT } from '../../schemas/codec/artifact.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { decodeRecords, recordLayout } from '../../schemas/codec/cell-records.ts';
import { deflate } from '../../schemas/codec/deflated.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import { type PricesArtifact, roundTemperatures } from '../../schemas/codec/prices-artifact.ts';
import {
  encodeCellRows,
  pvYieldSections,
  RECORD_DIGEST,
} from '../../schemas/codec/pv-yield-artifact.ts';
import type { PvYieldHeader } from '../../schemas/types.ts';
import { beginWhole } from '../files/write-whole.ts';
import { spreadLines, summaryHeading, summaryLines } from './summary.ts';
import { sha256, writeArtifact } from './write-artifact.ts';

/** The part of a dataset that its prices have, too, so that a simulation needs only the prices. */
export type ClimateCells = Pick<PricesArtifact, 'grid' | 'cell_index' | 'temperature'>;

/** A dataset being written row by row, from south to north, with its summary next to it. */
interface DatasetWriter {
  /** @param cols columns of the row's cells, @param records of these cells */
  append(row: number, cols: Int32Array, records: Uint8Array<ArrayBuffer>): void;
  /** Gives both files their names. */
  finish(): ClimateCells;
  abandon(): void;
}

/** The summary of a dataset at `path`: pv-yield.bin -> pv-yield.summary.csv. */
export function summaryPath(path: string): string {
  return path.replace(/\.bin$/, '.summary.csv');
}

/** Begins a dataset of the given header. `cellIndex` numbers the cells of the whole. */
export function datasetWriter(
  path: string,
  header: PvYieldHeader,
  grid: Grid,
  cellIndex: Int32Array,
  coverageBits: Uint8Array,
): DatasetWriter {
  const coverage = deflate(coverageBits);
  const layout = recordLayout(header);
  const sections = pvYieldSections(header, coverage.length);
  const artifact = writeArtifact(path, header, sections, PV_YIELD_FORMAT);
  const summary = beginWhole(summaryPath(path));

  const temperature = new Int16Array(header.cells * MONTHS);
  let temperatures = 0;
  let summaryBytes = 0;
  const writeSummary = (text: string) => {
    summaryBytes = summary.write(new TextEncoder().encode(text), summaryBytes);
  };

  writeSummary(summaryHeading());
  artifact.append('coverage', coverage);
  artifact.append('cell_rows', encodeCellRows(grid, cellIndex));

  return {
    append(row, cols, records) {
      artifact.append('records', records);
      for (let at = 0; at < records.length; at += layout.bytes) {
        const digest = sha256(records.subarray(at, at + layout.bytes));
        artifact.append('record_digests', digest.subarray(0, RECORD_DIGEST));
      }
      const cells = decodeRecords(layout, records);
      temperature.set(roundTemperatures(cells.temperature), temperatures);
      temperatures += cells.temperature.length;
      const lngs = Array.from(cols, (col) => lngOfCol(grid, col));
      writeSummary(summaryLines(latOfRow(grid, row), lngs, cells));
    },
    finish() {
      artifact.finish();
      writeSummary(spreadLines(header.interannual));
      summary.finish();
      return { grid, cell_index: cellIndex, temperature };
    },
    abandon() {
      summary.abandon();
      artifact.abandon();
    },
  };
}
