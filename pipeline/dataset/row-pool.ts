import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { scratchFolder } from '../files/staging.ts';
import { type RowCubes, type RowTask, rowCubes } from './yield-cube.ts';

/** What computes latitude rows. */
export interface RowPool {
  /** Rows that are computed at a time. */
  workers: number;
  run(task: RowTask): Promise<RowCubes>;
  close(): Promise<void>;
}

/** Worker threads; a single worker is the calling thread itself. */
export async function rowPool(workers: number): Promise<RowPool> {
  if (workers === 1) return { workers, run: async (task) => rowCubes(task), close: async () => {} };
  const scratch = scratchFolder();
  const filename = await bundledWorker(scratch.path);
  const threads = new Piscina<RowTask, RowCubes>({
    filename,
    minThreads: workers,
    maxThreads: workers,
    execArgv: [],
  });
  const close = async () => {
    await threads.destroy();
    scratch.remove();
  };
  return { workers, run: (task) => threads.run(task), close };
}

/**
 * The worker in one file of plain JavaScript: every thread would translate the sources anew otherwise, and reach
 * what one imports of another by a call in the hottest loops.
 */
async function bundledWorker(folder: string): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = join(folder, 'row-worker.cjs');
  const worker = fileURLToPath(new URL('./row-worker.ts', import.meta.url));
  await build({ entryPoints: [worker], outfile, bundle: true, platform: 'node', target: 'node20' });
  return outfile;
}
