import { type RequestHandler, Router } from 'express';
import { allowOnly } from '../http/api-error.ts';
import { API_DOCS, apiDocsPage } from './api-docs-page.ts';
import { type Assets, BUILT, openAssets } from './assets.ts';
import { type Content, contentOf, HTML, sendContent } from './content.ts';
import { POLICIES, setPageHeaders } from './policy.ts';
import { reportPage } from './report.ts';
import { type Language, languageOf } from './words.ts';

/**
 * The pages and what they load.
 * @param artifacts folder of the built dataset
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export function pageRoutes(artifacts: string, built = BUILT): Router {
  const assets = openAssets(built);
  const router = Router();
  router.use(assets.routes);
  router.get(API_DOCS, byLanguage(assets, POLICIES.apiDocs, apiDocsPage));
  router.get('/data', reportPage(artifacts));
  router.get('/', (_request, response) => response.redirect(API_DOCS));
  router.all(['/', '/data', API_DOCS], allowOnly('GET, HEAD'));
  return router;
}

/** A page that is the same for all who read one language: made once for each. */
function byLanguage(
  assets: Assets,
  policy: string,
  pageOf: (language: Language, assets: Assets) => string,
): RequestHandler {
  const made = new Map<Language, Promise<Content>>();
  return async (request, response) => {
    const language = languageOf(request);
    const making = made.get(language) ?? contentOf(HTML, pageOf(language, assets));
    made.set(language, making);
    const content = await making;
    setPageHeaders(response, policy);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, content);
  };
}
