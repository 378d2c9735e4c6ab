import { type RequestHandler, Router } from 'express';
import { allowOnly } from '../http/api-error.ts';
import { API_DOCS, apiDocsPage } from './api-docs-page.ts';
import { type Assets, BUILT, openAssets } from './assets.ts';
import { type Content, contentOf, sendContent } from './content.ts';
import { POLICIES, setPageHeaders } from './policy.ts';
import { type Language, languageOf } from './words.ts';

const HTML = 'text/html; charset=utf-8';

/**
 * The pages and what they load.
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export function pageRoutes(built = BUILT): Router {
  const assets = openAssets(built);
  const router = Router();
  router.use(assets.routes);
  router.get(API_DOCS, byLanguage(assets, POLICIES.apiDocs, apiDocsPage));
  router.get('/', (_request, response) => response.redirect(API_DOCS));
  router.all(['/', API_DOCS], allowOnly('GET, HEAD'));
  return router;
}

/** A page that is the same for all who read one language: made once for each. */
function byLanguage(
  assets: Assets,
  policy: string,
  pageOf: (language: Language, assets: Assets) => string,
): RequestHandler {
  const made = new Map<Language, Content>();
  return (request, response) => {
    const language = languageOf(request);
    const content = made.get(language) ?? contentOf(HTML, pageOf(language, assets));
    made.set(language, content);
    setPageHeaders(response, policy);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, content);
  };
}
