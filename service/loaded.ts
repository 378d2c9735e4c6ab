import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PricesArtifact } from '../schemas/prices-artifact.ts';
import { readPrices, readPvYield } from '../schemas/read-artifact.ts';
import type { Config } from './config.ts';
import type { Embeds } from './embeds.ts';
import { type ApiKey, readApiKeys } from './http/api-keys.ts';
import { notOneBuild } from './one-build.ts';
import { type YieldDataset, yieldDataset } from './yield/dataset.ts';

/** What the service answers from. Each part is replaced whole; null is not loaded. */
export interface Loaded {
  pvYield: YieldDataset | null;
  prices: PricesArtifact | null;
  keys: ApiKey[];
  /** The installers' configurators; null without EMBEDS_FILE. */
  embeds: Embeds | null;
  /** Why yield and prices may not be of one build. */
  warning: string | null;
}

/**
 * Reads keys and artifacts anew and puts what is good in its place. What is missing or broken is told,
 * and the old one stays.
 */
export async function reload(loaded: Loaded, config: Config, log: Logger): Promise<void> {
  await loadKeys(loaded, config, log);
  await loadEmbeds(loaded, config, log);
  await loadYield(loaded, config, log);
  await loadPrices(loaded, config, log);
  await checkOneBuild(loaded, config, log);
}

/** Reads the keys alone. */
async function loadKeys(loaded: Loaded, { apiKeysFile }: Config, log: Logger): Promise<void> {
  if (apiKeysFile === undefined) return;
  await replace(log, 'API keys', loaded.keys.length > 0, async () => {
    loaded.keys = readApiKeys(apiKeysFile);
    return String(loaded.keys.length);
  });
}

/** Reads the configurators alone. */
async function loadEmbeds(loaded: Loaded, config: Config, log: Logger): Promise<void> {
  if (config.embedsFile === undefined) return;
  await replace(log, 'configurators', loaded.embeds !== null, async () => {
    loaded.embeds = await embedsOf(config);
    return String(loaded.embeds?.size);
  });
}

/**
 * The configurators of EMBEDS_FILE; their code is loaded only for those who have one.
 * @throws Error naming file and field
 */
export async function embedsOf({ embedsFile }: Config): Promise<Embeds | null> {
  if (embedsFile === undefined) return null;
  const { readEmbeds } = await import('./embeds.ts');
  return readEmbeds(embedsFile, process.env);
}

/** Reads the yield dataset alone. */
export async function loadYield(loaded: Loaded, { artifacts }: Config, log: Logger): Promise<void> {
  await replace(log, 'yield dataset', loaded.pvYield !== null, async () => {
    const pvYield = yieldDataset(await readPvYield(join(artifacts, 'pv-yield.bin')));
    loaded.pvYield = pvYield;
    return `version ${pvYield.dataset.version}, ${pvYield.artifact.header.cells} cells`;
  });
}

/** Reads the prices alone. */
export async function loadPrices(
  loaded: Loaded,
  { artifacts }: Config,
  log: Logger,
): Promise<void> {
  await replace(log, 'prices', loaded.prices !== null, async () => {
    loaded.prices = await readPrices(join(artifacts, 'prices.bin'));
    return `version ${loaded.prices.header.dataset_version}`;
  });
}

/** Warns when yield and prices may be of different builds; they are served all the same. */
export async function checkOneBuild(
  loaded: Loaded,
  { artifacts }: Config,
  log: Logger,
): Promise<void> {
  // What is wrong with a file was told when it was loaded; a broken manifest is told here.
  loaded.warning = await notOneBuild(artifacts).catch((error: Error) => error.message);
  if (loaded.warning) log.warn(loaded.warning);
}

async function replace(
  log: Logger,
  what: string,
  hadOld: boolean,
  read: () => Promise<string>,
): Promise<void> {
  try {
    log.info(`Loaded ${what}: ${await read()}.`);
  } catch (error) {
    const rest = hadOld ? 'The old one stays.' : 'What needs it answers an error.';
    log.error(`No new ${what}. ${rest} ${(error as Error).message}`);
  }
}
