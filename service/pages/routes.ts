import { type RequestHandler, Router } from 'express';
import { allowOnly } from '../http/api-error.ts';
import { API_DOCS, apiDocsPage } from './api-docs-page.ts';
import { BUILT, openAssets } from './assets.ts';
import { type Content, contentOf, HTML, sendContent } from './content.ts';
import { type EmbeddedParts, embeddedRoutes } from './embedded/routes.ts';
import { languageOf } from './language.ts';
import { POLICIES, setPageHeaders } from './policy.ts';
import { RECIPES, recipesPage } from './recipes-page.ts';
import { reportPage } from './report.ts';
import { sdkRoutes } from './sdk-routes.ts';
import { loadViews } from './views.ts';
import type { Language } from './words.ts';

/** What the pages need of the service. */
export interface PageParts {
  /** Folder of the built dataset. */
  artifacts: string;
  /** Scheme and host of links; empty: those of the README. */
  baseUrl: string;
  /** Absent without EMBEDS_FILE. */
  embedded?: EmbeddedParts;
}

/**
 * The pages and what they load.
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export async function pageRoutes(
  { artifacts, baseUrl, embedded }: PageParts,
  built = BUILT,
): Promise<Router> {
  const assets = openAssets(built);
  const views = await loadViews(built);
  const router = Router();
  router.use(assets.routes, sdkRoutes(assets));
  router.get(
    API_DOCS,
    byLanguage(POLICIES.apiDocs, (language) => apiDocsPage(language, assets)),
  );
  router.get(
    RECIPES,
    byLanguage(POLICIES.still, (language) => recipesPage(language, assets, views, baseUrl)),
  );
  if (embedded) router.use(embeddedRoutes(embedded));
  router.get('/data', reportPage(artifacts));
  router.get('/', (_request, response) => response.redirect(API_DOCS));
  router.all(['/', '/data', RECIPES, API_DOCS], allowOnly('GET, HEAD'));
  return router;
}

/** A page that is the same for all who read one language: made once for each. */
function byLanguage(policy: string, pageOf: (language: Language) => string): RequestHandler {
  const made = new Map<Language, Promise<Content>>();
  return async (request, response) => {
    const language = languageOf(request);
    const making = made.get(language) ?? contentOf(HTML, pageOf(language));
    made.set(language, making);
    const content = await making;
    setPageHeaders(response, policy);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, content);
  };
}
