import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { IS_BUNDLED } from '../../../schemas/project.ts';
import { scratchFolder } from '../../files/staging.ts';
import { placeAnswers } from './plane-factors.ts';
import { tableErrors } from './table-errors.ts';
import { rowCubes } from './yield-cube.ts';

/**
 * How long V8 may go on compiling for a thread that has nothing more to do. Node 20 aborts the whole process when the
 * thread ends before that (node_platform.cc, ForIsolate): a build that failed ended in a stack trace of its own
 * once in fifteen times.
 */
const COMPILED_MS = 500;

type Tasks = typeof import('./kernel-worker.ts');

/** The tasks of a thread, awaited. */
type Kernels = {
  [Name in keyof Tasks]: (task: Parameters<Tasks[Name]>[0]) => Promise<ReturnType<Tasks[Name]>>;
};

export interface KernelPool extends Kernels {
  /** Tasks that are computed at a time. */
  workers: number;
  /** @param isFailed whether the build is broken off, at whatever point */
  close(isFailed?: boolean): Promise<void>;
}

/** Worker threads. A single worker is the calling thread itself. */
export async function kernelPool(workers: number): Promise<KernelPool> {
  if (workers === 1) return callingThread();
  const scratch = scratchFolder();
  const filename = await bundledWorker(scratch.path);
  const threads = new Piscina({
    filename,
    minThreads: workers,
    maxThreads: workers,
    execArgv: [],
  });
  const inWork = new Set<Promise<unknown>>();
  const inThread =
    <Name extends keyof Tasks>(name: Name): Kernels[Name] =>
    (task) => {
      const result = threads.run(task, { name });
      inWork.add(result);
      return result.finally(() => inWork.delete(result));
    };
  const close = async (isFailed = false) => {
    await Promise.allSettled(inWork);
    if (isFailed) await setTimeout(COMPILED_MS);
    await threads.destroy();
    scratch.remove();
  };
  return {
    workers,
    rowCubes: inThread('rowCubes'),
    placeAnswers: inThread('placeAnswers'),
    tableErrors: inThread('tableErrors'),
    close,
  };
}

function callingThread(): KernelPool {
  return {
    workers: 1,
    rowCubes: async (task) => rowCubes(task),
    placeAnswers: async (task) => placeAnswers(task),
    tableErrors: async (task) => tableErrors(task),
    close: async () => {},
  };
}

/**
 * The worker in one file of plain JavaScript: every thread would translate the sources again otherwise, and reach
 * what one imports of another by a call in the hottest loops.
 */
async function bundledWorker(folder: string): Promise<string> {
  const workerAt = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  // In the package it is one already.
  if (IS_BUNDLED) return workerAt('./kernel-worker.js');
  const { build } = await import('esbuild');
  const outfile = join(folder, 'kernel-worker.cjs');
  await build({
    entryPoints: [workerAt('./kernel-worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
  });
  return outfile;
}
