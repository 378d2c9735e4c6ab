import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { PricesArtifact } from '../../schemas/codec/prices-artifact.ts';
import { type PvYieldSections, pvYieldSections } from '../../schemas/codec/pv-yield-artifact.ts';
import type { PvYieldHeader } from '../../schemas/types.ts';
import { beginWhole } from '../files/write-whole.ts';
import { roundTemperatures } from './round-temperatures.ts';
import { spreadLines, summaryHeading, summaryLines } from './summary.ts';
import { writeArtifact } from './write-artifact.ts';

/** The per-cell sections of pv-yield.bin for the cells of one latitude row. */
export type RowSections = Omit<PvYieldSections, 'cell_index' | 'coverage'>;

/** The part of a dataset that its prices have, too, so that a simulation needs the prices alone. */
export type ClimateCells = Pick<PricesArtifact, 'grid' | 'cell_index' | 'temperature'>;

/** A dataset being written row by row, from south to north, with its summary next to it. */
export interface DatasetWriter {
  append(row: number, cols: Int32Array, sections: RowSections): void;
  /** Gives both files their names. */
  finish(): ClimateCells;
  abandon(): void;
}

/** The summary of a dataset at `path`: pv-yield.bin -> pv-yield.summary.csv. */
export function summaryPath(path: string): string {
  return path.replace(/\.bin$/, '.summary.csv');
}

/** Begins a dataset of the given header; `cellIndex` numbers the cells of the whole. */
export function datasetWriter(
  path: string,
  header: PvYieldHeader,
  grid: Grid,
  cellIndex: Int32Array,
  coverageBits: Uint8Array,
): DatasetWriter {
  const artifact = writeArtifact(path, header, pvYieldSections(header));
  const summary = beginWhole(summaryPath(path));
  const temperature = new Int16Array(header.cells * MONTHS);
  let temperatures = 0;
  let summaryBytes = 0;
  const writeSummary = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    summaryBytes = summary.write(bytes, summaryBytes, summaryBytes + bytes.length);
  };
  writeSummary(summaryHeading());
  artifact.append('cell_index', cellIndex);
  artifact.append('coverage', coverageBits);
  return {
    append(row, cols, sections) {
      for (const [name, data] of Object.entries(sections)) {
        artifact.append(name as keyof RowSections, data);
      }
      temperature.set(roundTemperatures(sections.temperature), temperatures);
      temperatures += sections.temperature.length;
      const lngs = Array.from(cols, (col) => lngOfCol(grid, col));
      writeSummary(summaryLines(latOfRow(grid, row), lngs, sections));
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
