import type { Logger } from 'pino';
import { type ApiKey, readApiKeys } from '../http/guards/api-keys.ts';
import type { Embeds } from '../pages/server/embeds.ts';
import type { Config } from './config.ts';
import { isWithoutPrices } from './store/one-build.ts';
import { cacheTagIn } from './store/pointer.ts';
import {
  checkBuild,
  type LoadedArtifacts,
  logNotLoaded,
  pricesIn,
  pricesName,
  readYield,
  swapArtifacts,
  WITHOUT_PRICES,
  yieldName,
} from './store/swap.ts';

/** Data that the service answers from. Each part is replaced whole. Null if not loaded. */
export interface Loaded extends LoadedArtifacts {
  keys: ApiKey[];
  /** The installers' configurators. Null without EMBEDS_FILE. */
  embeds: Embeds | null;
}

/** Data of a process that has loaded nothing yet. */
export function nothingLoaded(): Loaded {
  return { pvYield: null, prices: null, keys: [], embeds: null, warning: null, cacheTag: null };
}

/**
 * Reads keys, configurators and artifacts again and puts what is good in its place. What is missing or
 * broken is logged, and the old one stays.
 */
export async function reload(
  loaded: Loaded,
  config: Config,
  log: Logger,
  folder = config.artifacts,
): Promise<void> {
  if (config.apiKeysFile !== undefined)
    await replace(log, 'API keys', loaded.keys.length > 0, async () => {
      loaded.keys = keysOf(config);
      return String(loaded.keys.length);
    });
  if (config.embedsFile !== undefined)
    await replace(log, 'configurators', loaded.embeds !== null, async () => {
      loaded.embeds = await embedsOf(config);
      return String(loaded.embeds?.size);
    });
  await swapArtifacts(loaded, folder, log);
}

/** The keys of API_KEYS_FILE. @throws Error naming file and line */
export function keysOf({ apiKeysFile }: Config): ApiKey[] {
  return apiKeysFile === undefined ? [] : readApiKeys(apiKeysFile);
}

/**
 * The configurators of EMBEDS_FILE. Their code is loaded only for those who have one.
 * @throws Error naming file and field
 */
export async function embedsOf({ embedsFile }: Config): Promise<Embeds | null> {
  if (embedsFile === undefined) return null;
  const { readEmbeds } = await import('../pages/server/embeds.ts');
  return readEmbeds(embedsFile, process.env);
}

/**
 * Reads only the yield dataset of a folder, for the first lookups, and the tag of its build for caches of them. Whether
 * the files are of one build is known behind the prices. A tag too many only makes a cache drop an answer sooner.
 */
export async function loadYield(loaded: Loaded, folder: string, log: Logger): Promise<void> {
  loaded.cacheTag = cacheTagIn(folder);
  loaded.notLoaded = await replace(log, 'yield dataset', false, async () => {
    loaded.pvYield = await readYield(folder);
    return yieldName(loaded.pvYield);
  });
}

/** Reads the prices of a folder, unless its build has none on purpose. Those of another build than the yields are served with a warning. */
export async function loadPrices(loaded: Loaded, folder: string, log: Logger): Promise<void> {
  loaded.withoutPrices = isWithoutPrices(folder);
  if (loaded.withoutPrices) log.info(WITHOUT_PRICES);
  else {
    const fault = await replace(log, 'prices', false, async () => {
      loaded.prices = await pricesIn(folder);
      return pricesName(loaded.prices);
    });
    loaded.notLoaded = [loaded.notLoaded, fault].filter(Boolean).join('. ');
  }
  // Files may have been replaced since the yields were read.
  Object.assign(loaded, await checkBuild(folder));
  if (loaded.warning) log.warn(loaded.warning);
}

/** Why it was not replaced. Empty where it was. */
async function replace(
  log: Logger,
  what: string,
  hadOld: boolean,
  read: () => Promise<string>,
): Promise<string> {
  try {
    log.info(`${what} loaded: ${await read()}`);
    return '';
  } catch (error) {
    logNotLoaded(log, what, hadOld, error as Error);
    return (error as Error).message;
  }
}
