/** The repair inbox: pages without scripts for an organisation's staff. Loaded with the first request. */
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { bodyBudget } from '../../http/guards/body-budget.ts';
import { WINDOW_S } from '../../http/guards/limits.ts';
import { memoryStores } from '../../http/guards/memory-store.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly, HttpError } from '../../http/http-error.ts';
import { bodyReader } from '../../http/read-body.ts';
import { fill } from '../../pages/messages/format.ts';
import { wordsOf } from '../../pages/messages/messages.ts';
import { type Assets, BUILT, openAssets } from '../../pages/server/assets.ts';
import { languageOf } from '../../pages/server/language.ts';
import { languageChoices } from '../../pages/server/language-links.tsx';
import { organisationOf } from '../api/access.ts';
import type { Deps } from '../deps.ts';
import { callerName } from '../organisations/organisations.ts';
import { renderInbox, renderInboxLogin } from '../pages/inbox.tsx';
import type { InboxDone, LoginNotice } from '../pages/inbox-contract.ts';
import { retryAccount, TASK_KINDS } from '../store/queues.ts';
import { type Change, StoreUnavailable } from '../store/store.ts';
import { readTask, readTaskStanding, retryStuckTasks, retryTask } from '../store/tasks.ts';
import { connectRoutes } from './connect.ts';
import { formOf, inboxAddress, sendNotice, sendPage } from './page.ts';
import {
  clearSession,
  findKey,
  hasCookie,
  isOwnForm,
  ownerOfSession,
  putSession,
} from './session.ts';
import { readPaused, readStuck } from './stuck.ts';

const MAX_FORM_BYTES = 16_384;
const FORM_LIMITS = { nodeBytes: 64 * MAX_FORM_BYTES, addressBytes: 16 * MAX_FORM_BYTES };
/** Calls and logins a minute and IP address. */
const CALLS = { withoutKey: 120, withKey: 120 };
const LOGINS = { withoutKey: 10, withKey: 10 };
const FORMS = ['/login', '/logout', '/retry', '/try'];

/** @throws Error when the pages were not built */
export async function inboxRoutes(deps: Deps): Promise<Router> {
  const assets = openAssets(BUILT);
  const readForm = [
    bodyReader(bodyBudget(FORM_LIMITS), MAX_FORM_BYTES),
    refuseForeign(deps, assets),
  ];
  const router = Router();
  router.use(callCounter('inbox-calls', CALLS, '', memoryStores));
  const logins = callCounter('logins', LOGINS, '', memoryStores);
  router.post('/login', logins, readForm, logIn(deps, assets));
  // The address of a form, opened as a page.
  router.get(FORMS, toInbox);
  router.use(requireSession(deps, assets));
  router.get('/', showStuck(deps, assets));
  router.post('/logout', readForm, (request: Request, response: Response) => {
    clearSession(deps, response);
    toInbox(request, response);
  });
  router.post('/retry', readForm, actBy(deps, 'retried', retry));
  router.post('/try', readForm, actBy(deps, 'tried', tryAccount));
  router.use('/connect', connectRoutes(deps, assets, readForm));
  router.all(FORMS, allowOnly('POST'));
  router.all('/', allowOnly('GET, HEAD'));
  router.use(showFaults(assets));
  return router;
}

function toInbox(request: Request, response: Response): void {
  response.redirect(303, inboxAddress(request));
}

/** Begins a session, or shows the form with the reason. */
function logIn(deps: Deps, assets: Assets): RequestHandler {
  return (request, response) => {
    const found = findKey(deps, formOf(request).get('key') ?? '');
    if (typeof found === 'string') {
      return sendLogin(request, response.status(403), assets, found);
    }
    response.locals.keyLabel = callerName(found);
    putSession(deps, response, found);
    toInbox(request, response);
  };
}

/** Admits requests with a session, and prolongs it. Others get the login page, and their form is ignored. */
function requireSession(deps: Deps, assets: Assets): RequestHandler {
  return (request, response, next) => {
    const known = ownerOfSession(deps, request);
    if (known === null) {
      if (request.method === 'POST') return toInbox(request, response);
      return sendLogin(request, response, assets, hasCookie(request) ? 'over' : null);
    }
    response.locals.keyLabel = callerName(known);
    Object.assign(response.locals, known);
    putSession(deps, response, known);
    next();
  };
}

