import { join } from 'node:path';
import type { Logger } from 'pino';
import { type LoadedData, type YieldDataset, yieldDataset } from '#engine/yield/dataset.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { findBuildFault, isWithoutPrices } from './one-build.ts';
import { cacheTagIn } from './pointer.ts';

/** The artifacts that the service answers from. */
export interface LoadedArtifacts extends LoadedData {
  /** Why yield and prices may not be of one build. */
  warning: string | null;
  /** Tag of their build in shared caches. Null where it has no manifest, or may not be one build. */
  cacheTag: string | null;
  /** Whether their build has no prices on purpose. */
  withoutPrices?: boolean;
  /** Why the artifacts that were read last were not taken, for /readyz. */
  notLoaded?: string;
}

/** Message of the log where a build has no prices. */
export const WITHOUT_PRICES =
  'This build has no prices: its recipe names none. What needs them answers prices_unavailable.';

/** Reads and checks the yield dataset of a folder. @throws Error with what is wrong */
export async function readYield(folder: string): Promise<YieldDataset> {
  return yieldDataset(await readPvYield(join(folder, 'pv-yield.bin')));
}

/** Reads and checks the prices of a folder that has some. @throws Error with what is wrong */
export function pricesIn(folder: string): Promise<PricesArtifact> {
  return readPrices(join(folder, 'prices.bin'));
}

/** Name of a yield dataset, for the log. */
export function yieldName({ dataset, artifact }: YieldDataset): string {
  return `version ${dataset.version}, ${artifact.header.cells} cells`;
}

/** Name of prices, for the log. */
export function pricesName({ header }: PricesArtifact): string {
  return `version ${header.dataset_version}`;
}

/**
 * Reads the artifacts of a folder next to the loaded ones and swaps them at once. Where one that is loaded
 * would be lost, or the new ones do not belong together, the old ones stay, both.
 * @returns whether the new ones are in place
 */
export async function swapArtifacts(
  loaded: LoadedArtifacts,
  folder: string,
  log: Logger,
): Promise<boolean> {
  const withoutPrices = isWithoutPrices(folder);
  const readingPrices = withoutPrices ? null : pricesIn(folder);
  const [pvYield, prices] = await Promise.allSettled([readYield(folder), readingPrices]);
  const wouldLose = [
    isLost(log, 'yield dataset', pvYield, loaded.pvYield !== null),
    isLost(log, 'prices', prices, loaded.prices !== null),
  ];
  loaded.notLoaded = faultsOf([pvYield, prices]);
  if (wouldLose.some(Boolean)) return false;
  const build = await checkBuild(folder);
  const { warning } = build;
  if (warning && (loaded.pvYield || loaded.prices)) {
    loaded.notLoaded = warning;
    log.error(`The new artifacts do not belong together. The old ones stay. ${warning}`);
    return false;
  }
  // No await from here on: every answer is of the old ones or of the new ones.
  const parts = { pvYield: loadedValue(pvYield), prices: loadedValue(prices), withoutPrices };
  Object.assign(loaded, parts, build);
  if (loaded.pvYield) log.info(`yield dataset loaded: ${yieldName(loaded.pvYield)}`);
  if (loaded.prices) log.info(`prices loaded: ${pricesName(loaded.prices)}`);
  else if (withoutPrices) log.info(WITHOUT_PRICES);
  if (warning) log.warn(warning);
  return true;
}

function loadedValue<T>(result: PromiseSettledResult<T>): T | null {
  return result.status === 'fulfilled' ? result.value : null;
}

function faultsOf(results: PromiseSettledResult<unknown>[]): string {
  return results
    .flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))
    .join('. ');
}

/** Whether an old one would be lost by what could not be read, which is logged. */
function isLost(
  log: Logger,
  what: string,
  result: PromiseSettledResult<unknown>,
  hadOld: boolean,
): boolean {
  if (result.status === 'fulfilled') return false;
  logNotLoaded(log, what, hadOld, result.reason);
  return hadOld;
}

/** Whether the files of a folder are of one build, with the tag of that. A broken manifest is a warning, too. */
export async function checkBuild(
  folder: string,
): Promise<Pick<LoadedArtifacts, 'warning' | 'cacheTag'>> {
  const warning = await findBuildFault(folder).catch((error: Error) => error.message);
  return { warning, cacheTag: warning ? null : cacheTagIn(folder) };
}

/** Logs what could not be read, and what answers go on with. */
export function logNotLoaded(log: Logger, what: string, hadOld: boolean, error: Error): void {
  const rest = hadOld ? 'The old one stays.' : 'What needs it answers an error.';
  log.error(`No new ${what}. ${rest} ${error.message}`);
}
