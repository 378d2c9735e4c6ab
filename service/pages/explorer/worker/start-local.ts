/** The page's first script, before its longest: the worker and what it reads first come meanwhile. */
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import { HEAD_BYTES } from '../../sdk/lookup/head-bytes.ts';
import { readPageData } from '../../ui/page-data.ts';
import type { DataUrls, ExplorerData } from '../../ui/script-data.ts';
import { DEFAULT_STATE } from '../state.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { type AheadFile, aheadName } from './read-ahead.ts';
import { resolveUrls, startWorker } from './start-worker.ts';

const page = readPageData<ExplorerData>();
const scope = globalThis as { localWorker?: Worker };
// The page's own script may have been faster, and has a worker then.
scope.localWorker ??= startAhead();

/** Starts the worker, and hands it over what it reads first. */
function startAhead(): Worker {
  const data = resolveUrls(page.data);
  const files = listFiles(data).map(({ url, range }) => ({
    url,
    range,
    name: aheadName(url, range),
  }));
  const worker = startWorker(page.localUrl, {
    data,
    search: location.search,
    ahead: files.map(({ name }) => name),
  });
  for (const { url, range, name } of files) handOver(worker, url, range, name);
  return worker;
}

/** Lists what the worker reads first: the yields' head and the records around the place of the address, and the prices at the place of the address. */
function listFiles({ yields, prices }: DataUrls): { url: string; range: string }[] {
  const place = new URLSearchParams(location.search);
  const [lat, lng] = (['lat', 'lng'] as const).map((name) =>
    Number(place.get(name) ?? DEFAULT_STATE[name]),
  );
  return [
    ...(prices ? [{ url: prices.zones[priceAreaOf(prices.boundaries, lat, lng)], range: '' }] : []),
    ...(yields ? [`bytes=0-${HEAD_BYTES - 1}`, ...page.records] : []).flatMap((range) =>
      yields ? [{ url: yields.url, range }] : [],
    ),
  ];
}

async function handOver(worker: Worker, url: string, range: string, name: string): Promise<void> {
  const file = await readFile(url, range).catch(() => null);
  worker.postMessage({ ahead: name, file } satisfies AheadFile);
}

async function readFile(url: string, range: string): Promise<AheadFile['file']> {
  const response = await fetchInTime(url, range ? { headers: { Range: range } } : {});
  const { status, headers } = response;
  return { status, etag: headers.get('etag'), body: await response.arrayBuffer() };
}
