import { open } from 'node:fs/promises';
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
