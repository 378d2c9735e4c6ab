import type { DataUrls } from '../../ui/script-data.ts';

/** The worker's first message. */
export interface LocalStart {
  data: DataUrls;
  /** The page's address, as far as it is its state. */
  search: string;
  /** Names of the files that are handed over (read-ahead.ts). */
  ahead: string[];
}

/** Starts the worker. */
export function startWorker(url: string, start: LocalStart): Worker {
  const worker = new Worker(url, { type: 'module' });
  worker.postMessage(start);
  return worker;
}

/** Addresses are the page's: the worker's own are relative to its script. */
export function resolveUrls({ yields, prices }: DataUrls): DataUrls {
  const resolve = (url: string) => new URL(url, location.href).href;
  const zones = Object.entries(prices?.zones ?? {}).map(([zone, url]) => [zone, resolve(url)]);
  return {
    yields: yields && { ...yields, url: resolve(yields.url) },
    prices: prices && {
      ...prices,
      zones: Object.fromEntries(zones),
      tariffs: resolve(prices.tariffs),
    },
  };
}
