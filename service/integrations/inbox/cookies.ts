/** The cookies of the repair inbox: read by no script, sent by no other site's page, and to these paths alone. */
import type { CookieOptions, Request, Response } from 'express';

/** Path of the inbox, which its cookies are for. */
export const INBOX = '/integrations/inbox';

/** A session, or the login form of somebody who has none. */
type CookieName = 'inbox_session' | 'inbox_login';

/** The cookie's value; empty if there is none. Of two with one name the first counts, as the browser orders them. */
export function readCookie({ headers }: Request, name: CookieName): string {
  const cookies = (headers.cookie ?? '').split(/; */);
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Sets a cookie until the browser is closed; the session in the store ends before. */
export function setCookie(response: Response, name: CookieName, value: string, baseUrl: string) {
  response.cookie(name, value, optionsOf(response, baseUrl));
}

export function clearCookie(response: Response, name: CookieName, baseUrl: string): void {
  response.clearCookie(name, optionsOf(response, baseUrl));
}

function optionsOf({ req }: Response, baseUrl: string): CookieOptions {
  const secure = req.secure || baseUrl.startsWith('https:');
  return { path: INBOX, httpOnly: true, sameSite: 'strict', secure };
}
