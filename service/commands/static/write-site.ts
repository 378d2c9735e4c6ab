/** A site without a service, as a folder: data, the SDK that looks up in it, and pages. */
import { BUILT } from '../../pages/server/assets.ts';
import { pricesIn, readYield } from '../../server/store/swap.ts';
import { writeStaticFolder } from './static-folder.ts';
import { writeStaticPages } from './static-pages.ts';

/**
 * Writes the site of a build into a new folder.
 * @param artifacts the build's folder, where a report about it may be, too
 * @param baseUrl of a service that answers the API. Empty if there is none
 * @throws Error naming a file that is missing or damaged
 */
export async function writeSite(artifacts: string, baseUrl: string, folder: string): Promise<void> {
  await writeStaticFolder(artifacts, BUILT, folder);
  const loaded = { pvYield: await readYield(artifacts), prices: await pricesIn(artifacts) };
  await writeStaticPages({ loaded, artifacts, assets: BUILT, baseUrl }, folder);
}
