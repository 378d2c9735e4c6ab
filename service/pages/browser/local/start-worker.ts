import type { DataUrls } from '../../shared/script-data.ts';

/** The worker's first message. */
export interface LocalStart {
  data: DataUrls;
  /** The page's address, as far as it is its state. */
  search: string;
}

/** Starts the worker, and has it read what the page's address asks for. */
export function startWorker(url: string, data: DataUrls, search: string): Worker {
  const worker = new Worker(url, { type: 'module' });
  worker.postMessage({ data, search } satisfies LocalStart);
  return worker;
}
