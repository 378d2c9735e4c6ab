/** The page's first script, before its longest: the worker and what it reads first come meanwhile. */
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import { HEAD_BYTES } from '../../lookup/head-bytes.ts';
import type { ExplorerData } from '../../shared/script-data.ts';
import { DEFAULT_STATE } from '../../shared/state.ts';
import { readPageData } from '../page-data.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { startWorker } from './start-worker.ts';

const { localUrl, data } = readPageData<ExplorerData>();

Object.assign(globalThis, { localWorker: startWorker(localUrl, data, location.search) });

/** The worker asks for the same again, and has it from the browser's cache; what fails is told by it then. */
function fetchAhead(url: string, headers: Record<string, string> = {}): void {
  fetchInTime(url, { headers })
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}

const place = new URLSearchParams(location.search);
const { prices, cells } = data;
if (prices) {
  const [lat, lng] = (['lat', 'lng'] as const).map((name) =>
    Number(place.get(name) ?? DEFAULT_STATE[name]),
  );
  fetchAhead(prices.zones[priceAreaOf(prices.boundaries, lat, lng)]);
}
if (cells) fetchAhead(cells.url, { Range: `bytes=0-${HEAD_BYTES - 1}` });
