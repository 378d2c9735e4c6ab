import { Router } from 'express';
import type { LinkSecret } from '../http/link-secrets.ts';
import { docsRoutes } from './api-docs/routes.ts';
import { type EmbeddedParts, embeddedRoutes } from './configurator/server/routes.ts';
import { dataFiles } from './data/data-files.ts';
import { dataRoutes } from './data/report.ts';
import { explorerRoutes } from './explorer/server/routes.ts';
import { createPreviews } from './preview/render-preview.ts';
import { proposalRoutes } from './proposal/routes.ts';
import { sdkRoutes } from './sdk/routes.ts';
import { BUILT } from './server/assets.ts';
import { missingPage } from './server/missing-page.ts';
import { openSite, type SiteParts } from './server/site.ts';

export interface PageParts extends SiteParts {
  /** Folder of the built dataset. */
  artifacts: string;
  /** Folder of the build that is served, which a store may have brought. Absent, and it is `artifacts`. */
  buildFolder?: (() => string) | undefined;
  /** Absent without EMBEDS_FILE. */
  embedded?: EmbeddedParts;
  /** Public links are signed with them. None, and there are none. */
  linkSecrets?: readonly LinkSecret[];
}

export interface PageRoutes {
  routes: Router;
  /** Makes the explorer's first page of what is loaded, in each language, as far as it is not made yet. */
  warm(): Promise<void>;
}

/**
 * The pages and what they load.
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export async function pageRoutes(parts: PageParts, built = BUILT): Promise<PageRoutes> {
  const { artifacts, buildFolder = () => artifacts, embedded, linkSecrets = [] } = parts;
  const files = dataFiles(parts.loaded, artifacts);
  const site = openSite(parts, files.urls, built);
  const embeds = () => embedded?.loaded.embeds ?? null;
  const previews = createPreviews(site.assets, built);
  const explorer = explorerRoutes(site, previews);
  const routes = Router();
  routes.all('/assets/:file', site.assets.serve);
  routes.use(sdkRoutes(site));
  routes.use(docsRoutes(site, built, embeds));
  if (embedded) routes.use(embeddedRoutes(site, embedded));
  if (embedded && linkSecrets.length > 0)
    routes.use(proposalRoutes(site, embeds, embedded.middleware.stores, linkSecrets, previews));
  routes.use(dataRoutes(site, files, buildFolder));
  routes.use(explorer.routes);
  routes.get('/{*rest}', missingPage(site.assets));
  return { routes, warm: explorer.warm };
}
