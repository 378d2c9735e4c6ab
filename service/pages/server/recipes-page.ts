import type { HoursUse } from '../../../schemas/codec/hours-use.ts';
import { type Language, wordsOf } from '../shared/words.ts';
import type { Views } from '../views/contract.ts';
import type { Assets } from './assets.ts';
import { codeData, DEFAULT_BASE } from './code-data.ts';
import { recipeCalls } from './recipe-calls.ts';
import { writePage } from './shell.ts';

export const RECIPES = '/docs';
export const API_DOCS = '/docs/api';

/** The page of the first calls to try. */
export function recipesPage(
  language: Language,
  assets: Assets,
  views: Views,
  { baseUrl, hours }: { baseUrl: string; hours: HoursUse },
): string {
  const { recipes } = wordsOf(language);
  return writePage(assets, {
    language,
    path: RECIPES,
    title: recipes.title,
    description: recipes.lead,
    styles: [assets.url('code-page.css')],
    scripts: [assets.url('code-page.js')],
    data: codeData(language, baseUrl),
    body: views.recipes(wordsOf(language), recipeCalls(baseUrl || DEFAULT_BASE, language, hours)),
  });
}

/** The page of the API's contract, which Swagger UI draws with a `main` of its own; its texts are English. */
export function apiDocsPage(language: Language, assets: Assets): string {
  const { apiDocs } = wordsOf(language);
  return writePage(assets, {
    language,
    path: API_DOCS,
    title: apiDocs.title,
    description: apiDocs.description,
    styles: [assets.url('api-docs.css')],
    scripts: [assets.url('api-docs.js')],
    body: `<div id="main" tabindex="-1"><div id="swagger-ui" lang="en"></div></div>
<noscript>${apiDocs.noScript} <a href="/api/v1/pv-yield/openapi.json">OpenAPI</a></noscript>`,
  });
}
