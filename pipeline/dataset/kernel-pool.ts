import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { scratchFolder } from '../files/staging.ts';
import { type RowCubes, type RowTask, rowCubes } from './yield-cube.ts';

/**
 * How long V8 may go on compiling for a thread that has nothing more to do. Node 20 aborts the whole process when the
 * thread ends before that (node_platform.cc, ForIsolate): a build that failed ended in a stack trace of its own
 * once in fifteen times.
 */
const COMPILED_MS = 500;

/** What computes latitude rows. */
export interface KernelPool {
  /** Rows that are computed at a time. */
  workers: number;
  run(task: RowTask): Promise<RowCubes>;
  close(): Promise<void>;
}

/** Worker threads; a single worker is the calling thread itself. */
export async function kernelPool(workers: number): Promise<KernelPool> {
  if (workers === 1) return { workers, run: async (task) => rowCubes(task), close: async () => {} };
  const scratch = scratchFolder();
  const filename = await bundledWorker(scratch.path);
  const threads = new Piscina<RowTask, RowCubes>({
    filename,
    minThreads: workers,
    maxThreads: workers,
    execArgv: [],
  });
  const inWork = new Set<Promise<unknown>>();
  const run = async (task: RowTask) => {
    const row = threads.run(task);
    inWork.add(row);
    return row.finally(() => inWork.delete(row));
  };
  const close = async () => {
    const isBrokenOff = inWork.size > 0;
    await Promise.allSettled(inWork);
    if (isBrokenOff) await setTimeout(COMPILED_MS);
    await threads.destroy();
    scratch.remove();
  };
  return { workers, run, close };
}

/**
 * The worker in one file of plain JavaScript: every thread would translate the sources anew otherwise, and reach
 * what one imports of another by a call in the hottest loops.
 */
async function bundledWorker(folder: string): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = join(folder, 'kernel-worker.cjs');
  const worker = fileURLToPath(new URL('./kernel-worker.ts', import.meta.url));
  await build({ entryPoints: [worker], outfile, bundle: true, platform: 'node', target: 'node20' });
  return outfile;
}