function showStuck(deps: Deps, assets: Assets): RequestHandler {
  return async (request, response) => {
    const { id, name } = organisationOf(response);
    const language = languageOf(request);
    const db = deps.store.of(id);
    const at = deps.now().toISOString();
    const { tasks: counts } = await readTaskStanding(db, at);
    const body = renderInbox(wordsOf(language).inbox, {
      language,
      languages: languageChoices(''),
      brand: name,
      count: counts.attention + counts.failed,
      paused: await readPaused(db, at),
      tasks: await readStuck(db),
      done: doneOf(request),
    });
    sendPage(request, response, assets, body);
  };
}

/** An action of a form within a change. @returns the number of tasks or accounts it affected */
type Act = (change: Change, form: URLSearchParams, now: string) => Promise<number>;

/** Runs the action of a form and redirects to the inbox. */
function actBy({ store, now }: Deps, what: InboxDone['what'], act: Act): RequestHandler {
  return async (request, response) => {
    const count = await store.change(organisationOf(response).id, (change) =>
      act(change, formOf(request), now().toISOString()),
    );
    response.redirect(303, inboxAddress(request, { did: what, n: String(count) }));
  };
}

/** Retries one task, or all that are stuck. */
async function retry(change: Change, form: URLSearchParams, now: string): Promise<number> {
  if (form.has('all')) return retryStuckTasks(change, now);
  const [, kindName, subject = ''] = /^([^/]+)\/(.+)$/.exec(form.get('task') ?? '') ?? [];
  const kind = TASK_KINDS.find((one) => one === kindName);
  const task = kind && (await readTask(change, kind, subject));
  // Somebody else may have retried it meanwhile.
  if (!kind || !task || task.state === 'done') return 0;
  await retryTask(change, kind, subject, now);
  return 1;
}

async function tryAccount(change: Change, form: URLSearchParams): Promise<number> {
  const kind = TASK_KINDS.find((one) => one === form.get('kind'));
  if (kind === undefined) return 0;
  await retryAccount(change, kind);
  return 1;
}

const DONE = ['retried', 'tried'] as const;

/** The result of the form that led here. Null if there was none. */
function doneOf({ query: { did, n } }: Request): InboxDone | null {
  const what = DONE.find((one) => one === did);
  const isCount = typeof n === 'string' && /^\d{1,9}$/.test(n);
  return what && isCount ? { what, count: Number(n) } : null;
}

function refuseForeign({ baseUrl }: Deps, assets: Assets): RequestHandler {
  return (request, response, next) => {
    if (isOwnForm(request, baseUrl)) return next();
    const { forgedTitle: title, forgedText: text } = wordsOf(languageOf(request)).inbox;
    sendNotice(request, response.status(403), assets, { title, text });
  };
}

/** Shows a page if the store does not answer or the rate limit is reached. */
function showFaults(assets: Assets): ErrorRequestHandler {
  return (error, request, response, next) => {
    const words = wordsOf(languageOf(request)).inbox;
    if (error instanceof StoreUnavailable) {
      const notice = { title: words.unavailableTitle, text: words.unavailableText };
      return sendNotice(request, response.status(503).set('Retry-After', '5'), assets, notice);
    }
    if (!(error instanceof HttpError && error.code === 'rate_limited')) return next(error);
    const seconds = error.retryAfterS ?? WINDOW_S;
    const notice = { title: words.busyTitle, text: fill(words.busyText, { seconds }) };
    response.status(429).set('Retry-After', String(seconds));
    sendNotice(request, response, assets, notice);
  };
}

function sendLogin(
  request: Request,
  response: Response,
  assets: Assets,
  notice: LoginNotice | null,
): void {
  const language = languageOf(request);
  const login = { language, languages: languageChoices(''), notice };
  sendPage(request, response, assets, renderInboxLogin(wordsOf(language).inbox, login));
}
