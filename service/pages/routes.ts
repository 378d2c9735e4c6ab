import { type RequestHandler, Router } from 'express';
import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import { asksForPage, type Content, contentOf, HTML, sendContent } from '../http/content.ts';
import type { Stores } from '../http/guards/memory-store.ts';
import { allowOnly } from '../http/http-error.ts';
import type { LinkSecret } from '../http/link-secrets.ts';
import { RECIPES, SHOWN_BASE } from './api-docs/code-data.ts';
import { openReference } from './api-docs/pages.ts';
import { recipesPage } from './api-docs/recipes.tsx';
import { DEMO_SLUG, SDK, sdkPage } from './api-docs/sdk.tsx';
import { addEmbeddedRoutes, type EmbeddedParts } from './configurator/server/routes.ts';
import { dataFiles } from './data/data-files.ts';
import { DATA, reportPage } from './data/report.ts';
import { computeMoney, computeYearKwh, writeFirst } from './explorer/server/first-verdict.ts';
import { linkedExplorer } from './explorer/server/linked.ts';
import { EXPLORER, type ExplorerParts, explorerPage } from './explorer/server/page.ts';
import { namesState, readState } from './explorer/url-state.ts';
import { LANGUAGES, type Language, wordsOf } from './messages/messages.ts';
import { proposalRoutes } from './proposal/routes.ts';
import { type Assets, BUILT, FOR_EVER, openAssets, SDK_FILES } from './server/assets.ts';
import { createCache } from './server/cache.ts';
import { languageOf } from './server/language.ts';
import { noticePage } from './server/notice.tsx';
import { pageMap } from './server/page-map.ts';
import { POLICIES, setPageHeaders } from './server/policy.ts';
import type { PageMap } from './ui/draw-map.ts';

/** Sites that load the SDK have a new version after it. */
const AN_HOUR = 'public, max-age=3600';

/** Parts of the service that the pages need. */
export interface PageParts {
  loaded: LoadedData;
  /** Folder of the built dataset. */
  artifacts: string;
  /** Folder of the build that is served, which a store may have brought. Absent, and it is that one. */
  buildFolder?: (() => string) | undefined;
  /** Scheme and host of links. Empty: those of the README. */
  baseUrl: string;
  /** Absent without EMBEDS_FILE. */
  embedded?: EmbeddedParts;
  /** Stores of links to roofs. Absent, and none is counted. */
  stores?: Stores;
  /** Compares batteries for the verdict in a page's HTML. */
  compare: CompareBatteries;
  /** Whether that would take a thread from others. Absent, and it never does. */
  isBusy?: () => boolean;
  /** Whether the same server answers the API. True unless said otherwise. */
  hasApi?: boolean;
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
 * @param parts of the service. The loaded data is read when a page is made
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export async function pageRoutes(
  {
    loaded,
    artifacts,
    buildFolder = () => artifacts,
    baseUrl,
    embedded,
    stores,
    linkSecrets = [],
    hasApi = true,
    compare,
    isBusy = () => false,
  }: PageParts,
  built = BUILT,
): Promise<PageRoutes> {
  const assets = openAssets(built);
  const router = Router();
  const keepMap = createCache<PageMap | null>();
  const map = () => {
    const { pvYield, prices } = loaded;
    const borders = prices?.header.price_areas.boundaries ?? null;
    return keepMap('map', [pvYield, prices], () => pvYield && pageMap(pvYield.artifact, borders));
  };
  // Code to copy has another address than that of a server without the API.
  const apiUrl = baseUrl || (hasApi ? '' : SHOWN_BASE);
  const data = dataFiles(loaded, artifacts);
  router.all('/assets/:file', assets.serve);
  router.use(sdkRoutes(assets));
  for (const { path, page, parts } of openReference(built, assets, { baseUrl: apiUrl, loaded })) {
    router.get(path, byLanguage(POLICIES.reference, page, parts));
    router.all(path, allowOnly('GET, HEAD'));
  }
  router.get(
    RECIPES,
    byLanguage(
      POLICIES.code,
      (language) => recipesPage(language, assets, { baseUrl: apiUrl, loaded }),
      () => [loaded.pvYield, loaded.prices],
    ),
  );
  const hasDemo = () => embedded?.loaded.embeds?.has(DEMO_SLUG) ?? false;
  router.get(
    SDK,
    byLanguage(
      POLICIES.sdk,
      (language) =>
        sdkPage(language, assets, {
          baseUrl: apiUrl,
          hasDemo: hasDemo(),
        }),
      () => [hasDemo()],
    ),
  );
  if (embedded) addEmbeddedRoutes(router, embedded, assets, map, data.urls);
  if (embedded && linkSecrets.length > 0) {
    const { loaded, middleware } = embedded;
    const parts = { loaded, baseUrl, linkSecrets, stores: middleware.stores };
    router.use(proposalRoutes({ ...parts, assets }));
  }
  router.get(DATA, reportPage(buildFolder, assets, data.urls));
  router.use(data.routes);
  const explorerParts = async () => ({
    assets,
    map: map(),
    data: await data.urls(),
    hasApi,
    baseUrl,
  });
  router.get(EXPLORER, linkedExplorer({ loaded, stores, compare, isBusy }, explorerParts));
  const shared = sharedExplorer(loaded, explorerParts, compare);
  router.get(EXPLORER, shared.route);
  router.all([EXPLORER, DATA, RECIPES, SDK], allowOnly('GET, HEAD'));
  router.get('/{*rest}', missingPage(assets));
  return { routes: router, warm: shared.warm };
}

/** Answers a browser's request for a page that is not there by a page. Programs get the error as JSON. */
function missingPage(assets: Assets): RequestHandler {
  const pageOf = (language: Language) => {
    const { missing: title, missingText: text, toStart: name } = wordsOf(language).site;
    const link = { href: `/?l=${language}`, name };
    return noticePage(language, { title, text, link }, assets, false);
  };
  const send = byLanguage(POLICIES.still, pageOf);
  return (request, response, next) => {
    if (!asksForPage(request)) return next();
    return send(request, response.status(404), next);
  };
}

/**
 * A page that is the same for all readers of a language: made once for each, and again when one of its inputs
 * changes.
 */
function byLanguage(
  policy: string,
  pageOf: (language: Language) => string | Promise<string>,
  partsOf: () => readonly unknown[] = () => [],
): RequestHandler {
  return sendPages(policy, keptPages(pageOf, partsOf));
}

/** Makes a page of each language once, and again when one of its inputs changes. */
function keptPages(
  pageOf: (language: Language) => string | Promise<string>,
  partsOf: () => readonly unknown[],
): (language: Language) => Promise<Content> {
  const keepPage = createCache<Promise<Content>>();
  return (language) =>
    keepPage(language, partsOf(), async () => contentOf(HTML, await pageOf(language)));
}

function sendPages(
  policy: string,
  pages: (language: Language) => Promise<Content>,
): RequestHandler {
  return async (request, response) => {
    const language = languageOf(request);
    const content = await pages(language);
    setPageHeaders(response, policy);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, content);
  };
}

