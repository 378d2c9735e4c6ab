import { Router } from 'express';
import { allowOnly } from '../../http/http-error.ts';
import type { Embeds } from '../server/embeds.ts';
import { POLICIES } from '../server/policy.ts';
import { cachedPages, sendPages } from '../server/send-pages.ts';
import type { Site } from '../server/site.ts';
import { RECIPES, SHOWN_BASE } from './code-data.ts';
import { openReference } from './pages.ts';
import { recipesPage } from './recipes.tsx';
import { DEMO_SLUG, SDK, sdkPage } from './sdk.tsx';

/**
 * `/docs`, `/docs/sdk` and the pages of the API.
 * @param built folder that `make pages` wrote
 * @param embeds the configurators, one of which may be shown
 */
export function docsRoutes(site: Site, built: string, embeds: () => Embeds | null): Router {
  const { assets, loaded, api } = site;
  // Code to copy has another address than that of a server without the API.
  const baseUrl = site.baseUrl || (api ? '' : SHOWN_BASE);
  const hasDemo = () => embeds()?.has(DEMO_SLUG) ?? false;
  const sdk = cachedPages(
    (language) => sdkPage(language, assets, { baseUrl, hasDemo: hasDemo() }),
    () => [hasDemo()],
  );
  const recipes = cachedPages(
    (language) => recipesPage(language, assets, { baseUrl, loaded }),
    () => [loaded.pvYield, loaded.prices],
  );
  const router = Router();
  const add = (path: string, policy: string, pages: typeof sdk) =>
    router.route(path).get(sendPages(policy, pages)).all(allowOnly('GET, HEAD'));
  add(RECIPES, POLICIES.code, recipes);
  add(SDK, POLICIES.sdk, sdk);
  for (const { path, page, parts } of openReference(built, assets, { baseUrl, loaded }))
    add(path, POLICIES.reference, cachedPages(page, parts));
  return router;
}
