/** The connect page, where an organisation connects its accounts. Secrets are stored encrypted and never shown. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowOnly } from '../../http/http-error.ts';
import { wordsOf } from '../../pages/messages/messages.ts';
import type { Assets } from '../../pages/server/assets.ts';
import { languageOf } from '../../pages/server/language.ts';
import { languageChoices } from '../../pages/server/language-links.tsx';
import { organisationOf } from '../api/access.ts';
import type { Deps } from '../deps.ts';
import { renderConnect } from '../pages/connect.tsx';
import { ADDRESSES, PORTS, type Port } from '../providers/account.ts';
import {
  askConsent,
  fortnoxPanel,
  type PendingConsents,
  pendingAddress,
  saveFortnox,
  takeConsent,
} from './connect-fortnox.ts';
import {
  type Connecting,
  faultText,
  hubspotPanel,
  saveHubspot,
  saveScrive,
} from './connect-keys.ts';
import { formOf, sendPage } from './page.ts';
import { INBOX } from './session.ts';

const CONNECT = `${INBOX}/connect`;
const DAYS_TO_SIGN = 30;

/** @param readForm reads forms of our own pages */
export function connectRoutes(deps: Deps, assets: Assets, readForm: RequestHandler[]): Router {
  const { accounts, addresses = ADDRESSES } = deps;
  const redirectUri = `${deps.baseUrl}${CONNECT}/fortnox/consent`;
  const endpoints = { authUrl: addresses.fortnoxAuth, apiUrl: addresses.fortnox, redirectUri };
  const pending: PendingConsents = new Map();

  const toOf = (request: Request, response: Response): Connecting => {
    const { connect: words } = wordsOf(languageOf(request));
    return { org: organisationOf(response).id, accounts, addresses, words };
  };

  const show = async (
    request: Request,
    response: Response,
    fault: { port: Port; text: string } | null = null,
  ): Promise<void> => {
    const to = toOf(request, response);
    const { crm, accounting, signature } = accounts.read(to.org);
    const body = renderConnect(to.words, {
      language: languageOf(request),
      languages: languageChoices(''),
      brand: organisationOf(response).name,
      saved: PORTS.find((port) => port === request.query.saved) ?? null,
      fault,
      crm: crm ? await hubspotPanel(to, crm) : null,
      accounting: accounting ? await fortnoxPanel(to, accounting) : null,
      signature: signature ? { days: signature.days_to_sign ?? DAYS_TO_SIGN } : null,
      isBridge: signature?.provider === 'standard',
      consent: pendingAddress(to.org, endpoints, pending),
      redirectUri,
    });
    sendPage(request, response, assets, body, to.words.title);
  };

  /** Runs an action and redirects to the page, or shows the page with the error in its panel. */
  const by =
    (
      port: Port,
      act: (to: Connecting, form: URLSearchParams) => Promise<void> | void,
      isSaved = true,
    ): RequestHandler =>
    async (request, response) => {
      const isForm = request.method === 'POST';
      const form = isForm ? formOf(request) : new URL(request.originalUrl, INBOX_URL).searchParams;
      try {
        await act(toOf(request, response), form);
      } catch (error) {
        return show(request, response.status(422), { port, text: faultText(error) });
      }
      const query = { l: languageOf(request), ...(isSaved && { saved: port }) };
      response.redirect(303, `${CONNECT}?${new URLSearchParams(query)}#${port}`);
    };

  const router = Router();
  router.get('/', (request, response) => show(request, response));
  router.post('/hubspot', readForm, by('crm', saveHubspot));
  router.post(
    '/fortnox',
    readForm,
    by('accounting', (to, form) => askConsent(to, form, pending), false),
  );
  router.get(
    '/fortnox/consent',
    by('accounting', (to, query) => takeConsent(to, query, endpoints, pending)),
  );
  router.post('/fortnox/settings', readForm, by('accounting', saveFortnox));
  router.post('/scrive', readForm, by('signature', saveScrive));
  router.all('/', allowOnly('GET, HEAD'));
  return router;
}

/** A base for paths, whose query is parsed. */
const INBOX_URL = 'http://inbox';
