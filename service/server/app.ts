import { readFileSync } from 'node:fs';
import { parse } from 'node:querystring';
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  Router,
} from 'express';
import type { AnswerPage, CompareBatteries } from '#engine/simulation/house-case.ts';
import { memoizeAsync } from '../../schemas/memoize-async.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { Simulator } from '../api/simulation/simulator.ts';
import { addYieldRoutes } from '../api/yield/routes.ts';
import { JSON_TYPE } from '../http/answer.ts';
import { noteCaller, noticeProxy } from '../http/caller.ts';
import { asksForPage, type Content, contentOf, sendEncoded } from '../http/content.ts';
import { checkApiKey } from '../http/guards/api-keys.ts';
import { type BodyLimits, bodyBudget } from '../http/guards/body-budget.ts';
import { type CallLimits, MAX_FORM_BYTES } from '../http/guards/limits.ts';
import { memoryStores, type Stores } from '../http/guards/memory-store.ts';
import { callCounter } from '../http/guards/rate-limits.ts';
import { answerPreflight, headerSetter, OPEN_HEADERS } from '../http/headers.ts';
import { allowOnly, answerError, answerNotFound } from '../http/http-error.ts';
import type { LinkSecret } from '../http/link-secrets.ts';
import { bodyReader } from '../http/read-body.ts';
import { logWhenDone, nameRequest, type RequestLog } from '../http/request-log.ts';
import { loggedPath } from '../http/route-name.ts';
import type { SharedMiddleware } from '../http/shared-middleware.ts';
import { loadWhenUsed, waitForData } from '../http/wait-for-data.ts';
import type { PageRoutes } from '../pages/routes.ts';
import type { Config } from './config.ts';
import { healthRoutes } from './health.ts';
import type { Loaded } from './loaded.ts';
import { wellKnownRoutes } from './well-known.ts';

export interface AppParts
  extends Pick<Config, 'artifacts' | 'trustProxy' | 'baseUrl' | 'securityContact'>,
    Pick<RequestLog, 'log' | 'fullAddresses' | 'observe'> {
  /** Read at every request, so that a reload shows at once. */
  loaded: Loaded;
  simulator: Simulator;
  limits: CallLimits;
  bodies: BodyLimits;
  /** Makes the stores of limits. By default those of this process. */
  stores?: Stores | undefined;
  /** Folder of the build that is served, where a store may have brought another than `artifacts`. */
  buildFolder?: (() => string) | undefined;
  /** If there are none, there are no public links. */
  linkSecrets: readonly LinkSecret[];
  /** Whether the process is on its way out. */
  draining(): boolean;
  /** Settles when the first artifacts have been read. Null once they have. */
  loading?: (() => Promise<unknown> | null) | undefined;
}

const META_ADVICE = ' Keep the answer: it is good for a day.';

const OPENAPI = readFileSync(`${PROJECT}schemas/openapi.json`);

/** The whole service, which does not listen yet. */
export interface Service {
  app: Express;
  /** Makes the page that most come by, so that nobody waits for what is computed for it. */
  warmPages(): Promise<void>;
}

/** The pages and what they load. */
const PAGES = [
  '/',
  '/docs{/*rest}',
  '/data{/*rest}',
  '/assets/*rest',
  '/sdk/*rest',
  '/preview.png',
];
/** There only with EMBEDS_FILE. No other site may call anything there. */
const EMBEDDED = '/embedded/';
/** There only with EMBEDS_FILE and LINK_SECRETS. */
const LINKS = '/i/';

const setConstantHeaders = headerSetter(OPEN_HEADERS);

