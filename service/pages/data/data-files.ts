import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import { type RequestHandler, Router } from 'express';
import { blockPlace } from '../../../schemas/codec/cells/block-frame.ts';
import type { CellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { isOfBuild, readCellsHead } from '../../../schemas/codec/cells/read-cells-head.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { LoadedData } from '../../api/yield/dataset.ts';
import { type Content, contentOf, sendContent } from '../../http/content.ts';
import { allowOnly } from '../../http/http-error.ts';
import { FOR_EVER } from '../server/assets.ts';
import { createCache } from '../server/cache.ts';
import type { DataUrls } from '../shared/script-data.ts';
import { cellsName, type PriceFiles, priceFiles, priceUrls } from './price-files.ts';

/** Folder of the addresses, in the service as on a file server. */
const BELOW = '/data';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The loaded dataset as pages read it without the API: cells.bin by ranges, prices by area. */
export interface DataFiles {
  /** The same object as long as the dataset is the same. */
  urls(): Promise<DataUrls>;
  /** Finds the range of cells.bin with the block around a point (degrees); empty where there is none. */
  blockFinder(): Promise<BlockFinder>;
  routes: Router;
}

export type BlockFinder = (lat: number, lng: number) => string;

/** A file of cells by the name of its content. */
interface CellsFile {
  name: string;
  digest: string;
  head: CellsHead;
}

/** Prices by area, with what was compressed of them. */
interface KeptPrices extends PriceFiles {
  contents: Map<string, Promise<Content>>;
}

/**
 * Names and serves the files of the loaded dataset; those of another are not there.
 * @param artifacts folder of the built dataset
 */
export function dataFiles(loaded: LoadedData, artifacts: string): DataFiles {
  const path = resolve(artifacts, 'cells.bin');
  const keepCells = createCache<Promise<CellsFile | null>>();
  const keepPrices = createCache<KeptPrices | null>();
  const cells = () => keepCells('cells', [loaded.pvYield], () => cellsFile(path, loaded.pvYield));
  const prices = () =>
    keepPrices('prices', [loaded.prices], () => loaded.prices && keptPrices(loaded.prices));
  const keepUrls = createCache<Promise<DataUrls>>();
  const urls = async (): Promise<DataUrls> => {
    const [file, named] = [await cells(), prices()];
    return {
      cells: file && { url: `${BELOW}/${file.name}`, digest: file.digest },
      prices: named && priceUrls(named, BELOW),
    };
  };
  const routes = Router();
  routes.all(`${BELOW}/:file`, async (request, response, next) => {
    const { file } = request.params;
    const content = contentNamed(prices(), file);
    if (!content && (await cells())?.name !== file) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, next);
    if (content) {
      response.set('Cache-Control', FOR_EVER);
      return sendContent(request, response, await content);
    }
    // A range is of the file's own bytes: nothing on the way may compress them.
    response.set('Cache-Control', `${FOR_EVER}, no-transform`);
    return response.sendFile(path, { cacheControl: false }, (error) => error && next(error));
  });
  return {
    routes,
    urls: () => keepUrls('urls', [loaded.pvYield, loaded.prices], urls),
    async blockFinder() {
      const file = await cells();
      return (lat, lng) => (file ? blockRange(file.head, lat, lng) : '');
    },
  };
}

const refuse: RequestHandler = allowOnly('GET, HEAD');

/** Compresses the files at once: the first who asks for one does not wait for it. */
function keptPrices(prices: PricesArtifact): KeptPrices {
  const kept: KeptPrices = { ...priceFiles(prices), contents: new Map() };
  for (const file of kept.bodies.keys()) contentNamed(kept, file);
  return kept;
}

/** A file of prices, compressed once. */
function contentNamed(prices: KeptPrices | null, file: string): Promise<Content> | undefined {
  const body = prices?.bodies.get(file);
  if (!prices || !body) return undefined;
  const content =
    prices.contents.get(file) ?? contentOf(JSON_TYPE, body, constants.BROTLI_MAX_QUALITY);
  prices.contents.set(file, content);
  return content;
}

/** The file's name, if it is there and of the loaded build; the API answers without it. */
async function cellsFile(path: string, loaded: LoadedData['pvYield']): Promise<CellsFile | null> {
  const head = await readCellsHead(path).catch(() => null);
  if (!head || !loaded || !isOfBuild(head, loaded.artifact.header)) return null;
  return { name: cellsName(head.digest), digest: head.digest, head };
}

/** The range of the block around a point (degrees); empty where there is none. */
function blockRange({ header, frame, blocks }: CellsHead, lat: number, lng: number): string {
  const entry = blocks[blockPlace(frame, header.grid.step_deg, lat, lng)];
  return entry ? `bytes=${entry.offset}-${entry.offset + entry.length - 1}` : '';
}
