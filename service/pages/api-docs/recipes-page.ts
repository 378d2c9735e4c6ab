import { type HoursUse, hoursUse } from '../../../schemas/codec/prices-artifact.ts';
import type { LoadedData } from '../../api/yield/dataset.ts';
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { writePage } from '../server/shell.ts';
import type { MoreCode } from './code-contract.ts';
import { codeData, DEFAULT_BASE, RECIPES } from './code-data.ts';
import { readRecipe } from './read-recipe.ts';
import { recipeAnswers } from './recipe-answers.ts';
import { recipeCalls } from './recipe-calls.ts';
import { renderRecipes } from './recipes.tsx';

/** The page of the first calls to try, with their answers from what is loaded. */
export function recipesPage(
  language: Language,
  assets: Assets,
  { baseUrl, loaded }: { baseUrl: string; loaded: LoadedData },
): string {
  const words = wordsOf(language);
  const base = baseUrl || DEFAULT_BASE;
  const hours = hoursUse(loaded.prices);
  return writePage(assets, {
    language,
    path: RECIPES,
    title: words.recipes.title,
    description: words.recipes.lead,
    styles: [assets.url('code-page.css')],
    scripts: ['code-page.js'],
    data: codeData(language, baseUrl),
    body: renderRecipes(words, {
      calls: recipeCalls(base, language, hours),
      answers: recipeAnswers(loaded),
      more: moreCode(base, hours),
    }),
  });
}

function moreCode(base: string, hours: HoursUse): MoreCode {
  const read = (file: string) => readRecipe(file, base, hours);
  const readAll = (name: string) => ({
    curl: read(`${name}.sh`),
    javascript: read(`${name}.mjs`),
    python: read(`${name}.py`),
  });
  return {
    client: readAll('roof'),
    places: readAll('municipalities'),
    r: read('municipalities.R'),
    lookup: read('lookup.mjs'),
  };
}
