/** The repair inbox: pages for an organisation's people, without a script. Loaded with the first request. */
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { bodyBudget } from '../../http/guards/body-budget.ts';
import { ownCounters } from '../../http/guards/counters.ts';
import { WINDOW_S } from '../../http/guards/limits.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly, HttpError } from '../../http/http-error.ts';
import { bodyReader } from '../../http/json-body.ts';
import { noticePage } from '../../pages/proposal/page.ts';
import { sendLinked } from '../../pages/proposal/routes.ts';
import { type Assets, BUILT, loadViews, openAssets } from '../../pages/server/assets.ts';
import { languageOf } from '../../pages/server/language.ts';
import { POLICIES } from '../../pages/server/policy.ts';
import { writePage } from '../../pages/server/shell.ts';
import { fill } from '../../pages/shared/text.ts';
import { wordsOf } from '../../pages/shared/words.ts';
import type { Views } from '../../pages/views/contract.ts';
import type { InboxDone, InboxView } from '../../pages/views/inbox-contract.ts';
import { keyOf, organisationOf } from '../http/access.ts';
import type { IntegrationsParts } from '../parts.ts';
import { StoreUnavailable } from '../store/store.ts';
import { release, retry, type Sent, tryAccount } from './actions.ts';
import { INBOX } from './cookies.ts';
import { formToken, isOwnForm } from './form-token.ts';
import { formOf, logIn, logOut, requireSession, type SendLogin, sessionOf } from './login.ts';
import { addressOf, PATHS, readContent, VIEWS } from './show.ts';

/** A page of marked rows and a token. */
const MAX_FORM_BYTES = 16_384;
const FORM_LIMITS = { nodeBytes: 64 * MAX_FORM_BYTES, addressBytes: 16 * MAX_FORM_BYTES };
/** Pages and forms, and attempts to log in, a minute and IP address. */
const CALLS = { withoutKey: 120, withKey: 120 };
const LOGINS = { withoutKey: 10, withKey: 10 };
const FORMS = ['/login', '/logout', '/retry', '/release', '/try'];

/** The function that draws the pages. */
interface Drawing {
  assets: Assets;
  views: Views;
}

/** @throws Error when the pages were not built */
export async function inboxRoutes(parts: IntegrationsParts): Promise<Router> {
  const drawing: Drawing = { assets: openAssets(BUILT), views: await loadViews(BUILT) };
  const readForm = bodyReader(bodyBudget(FORM_LIMITS), MAX_FORM_BYTES);
  const sendLogin: SendLogin = (request, response, login) => {
    const words = wordsOf(login.language).inbox;
    send(request, response, drawing, drawing.views.inboxLogin(words, login));
  };
  const router = Router();
  router.use(callCounter('inbox-calls', CALLS, '', ownCounters));
  const logins = callCounter('logins', LOGINS, '', ownCounters);
  router.post('/login', logins, readForm, logIn(parts, sendLogin));
  // A form's address that is opened as a page: the inbox is meant.
  router.get(FORMS, (request, response) =>
    response.redirect(303, addressOf('stuck', languageOf(request))),
  );
  router.use(requireSession(parts, sendLogin));
  for (const view of VIEWS) router.get(PATHS[view], show(parts, drawing, view));
  const form = [readForm, refuseForeign(drawing)];
  router.post('/logout', form, logOut(parts));
  for (const [path, act] of Object.entries({ retry, release, try: tryAccount })) {
    router.post(`/${path}`, form, actBy(parts, act));
  }
  router.all(FORMS, allowOnly('POST'));
  router.all(Object.values(PATHS), allowOnly('GET, HEAD'));
  router.use(tellFaults(drawing));
  return router;
}

/** A page of the inbox; the audit log notes that it was read. */
function show(parts: IntegrationsParts, drawing: Drawing, view: InboxView): RequestHandler {
  return async (request, response) => {
    const organisation = organisationOf(response);
    const language = languageOf(request);
    const { after } = request.query;
    const content = await readContent(parts, {
      organisation,
      view,
      language,
      after: typeof after === 'string' ? after : '',
      done: doneOf(request),
      token: formToken(sessionOf(response).secret),
    });
    const read = { key: keyOf(response).label, action: 'GET /inbox', subject: view };
    parts.readLog.note(organisation.id, { ...read, at: parts.now().toISOString() });
    send(request, response, drawing, drawing.views.inbox(wordsOf(language).inbox, content));
  };
}

/** Does what a form asks for, and shows the page that it stood on. */
function actBy(parts: IntegrationsParts, act: (sent: Sent) => Promise<InboxDone>): RequestHandler {
  return async (request, response) => {
    const form = formOf(request);
    const { what, count } = await act({ parts, response, form });
    const from = what === 'released' ? 'held' : form.get('view');
    const view = VIEWS.find((one) => one === from) ?? 'stuck';
    const query = { did: what, n: String(count) };
    response.redirect(303, addressOf(view, languageOf(request), query));
  };
}

const DONE = ['retried', 'released', 'tried'] as const;

/** The result of the form before this page. Null if there was none. */
function doneOf({ query: { did, n } }: Request): InboxDone | null {
  const what = DONE.find((one) => one === did);
  const isCount = typeof n === 'string' && /^\d{1,9}$/.test(n);
  return what && isCount ? { what, count: Number(n) } : null;
}

/** Refuses forms that are of no page of this session. */
function refuseForeign(drawing: Drawing): RequestHandler {
  return (request, response, next) => {
    if (isOwnForm(request, formOf(request), sessionOf(response).secret)) return next();
    const words = wordsOf(languageOf(request)).inbox;
    const notice = { title: words.forgedTitle, text: words.forgedText };
    sendNotice(request, response.status(403), drawing, notice);
  };
}

/** Tells a person by a page that the store does not answer, or that the limit of calls is reached. */
function tellFaults(drawing: Drawing): ErrorRequestHandler {
  return (error, request, response, next) => {
    const words = wordsOf(languageOf(request)).inbox;
    if (error instanceof StoreUnavailable) {
      const notice = { title: words.unavailableTitle, text: words.unavailableText };
      return sendNotice(request, response.status(503).set('Retry-After', '5'), drawing, notice);
    }
    if (!(error instanceof HttpError && error.code === 'rate_limited')) return next(error);
    const seconds = error.retryAfterS ?? WINDOW_S;
    const notice = { title: words.busyTitle, text: fill(words.busyText, { seconds }) };
    response.status(429).set('Retry-After', String(seconds));
    sendNotice(request, response, drawing, notice);
  };
}

function sendNotice(
  request: Request,
  response: Response,
  { assets, views }: Drawing,
  notice: { title: string; text: string },
): void {
  const language = languageOf(request);
  const link = { href: addressOf('stuck', language), name: wordsOf(language).inbox.back };
  const html = noticePage(language, { ...notice, link }, assets, views);
  sendLinked(request, response, language, html);
}

function send(request: Request, response: Response, { assets }: Drawing, body: string): void {
  const language = languageOf(request);
  const { title, description } = wordsOf(language).inbox;
  const styles = [assets.url('inbox.css')];
  const page = { language, path: INBOX, framed: true, title, description, styles, body };
  sendLinked(request, response, language, writePage(assets, page), POLICIES.accepting);
}
