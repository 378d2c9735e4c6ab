/**
 * Downloads the files of a recipe's downloads.json into its folder:
 * `node --import tsx pipeline/fetch.ts --recipe FILE [--accept-new]`, or ACCEPT_NEW=1. Files
 * that are there are not fetched again. After an interruption the next run continues.
 */
import { parseArgs } from 'node:util';
import type { Downloads, MrcalcSource } from '../schemas/types.ts';
import { datasetDomain } from './coverage/dataset-domain.ts';
import { fetchClient } from './fetch/client.ts';
import { fetchElprisetjustnu } from './fetch/fetch-elprisetjustnu.ts';
import { checkPinned, fetchFile } from './fetch/fetch-file.ts';
import { fetchMrcalc } from './fetch/fetch-mrcalc.ts';
import { DOWNLOADS, loadDownloads } from './fetch/load-downloads.ts';
import { progressTo } from './files/progress.ts';
import { type LoadedRecipe, loadRecipe } from './files/recipe.ts';

const { values: options } = parseArgs({
  options: {
    recipe: { type: 'string' },
    'accept-new': { type: 'boolean', default: false },
  },
});

const output = { log: console.log, progress: progressTo(process.stderr) };

try {
  if (!options.recipe) throw new Error('--recipe is missing, expected the path of a recipe.');
  const acceptNew = options['accept-new'] || process.env.ACCEPT_NEW === '1';
  const loaded = loadRecipe(options.recipe);
  const downloads = loadDownloads(loaded.folder);
  if (downloads) await fetchAll(loaded, downloads, acceptNew);
  else console.log(`${options.recipe}: has no ${DOWNLOADS} next to it, nothing to fetch.`);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** Fetches all files. A failure does not stop the rest, which may take hours. */
async function fetchAll(
  loaded: LoadedRecipe,
  { files = [], mrcalc = [], elprisetjustnu = [] }: Downloads,
  acceptNew: boolean,
): Promise<void> {
  checkPinned(files, acceptNew);
  const { folder } = loaded;
  const client = fetchClient();
  const tasks = [
    ...files.map((file) => () => fetchFile(file, folder, client, output)),
    ...elprisetjustnu.map((year) => () => fetchElprisetjustnu(year, folder, output)),
    ...mrcalcTasks(loaded, mrcalc),
  ];
  let failures = 0;
  for (const task of tasks) {
    await task().catch((error: Error) => {
      failures++;
      console.error(error.message);
    });
  }
  if (failures > 0) throw new Error(`${failures} of ${tasks.length} entries, see above.`);
}

function mrcalcTasks({ recipe, folder }: LoadedRecipe, sources: MrcalcSource[]) {
  if (sources.length === 0) return [];
  const domain = datasetDomain(recipe);
  return sources.map((source) => () => fetchMrcalc(source, domain, folder, output));
}
