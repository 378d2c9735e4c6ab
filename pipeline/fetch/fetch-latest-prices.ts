import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import type { Recipe, RecipePrices } from '../../schemas/types.ts';
import type { Output } from '../files/progress.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { lastTwelveMonths, periodName } from '../prices/spot/twelve-months.ts';
import { bumped } from '../versions/version-verdict.ts';
import { fetchElprisetjustnu } from './fetch-elprisetjustnu.ts';

/** The recipe that `fetchLatestPrices` writes next to the given one. */
const LATEST_RECIPE = 'recipe.latest-prices.json';

/**
 * Downloads the day files of the last twelve whole months of all price areas from elprisetjustnu.se, and writes a recipe
 * with them, as the next dataset version, next to the given one.
 * @param baseUrl address of the feed. Without it that of elprisetjustnu.se
 * @returns the path of the recipe
 * @throws Error when the recipe has no prices, or as `fetchElprisetjustnu`
 */
export async function fetchLatestPrices(
  { recipe, folder, path }: Pick<LoadedRecipe, 'recipe' | 'folder' | 'path'>,
  output: Output,
  baseUrl?: string,
  client?: Dispatcher,
): Promise<string> {
  const { prices } = recipe;
  if (!prices) throw new Error(`${path}: has no "prices" to replace. Give a recipe that has some.`);
  const period = lastTwelveMonths(Date.now());
  const files = `spot/${periodName(period).replaceAll(' ', '-')}`;
  const entry = { ...period, areas: [...PRICE_AREAS], path: files };
  const base = baseUrl === undefined ? {} : { base_url: baseUrl };
  await fetchElprisetjustnu({ ...entry, ...base }, folder, output, client);
  const latest = join(folder, LATEST_RECIPE);
  const written: Recipe = {
    ...recipe,
    dataset_version: bumped(recipe.dataset_version, 'minor'),
    prices: latestPrices(prices, { ...period, files }),
  };
  writeFileSync(latest, `${JSON.stringify(written, null, 2)}\n`);
  return latest;
}

/** The prices of a recipe with the fetched months. Their terms do not allow to list or export the hours. */
function latestPrices(
  { republish: _, licence: __, rates: ___, ...prices }: RecipePrices,
  fetched: Pick<RecipePrices, 'year' | 'first_month' | 'files'>,
): RecipePrices {
  return {
    ...prices,
    ...fetched,
    feed: 'elprisetjustnu',
    source: `Day-ahead prices of ${periodName(fetched)} from elprisetjustnu.se, which republishes ENTSO-E`,
    attribution: 'Spot prices: elprisetjustnu.se.',
    refreshed_at: `${new Date().toISOString().slice(0, 19)}Z`,
  };
}
