/** Into the inbox and out of it: an organisation's key begins a session, which every other page needs. */
import type { Request, RequestHandler, Response } from 'express';
import { languageOf } from '../../pages/server/language.ts';
import type { InboxLogin, LoginRefusal } from '../../pages/views/inbox-contract.ts';
import { isKeyOver, type KnownKey, ownerOf } from '../organisations/keys.ts';
import type { IntegrationsParts } from '../parts.ts';
import { recordChange } from '../store/audit.ts';
import { clearCookie, INBOX, readCookie, setCookie } from './cookies.ts';
import { formToken, isOwnForm } from './form-token.ts';
import {
  beginSession,
  endSession,
  isSecret,
  newSecret,
  ownerOfSession,
  type SessionName,
  sessionNameOf,
} from './sessions.ts';
import { addressOf, languageChoices } from './show.ts';

/** Sends the page of the login. */
export type SendLogin = (request: Request, response: Response, login: InboxLogin) => void;

/** Answers a login: its session and the inbox, or the form with why not. */
export function logIn(parts: IntegrationsParts, send: SendLogin): RequestHandler {
  return async (request, response) => {
    const form = formOf(request);
    const own = isOwnForm(request, form, readCookie(request, 'inbox_login'));
    const found = own ? findKey(parts, form.get('key') ?? '') : 'forged';
    if (typeof found === 'string') {
      return send(request, response.status(403), loginPage(parts, request, response, found));
    }
    response.locals.keyLabel = found.organisation.id;
    const now = parts.now();
    const cookie = await parts.store.change(found.organisation.id, async (change) => {
      const call = { key: found.key.label, action: 'POST /inbox/login', subject: '' };
      await recordChange(change, { ...call, at: now.toISOString() });
      return beginSession(change, found, now);
    });
    clearCookie(response, 'inbox_login', parts.baseUrl);
    setCookie(response, 'inbox_session', cookie, parts.baseUrl);
    response.redirect(303, addressOf('stuck', languageOf(request)));
  };
}

/** The owner of a key that may call now, or why it may not. */
function findKey({ organisations, now }: IntegrationsParts, text: string): KnownKey | LoginRefusal {
  const known = ownerOf(organisations.current, text.trim());
  if (known === null) return 'unknown';
  if (isKeyOver(known.key, now())) return 'expired';
  return known.organisation.isActive ? known : 'suspended';
}

/** Ends the session in the store, too: its cookie opens nothing any more. */
export function logOut(parts: IntegrationsParts): RequestHandler {
  return async (request, response) => {
    const name = sessionOf(response);
    await parts.store.change(name.org, (change) => endSession(change, name));
    clearCookie(response, 'inbox_session', parts.baseUrl);
    response.redirect(303, addressOf('stuck', languageOf(request)));
  };
}

/** Admits those in a session; others get the login, and what they have sent is not done. */
export function requireSession(parts: IntegrationsParts, send: SendLogin): RequestHandler {
  return async (request, response, next) => {
    const cookie = readCookie(request, 'inbox_session');
    const name = sessionNameOf(cookie);
    const known = name && (await ownerOfSession(parts, name, parts.now()));
    if (!known) {
      // The page that follows tells why.
      if (request.method === 'POST') {
        return response.redirect(303, addressOf('stuck', languageOf(request)));
      }
      const refused = cookie === '' ? null : 'over';
      if (refused) clearCookie(response, 'inbox_session', parts.baseUrl);
      return send(request, response, loginPage(parts, request, response, refused));
    }
    // The log names it.
    response.locals.keyLabel = known.organisation.id;
    Object.assign(response.locals, known, { session: name });
    next();
  };
}

/** The session that a call is in. */
export function sessionOf(response: Response): SessionName {
  return response.locals.session;
}

/** The fields of a form. */
export function formOf({ body }: Request): URLSearchParams {
  return new URLSearchParams(String(body));
}

/** The login, whose form is bound to a cookie of its own. */
function loginPage(
  { baseUrl }: IntegrationsParts,
  request: Request,
  response: Response,
  refused: LoginRefusal | null,
): InboxLogin {
  const language = languageOf(request);
  const known = readCookie(request, 'inbox_login');
  const secret = isSecret(known) ? known : newSecret();
  setCookie(response, 'inbox_login', secret, baseUrl);
  return {
    language,
    languages: languageChoices((other) => addressOf('stuck', other)),
    action: `${INBOX}/login?l=${language}`,
    token: formToken(secret),
    refused,
  };
}
