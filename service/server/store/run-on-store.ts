import { objectStore } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import { requireText } from '../../http/setting-values.ts';
import { type Config, readConfig } from '../config.ts';

/**
 * Runs a command on the store of ARTIFACTS_URL. An error is one line on standard error, and the exit code 1.
 * @param failure what did not happen then
 */
export async function runOnStore(
  failure: string,
  run: (store: ObjectStore, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    const { artifactsUrl = '' } = config;
    const expected = 'the folder of a store, for example file:///srv/sun';
    const url = requireText('ARTIFACTS_URL', artifactsUrl, expected);
    await run(objectStore(url, process.env), config);
  } catch (error) {
    console.error(`error: ${failure}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
