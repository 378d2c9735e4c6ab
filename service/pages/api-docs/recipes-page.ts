import type { HoursUse } from '../../../schemas/codec/hours-use.ts';
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { writePage } from '../server/shell.ts';
import { codeData, DEFAULT_BASE } from './code-data.ts';
import { recipeCalls } from './recipe-calls.ts';
import { renderRecipes } from './recipes.tsx';

export const RECIPES = '/docs';

/** The page of the first calls to try. */
export function recipesPage(
  language: Language,
  assets: Assets,
  { baseUrl, hours }: { baseUrl: string; hours: HoursUse },
): string {
  const { recipes } = wordsOf(language);
  return writePage(assets, {
    language,
    path: RECIPES,
    title: recipes.title,
    description: recipes.lead,
    styles: [assets.url('code-page.css')],
    scripts: ['code-page.js'],
    data: codeData(language, baseUrl),
    body: renderRecipes(wordsOf(language), recipeCalls(baseUrl || DEFAULT_BASE, language, hours)),
  });
}
