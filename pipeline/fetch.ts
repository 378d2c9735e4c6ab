/**
 * Downloads the files of a recipe's downloads.json into its folder, or the latest spot prices: `sun fetch`. Files
 * that are there are not fetched again. After an interruption the next run continues.
 */

import { join, relative } from 'node:path';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import type { Downloads, MrcalcSource } from '../schemas/types.ts';
import { datasetDomain } from './coverage/dataset-domain.ts';
import { fetchClient } from './fetch/client.ts';
import { fetchElprisetjustnu } from './fetch/fetch-elprisetjustnu.ts';
import { checkPinned, fetchFile } from './fetch/fetch-file.ts';
import { fetchLatestPrices } from './fetch/fetch-latest-prices.ts';
import { fetchMrcalc } from './fetch/fetch-mrcalc.ts';
import { DOWNLOADS, loadDownloads } from './fetch/load-downloads.ts';
import { progressTo } from './files/progress.ts';
import { type LoadedRecipe, loadRecipe } from './files/recipe.ts';

const {
  recipe = join(PROJECT, 'fixtures', 'recipe.json'),
  'accept-new': acceptNew = false,
  prices: isPrices = false,
} = commandLine('fetch');

const output = { log: console.log, progress: progressTo(process.stderr) };

const loaded = loadRecipe(recipe);
const downloads = loadDownloads(loaded.folder);
if (isPrices) await fetchPrices(loaded);
else if (downloads) await fetchAll(loaded, downloads, acceptNew);
else console.log(`${recipe}: has no ${DOWNLOADS} next to it, nothing to fetch.`);

/** Fetches the last twelve months of spot prices, and shows how to build with them. */
async function fetchPrices(loaded: LoadedRecipe): Promise<void> {
  const latest = relative('', await fetchLatestPrices(loaded, output));
  console.log(`${latest}: the recipe with them. Build it: npx sun build --recipe ${latest}`);
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
