import { Piscina } from 'piscina';
import type { RowCubes, RowTask } from './yield-cube.ts';

/** Worker threads that compute latitude rows. */
export type RowPool = Piscina<RowTask, RowCubes>;

/** Starts the worker threads. */
export function rowPool(workers: number): RowPool {
  return new Piscina<RowTask, RowCubes>({
    filename: new URL('./row-worker.ts', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    execArgv: ['--import', 'tsx'],
  });
}
