/** Sessions of the inbox: a cookie that names the key of the login, signed under DATA_KEY. */
import type { CookieOptions, Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { type KnownKey, ownerOf } from '../organisations/organisations.ts';
import type { LoginNotice } from '../pages/inbox-contract.ts';

/** Path of the inbox, which its cookie is for. */
export const INBOX = '/integrations/inbox';

/** A session ends this long after its last page. */
const IDLE_MS = 30 * 60_000;
const NAME = 'inbox_session';
const COOKIE = /^([a-z0-9-]{1,40})\.([0-9a-f]{16})\.(\d{13})\.([\w-]{43})$/;

type SessionDeps = Pick<Deps, 'organisations' | 'encryption' | 'baseUrl' | 'now'>;

/** The owner of a key, or why the login is refused. */
export function findKey(
  { organisations }: Pick<Deps, 'organisations'>,
  text: string,
): KnownKey | LoginNotice {
  const known = ownerOf(organisations.current, text.trim());
  if (known === null) return 'unknown';
  return known.organisation.isActive ? known : 'suspended';
}

/** Begins a session of a key, or prolongs it. */
export function putSession(deps: SessionDeps, response: Response, known: KnownKey): void {
  const until = deps.now().getTime() + IDLE_MS;
  const text = `${known.organisation.id}.${keyName(known)}.${until}`;
  const [mac] = deps.encryption.macs(`${NAME}|${text}`);
  const value = `${text}.${mac.toString('base64url')}`;
  response.cookie(NAME, value, cookieOptions(deps, response));
}

/** Ends the session of this browser. */
export function clearSession(deps: SessionDeps, response: Response): void {
  response.clearCookie(NAME, cookieOptions(deps, response));
}

/** Whether the browser sent a session cookie. */
export function hasCookie(request: Request): boolean {
  return readCookie(request) !== '';
}

/** The owner of a request's session. Null if it has expired, or its key or organisation is no longer active. */
export function ownerOfSession(deps: SessionDeps, request: Request): KnownKey | null {
  const [, org, name, until, mac] = COOKIE.exec(readCookie(request)) ?? [];
  if (org === undefined || Number(until) < deps.now().getTime()) return null;
  if (!deps.encryption.isMac(`${NAME}|${org}.${name}.${until}`, mac)) return null;
  const organisation = deps.organisations.current.find(({ id }) => id === org);
  if (!organisation?.isActive) return null;
  const key = organisation.keys.find((one) => keyName({ key: one }) === name);
  return key ? { organisation, key } : null;
}

/** Whether a form came from a page of this process, by the headers of browsers. The cookie is SameSite in addition. */
export function isOwnForm({ headers }: Request, baseUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  return (
    origin === undefined || origin === baseUrl || /^https?:\/\/(.*)$/.exec(origin)?.[1] === host
  );
}

function keyName({ key }: Pick<KnownKey, 'key'>): string {
  return key.sha256.toString('hex').slice(0, 16);
}

function readCookie({ headers }: Request): string {
  const cookies = (headers.cookie ?? '').split(/; */);
  return cookies.find((one) => one.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? '';
}

function cookieOptions({ baseUrl }: SessionDeps, { req }: Response): CookieOptions {
  const secure = req.secure || baseUrl.startsWith('https:');
  return { path: INBOX, httpOnly: true, sameSite: 'lax', secure };
}
