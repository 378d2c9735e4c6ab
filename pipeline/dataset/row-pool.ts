import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import { type RowCubes, type RowTask, rowCubes } from './yield-cube.ts';

/** What computes latitude rows. */
export interface RowPool {
  /** Rows that are computed at a time. */
  workers: number;
  run(task: RowTask): Promise<RowCubes>;
  close(): Promise<void>;
}

/** Worker threads, which run this very file; a single worker is the calling thread itself. */
export function rowPool(workers: number): RowPool {
  if (workers === 1) return { workers, run: async (task) => rowCubes(task), close: async () => {} };
  const threads = new Piscina<RowTask, RowCubes>({
    filename: import.meta.url,
    minThreads: workers,
    maxThreads: workers,
  });
  return { workers, run: (task) => threads.run(task), close: () => threads.destroy() };
}

/** Entry of a worker thread: the cubes of one latitude row, handed back without a copy. */
export default function computeRow(task: RowTask): ReturnType<typeof move> {
  const cubes = rowCubes(task);
  return move({
    [transferableSymbol]: Object.values(cubes).map(({ buffer }) => buffer),
    [valueSymbol]: cubes,
  });
}
