import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { validator } from '../../schemas/checks/validate.ts';
import type { Downloads } from '../../schemas/types.ts';

/** The list of downloads, next to the recipe. */
export const DOWNLOADS = 'downloads.json';

const checkDownloads = validator('data/downloads.schema.json');

/**
 * Reads and checks the downloads of a recipe's folder. Null if it lists none.
 * @throws Error naming the field that is wrong
 */
export function loadDownloads(folder: string): Downloads | null {
  const path = join(folder, DOWNLOADS);
  if (!existsSync(path)) return null;
  try {
    const downloads = checkDownloads(JSON.parse(readFileSync(path, 'utf8')));
    checkPaths(downloads, folder);
    return downloads;
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * A path of the list as an absolute one. A link inside the folder may lead to another disk: it is
 * the person's own.
 * @throws Error when the path leaves the folder
 */
export function pathInside(folder: string, path: string): string {
  const target = resolve(folder, path);
  if (target.startsWith(resolve(folder) + sep)) return target;
  throw new Error(
    `the path "${path}" leaves the recipe's folder. Write it relative to that folder, without "..".`,
  );
}

/** Two entries of one path would overwrite each other. */
function checkPaths({ files = [], mrcalc = [], elprisetjustnu = [] }: Downloads, folder: string) {
  const paths = [...files, ...mrcalc, ...elprisetjustnu].map(({ path }) =>
    pathInside(folder, path),
  );
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice) throw new Error(`two entries have the path ${twice}. Give each its own.`);
}
