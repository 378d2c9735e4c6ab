import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import { type RequestHandler, Router } from 'express';
import type { LoadedData } from '#engine/yield/dataset.ts';
import { hexOf } from '../../../schemas/codec/digest.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { readArtifactHead } from '../../../schemas/codec/read-artifact.ts';
import type { PvYieldHeader } from '../../../schemas/types.ts';
import { JSON_TYPE } from '../../http/answer.ts';
import { type Content, contentOf, sendContent } from '../../http/content.ts';
import { allowOnly } from '../../http/http-error.ts';
import { FOR_EVER } from '../server/assets.ts';
import { createCache } from '../server/cache.ts';
import type { DataUrls } from '../ui/script-data.ts';
import type { ExportFile } from './export-files.ts';
import { artifactName, type PriceFiles, priceFiles, priceUrls } from './price-files.ts';

/** Folder of the addresses, in the service as on a file server. */
export const BELOW = '/data';

/** The loaded dataset as pages read it without the API: yields by ranges, prices by area. */
export interface DataFiles {
  /** Addresses of the files, one object as long as the dataset is the same. */
  urls(): Promise<DataUrls>;
  /** The dataset as a table and as maps, made once for each dataset. */
  exports(): Promise<ExportFile[]>;
  routes: Router;
}

/** The yields by the name of their content. */
interface YieldFile {
  name: string;
  digest: string;
}

/** Prices by area, and the compressed files by their names. */
interface ServedPrices extends PriceFiles {
  contents: Map<string, Promise<Content>>;
}

/** Names and serves the files of the loaded dataset. Those of another are not there. */
export function dataFiles(loaded: LoadedData, artifacts: string): DataFiles {
  const path = resolve(artifacts, 'pv-yield.bin');
  const yieldsCache = createCache<Promise<YieldFile | null>>();
  const pricesCache = createCache<ServedPrices | null>();
  const urlsCache = createCache<Promise<DataUrls>>();
  const exportsCache = createCache<Promise<ExportFile[]>>();
  const yields = () =>
    yieldsCache('yields', [loaded.pvYield], () => yieldFile(path, loaded.pvYield));
  let served: ServedPrices | null = null;
  const prices = () =>
    pricesCache('prices', [loaded.prices], () => {
      served = loaded.prices && servedPrices(loaded.prices, served?.contents);
      return served;
    });
  const exports = () =>
    exportsCache('exports', [loaded.pvYield], () => filesOfExport(loaded.pvYield));
  const contentAt = async (file: string) =>
    prices()?.contents.get(file) ??
    (EXPORTED.test(file) ? (await exports()).find(({ served }) => served === file)?.content : null);
  const urls = async (): Promise<DataUrls> => {
    const [file, named] = [await yields(), prices()];
    return {
      yields: file && { url: `${BELOW}/${file.name}`, digest: file.digest },
      prices: named && priceUrls(named, BELOW),
    };
  };
  const routes = Router();
  routes.all(`${BELOW}/:file`, async (request, response, next) => {
    const { file } = request.params;
    const content = await contentAt(file);
    if (!content && (await yields())?.name !== file) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, next);
    if (content) {
      response.set('Cache-Control', FOR_EVER);
      return sendContent(request, response, content);
    }
    // A range is of the file's own bytes: nothing on the way may compress them.
    response.set('Cache-Control', `${FOR_EVER}, no-transform`);
    return response.sendFile(path, { cacheControl: false }, (error) => error && next(error));
  });
  return {
    routes,
    exports,
    urls: () => urlsCache('urls', [loaded.pvYield, loaded.prices], urls),
  };
}

const EXPORTED = /\.(csv|tif)$/;

/** Loads the code of an export only where one is requested. */
async function filesOfExport(loaded: LoadedData['pvYield']): Promise<ExportFile[]> {
  const { exportFiles } = await import('./export-files.ts');
  return loaded ? exportFiles(loaded.artifact) : [];
}

const refuse: RequestHandler = allowOnly('GET, HEAD');

/**
 * Compresses the files at once: the first request for one does not wait for it.
 * @param before the files of the prices before, of which those with equal names have equal content
 */
function servedPrices(prices: PricesArtifact, before?: ServedPrices['contents']): ServedPrices {
  const files = priceFiles(prices);
  const compress = (body: string) => contentOf(JSON_TYPE, body, constants.BROTLI_MAX_QUALITY);
  const contents = new Map(
    Array.from(files.bodies, ([file, body]) => [file, before?.get(file) ?? compress(body)]),
  );
  return { ...files, contents };
}

/** The file's name, if it is there and of the loaded build. The API answers without it. */
async function yieldFile(path: string, loaded: LoadedData['pvYield']): Promise<YieldFile | null> {
  const head = await readArtifactHead(path).catch(() => null);
  if (!head || !loaded) return null;
  const { dataset_version, generated_at } = head.header as PvYieldHeader;
  const { header } = loaded.artifact;
  if (dataset_version !== header.dataset_version || generated_at !== header.generated_at)
    return null;
  const digest = hexOf(head.digest);
  return { name: artifactName('pv-yield', digest), digest };
}
