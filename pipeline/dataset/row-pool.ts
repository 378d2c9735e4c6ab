import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import { type RowCubes, type RowTask, rowCubes } from './yield-cube.ts';

/** Worker threads that compute latitude rows. */
export type RowPool = Piscina<RowTask, RowCubes>;

/** Starts the worker threads, which run this very file. */
export function rowPool(workers: number): RowPool {
  return new Piscina<RowTask, RowCubes>({
    filename: import.meta.url,
    minThreads: workers,
    maxThreads: workers,
  });
}

/** Entry of a worker thread: the cubes of one latitude row, handed back without a copy. */
export default function computeRow(task: RowTask): ReturnType<typeof move> {
  const cubes = rowCubes(task);
  return move({
    [transferableSymbol]: Object.values(cubes).map(({ buffer }) => buffer),
    [valueSymbol]: cubes,
  });
}
