import { openSync } from 'node:fs';
import { pvYieldHeader } from '../../../schemas/codec/decode-pv-yield.ts';
import { gridOf, maskOf } from '../../../schemas/codec/pv-yield-artifact.ts';
import { readArtifactHead } from '../../../schemas/codec/read-artifact.ts';
import { type OpenDataset, readSection } from './cell-rows.ts';

/**
 * Opens a pv-yield.bin; what is of its whole grid lies in memory that threads share.
 * @throws Error naming the file and what is wrong with its head
 */
export async function openDataset(path: string): Promise<OpenDataset> {
  const { header: json, entries } = await readArtifactHead(path);
  const header = pvYieldHeader(json, path);
  const file = { path, descriptor: openSync(path, 'r'), entries };
  const { rows, cols } = header.grid;
  const frame = maskOf(header.coverage_mask);
  const maskBytes = Math.ceil((frame.rows * frame.cols) / 8);
  const places = new Int32Array(new SharedArrayBuffer(4 * rows * cols));
  const bits = new Uint8Array(new SharedArrayBuffer(maskBytes));
  places.set(readSection(file, 'cell_index', 0, places.length));
  bits.set(readSection(file, 'coverage', 0, maskBytes));
  return { file, header, grid: gridOf(header.grid), cell_index: places, mask: { ...frame, bits } };
}