/** The page as it first opens, with its verdict. Without one for a link above the limit, whose state is another. */
function sharedExplorer(
  loaded: LoadedData,
  parts: () => Promise<ExplorerParts>,
  compare: CompareBatteries,
): { route: RequestHandler; warm(): Promise<void> } {
  const inputs = () => [loaded.pvYield, loaded.prices];
  const plain = keptPages(
    async (language) => explorerPage(language, await parts(), null, null),
    inputs,
  );
  const keepMoney = createCache<ReturnType<typeof computeMoney>>();
  const told = keptPages(
    async (language) => {
      const state = readState('', language);
      const money = await keepMoney('', inputs(), () => computeMoney(loaded, state, compare));
      const first = writeFirst(state, await computeYearKwh(loaded, state), money);
      return explorerPage(language, await parts(), null, first);
    },
    // The deduction goes by the day of the payment.
    () => [...inputs(), swedishDay()],
  );
  const sendPlain = sendPages(POLICIES.explorer, plain);
  // A page without a verdict is whole: its script says why there is none.
  const sendTold = sendPages(POLICIES.explorer, (language) =>
    told(language).catch(() => plain(language)),
  );
  return {
    route(request, response, next) {
      const [, query = ''] = request.url.split('?', 2);
      return (namesState(query) ? sendPlain : sendTold)(request, response, next);
    },
    warm: async () => void (await Promise.all(LANGUAGES.map(told))),
  };
}

/** `/sdk/v1.js` and the client. Each also by its hashed name, for ever, as `integrity` needs it. */
function sdkRoutes({ named }: Assets): Router {
  const router = Router();
  for (const name of SDK_FILES) {
    const { file, content } = named(name);
    const send =
      (cacheControl: string): RequestHandler =>
      (request, response) => {
        response.set('Cache-Control', cacheControl);
        sendContent(request, response, content);
      };
    router.get(`/sdk/${name}`, send(AN_HOUR));
    router.get(`/sdk/${file}`, send(FOR_EVER));
    router.all([`/sdk/${name}`, `/sdk/${file}`], allowOnly('GET, HEAD'));
  }
  return router;
}
