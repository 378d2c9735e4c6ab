import { type Language, wordsOf } from '../shared/words.ts';
import type { Assets } from './assets.ts';
import { shell } from './shell.ts';

export const API_DOCS = '/docs/api';

/** The page of the API's contract, which Swagger UI draws with a `main` of its own; its texts are English. */
export function apiDocsPage(language: Language, { url }: Assets): string {
  const { apiDocs } = wordsOf(language);
  return shell({
    language,
    path: API_DOCS,
    title: apiDocs.title,
    description: apiDocs.description,
    styles: [url('theme.css'), url('api-docs.css')],
    scripts: [url('api-docs.js')],
    icon: url('favicon.svg'),
    body: `<div id="main" tabindex="-1"><div id="swagger-ui" lang="en"></div></div>
<noscript>${apiDocs.noScript} <a href="/api/v1/pv-yield/openapi.json">OpenAPI</a></noscript>`,
  });
}
