import { readFileSync } from 'node:fs';
import express, { type Express, Router } from 'express';
import type { Logger } from 'pino';
import { PROJECT } from '../../schemas/project.ts';
import { sendJson } from '../http/answer.ts';
import { noteCaller } from '../http/caller.ts';
import { bodyBudget } from '../http/guards/body-budget.ts';
import { memoryStores } from '../http/guards/memory-store.ts';
import { callCounter } from '../http/guards/rate-limits.ts';
import { headerSetter, SECURITY_HEADERS } from '../http/headers.ts';
import { allowOnly, answerError } from '../http/http-error.ts';
import { bodyReader } from '../http/read-body.ts';
import { type Done, logWhenDone, nameRequest } from '../http/request-log.ts';
import { loadWhenUsed } from '../http/wait-for-data.ts';
import { requireKey } from './api/access.ts';
import { agreementRoutes } from './api/agreements.ts';
import { hookRoutes } from './api/hooks.ts';
import { leadRoutes } from './api/leads.ts';
import { offerRoutes } from './api/offers.ts';
import { prospectRoutes } from './api/prospects.ts';
import { taskRoutes } from './api/tasks.ts';
import type { Deps } from './deps.ts';
import { faultOf, IntegrationsError } from './errors.ts';
import { INBOX } from './inbox/session.ts';
import { UNSIGNED_HOOK } from './providers/account.ts';
import { StoreUnavailable } from './store/store.ts';

export interface AppDeps extends Deps {
  /** The proxies whose X-Forwarded-For counts: a number of hops or their addresses. */
  trustProxy: number | string[];
  /** Whether the log has the callers' whole addresses. */
  fullAddresses: boolean;
  /** Calls a minute and key. */
  callsAMinute?: number;
  /** Hooks a minute and IP address. */
  hooksAMinute?: number;
  /** Called with every request that is over. */
  observe?: ((done: Done) => void) | undefined;
}

const MAX_BODY_BYTES = 262_144;
const MAX_PDF_BYTES = 10_485_760;
/** Up to 16 of the largest documents at a time, four of them from one address. */
const BODY_LIMITS = { nodeBytes: 16 * MAX_PDF_BYTES, addressBytes: 4 * MAX_PDF_BYTES };

/** Providers and configurators call from few addresses for all organisations. */
const HOOKS_A_MINUTE = 600;

const RETRY_STORE_S = 5;
const QUIET_MS = 60_000;

/** Scripts of other sites may read nothing, and nothing is cached. */
const setConstantHeaders = headerSetter({ 'Cache-Control': 'no-store', ...SECURITY_HEADERS });

/** Offers' pages and what they load. */
const PAGES = /^\/(?:i|assets)\//;

const MOST_SEGMENTS = 8;

const OPENAPI = readFileSync(`${PROJECT}schemas/integrations/openapi.json`);

/** Known path segments. All others may hold personal data. */
const WORDS = new Set([
  ...Object.keys(JSON.parse(OPENAPI.toString()).paths).flatMap((path) => path.split('/')),
  ...[
    'hooks',
    'leads',
    UNSIGNED_HOOK,
    'standard',
    'openapi.json',
    'livez',
    'readyz',
    'assets',
    'i',
  ],
  ...['inbox', 'login', 'logout', 'try'],
  ...['connect', 'consent', 'settings'],
]);

/** The whole app. It does not listen yet. */
export function createIntegrationsApp(deps: AppDeps): Express {
  const { log, trustProxy, hooksAMinute = HOOKS_A_MINUTE } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  const requestLog = { ...deps, caller: 'organisation', loggable: loggablePath };
  app.use((request, response, next) => {
    nameRequest(request, response);
    noteCaller(request, response);
    logWhenDone(requestLog, request, response);
    setConstantHeaders(response);
    next();
  });
  const answerFaults = answerError(log.child({}, { serializers: { err: faultOf } }));
  // Each router has its own, too: an error that leaves a router waits a turn of the event loop.
  const answerRest = [answerNothing, knownErrors(log), answerFaults];
  app.use('/integrations/v1', apiRoutes(deps).use(answerRest));
  const limit = { withoutKey: hooksAMinute, withKey: hooksAMinute };
  app.use('/integrations/hooks', callCounter('hooks', limit, '', memoryStores));
  app.use(hookRoutes(deps));
  app.use(leadRoutes(deps));
  app.all(
    PAGES,
    loadWhenUsed(async () => {
      const { publicOfferRoutes } = await import('./api/public-offer.ts');
      return (await publicOfferRoutes(deps)).use(answerRest);
    }),
  );
  app.get('/integrations/connect', (_request, response) => response.redirect(`${INBOX}/connect`));
  app.use(
    INBOX,
    loadWhenUsed(async () => {
      const { inboxRoutes } = await import('./inbox/routes.ts');
      return (await inboxRoutes(deps)).use(answerRest);
    }),
  );
  app.use(openRoutes(deps));
  app.use(answerRest);
  return app;
}

const answerNothing: express.RequestHandler = () => {
  const message = 'Unknown path. The endpoints are listed in /integrations/openapi.json.';
  throw new IntegrationsError('not_found', message);
};

/** The routes that need a key. */
function apiRoutes(deps: AppDeps): Router {
  const budget = bodyBudget(BODY_LIMITS);
  const readBody = bodyReader(budget, MAX_BODY_BYTES);
  const readPdf = bodyReader(budget, MAX_PDF_BYTES);
  const router = Router();
  router.use(requireKey(deps, deps.callsAMinute));
  router.use(prospectRoutes(deps, readBody));
  router.use(offerRoutes(deps, readBody));
  router.use(agreementRoutes(deps, readBody, readPdf));
  router.use(taskRoutes(deps));
  return router;
}

/** The routes without a key. */
function openRoutes({ store, draining }: Deps): Router {
  const router = Router();
  router
    .route('/integrations/openapi.json')
    .get((_request, response) => sendJson(response, OPENAPI))
    .all(allowOnly('GET, HEAD'));
  router
    .route('/livez')
    .get((_request, response) => void response.json({ status: 'ok' }))
    .all(allowOnly('GET, HEAD'));
  router
    .route('/readyz')
    .get(async (_request, response) => {
      if (draining())
        throw new IntegrationsError('busy', 'The process is shutting down.', undefined, 1);
      await store.check();
      response.json({ status: 'ok' });
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

/** Maps a store that is unavailable and paths that cannot be decoded to error responses. */
function knownErrors(log: Logger): express.ErrorRequestHandler {
  const tellAbsence = absenceLog(log);
  return (error, request, _response, next) => {
    if (error instanceof StoreUnavailable) {
      tellAbsence(error);
      const why = request.path === '/readyz' ? error.message : 'The store does not answer.';
      const message = `${why} Try again in ${RETRY_STORE_S} s.`;
      next(new IntegrationsError('store_unavailable', message, undefined, RETRY_STORE_S));
    } else if (error instanceof URIError) {
      next(new IntegrationsError('not_found', 'The path cannot be decoded.'));
    } else next(error);
  };
}

/** Logs why the store does not answer, at most once a minute: the log may be on the same full disk. */
function absenceLog(log: Logger): (error: StoreUnavailable) => void {
  let quietUntilMs = 0;
  return ({ message }) => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + QUIET_MS;
    log.error({ why: message }, 'The store does not answer.');
  };
}

/** The path without ids, slugs, macs and anything else that a caller wrote. */
function loggablePath(path: string): string {
  const segments = path.split('/').slice(0, MOST_SEGMENTS);
  return segments.map((segment) => (WORDS.has(segment) ? segment : '…')).join('/');
}