/** The whole service on the given parts. */
export function createApp(parts: AppParts): Service {
  const { loaded, simulator, limits, bodies, log, trustProxy, baseUrl, draining } = parts;
  const { stores = memoryStores, loading = () => null } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // All parameters: the parser's own limit of 1000 would silently drop the rest.
  app.set('query parser', (text: string) => parse(text, '&', '=', { maxKeys: 0 }));
  app.set('trust proxy', trustProxy);
  const requestLog = { ...parts, caller: 'key', loggable: loggedPath };
  const notice = noticeProxy(log);
  const budget = bodyBudget(bodies);
  const loadedFirst = waitForData(loading);
  const middleware: SharedMiddleware = {
    loadedFirst,
    checkKey: checkApiKey(loaded),
    readBody: bodyReader(budget),
    readForm: bodyReader(budget, MAX_FORM_BYTES),
    metas: callCounter('meta-calls', limits.meta, META_ADVICE, stores),
    stores,
  };
  // One function, not a layer each: every layer costs every request.
  app.use((request, response, next) => {
    nameRequest(request, response);
    noteCaller(request, response);
    logWhenDone(requestLog, request, response);
    if (trustProxy === 0) notice(request);
    setConstantHeaders(response);
    response.locals.cacheTag = loaded.cacheTag;
    if (request.method === 'OPTIONS' && !request.path.toLowerCase().startsWith(EMBEDDED))
      answerPreflight(request, response);
    else next();
  });
  // Routers have it, too: an error that leaves one waits a turn of the event loop, in which a body is taken apart.
  const answerRest = [answerNotFound, answerError(log, () => loading() !== null)];
  const simulation = loadWhenUsed(async () => {
    const { simulationRoutes } = await import('../api/simulation/routes.ts');
    return simulationRoutes(loaded, simulator, middleware, limits).use(answerRest);
  });
  const made = memoizeAsync(() => makePages(parts, middleware, answerRest));
  const pages = [loadedFirst, loadWhenUsed(async () => (await made()).routes)];
  const hasLinks = loaded.embeds !== null && parts.linkSecrets.length > 0;

  // All routes, in the order in which they are tried.
  addYieldRoutes(app, loaded, middleware, limits, baseUrl);
  app.use(['/api/v1/pv-yield', '/api/v1/simulation'], openApiRoutes());
  app.use('/api/v1/simulation', loadedFirst, simulation);
  app.use(healthRoutes(loaded, simulator, draining));
  app.use(wellKnownRoutes(parts));
  // Not app.use, which would take the path away.
  app.all(PAGES, pages);
  if (loaded.embeds) app.all(`${EMBEDDED}*rest`, pages);
  if (hasLinks) app.all(`${LINKS}*rest`, pages);
  app.get('/*rest', onlyForPages, pages);
  app.use(answerRest);
  return { app, warmPages: async () => (await made()).warm() };
}

/** A browser gets a page that says that there is none. */
const onlyForPages: RequestHandler = (request, _, next) =>
  next(asksForPage(request) && !request.path.startsWith('/api/') ? undefined : 'route');

/** Makes the routes of the pages, whose code nobody needs before. */
async function makePages(
  parts: AppParts,
  middleware: SharedMiddleware,
  answerRest: (RequestHandler | ErrorRequestHandler)[],
): Promise<PageRoutes> {
  const { simulator } = parts;
  const { embeds } = parts.loaded;
  const { pageRoutes } = await import('../pages/routes.ts');
  const compareLead: CompareBatteries = async (houseCase) =>
    JSON.parse(await simulator.answerLead({ kind: 'strategies', houseCase }));
  const answerPage: AnswerPage = async (houseCase) =>
    JSON.parse(await simulator.answerPage({ kind: 'page', houseCase }));
  const { routes, warm } = await pageRoutes({
    ...parts,
    ...(embeds ? { embedded: { ...parts, middleware, compareLead } } : {}),
    answerPage,
    api: { stores: middleware.stores, isBusy: () => simulator.state().running > 0 },
  });
  return { routes: routes.use(answerRest), warm };
}

/** One document for both APIs, compressed once into a buffer that all answers share. Not counted, and no key is looked at. */
function openApiRoutes(): Router {
  const router = Router();
  let document: Promise<Content> | undefined;
  router.get('/openapi.json', async (request, response) => {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    // Without the file's indentation, which is 44 % of it.
    document ??= contentOf(JSON_TYPE, JSON.stringify(JSON.parse(String(OPENAPI))));
    sendEncoded(request, response, await document);
  });
  return router.all('/openapi.json', allowOnly('GET, HEAD'));
}
