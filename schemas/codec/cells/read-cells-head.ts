import { open } from 'node:fs/promises';
import type { PvYieldHeader } from '../../types.ts';
import { CELLS_PREAMBLE, type CellsHead, cellsHeadLength, decodeCellsHead } from './cells-head.ts';

/** Reads and checks the head of a cells.bin alone. @throws Error naming the file */
export async function readCellsHead(path: string): Promise<CellsHead> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(CELLS_PREAMBLE);
    await file.read(start, 0, CELLS_PREAMBLE, 0);
    const head = Buffer.alloc(cellsHeadLength(start, path));
    await file.read(head, 0, head.length, 0);
    return await decodeCellsHead(head, path);
  } finally {
    await file.close();
  }
}

/** Whether a cells.bin was made from a build's yields, by version and date. */
export function isOfBuild(
  { header }: CellsHead,
  build: Pick<PvYieldHeader, 'dataset_version' | 'generated_at'>,
): boolean {
  const { dataset_version, generated_at } = build;
  return header.dataset_version === dataset_version && header.generated_at === generated_at;
}
