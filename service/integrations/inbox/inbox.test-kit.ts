/** A browser's part in the inbox: its cookies, and the forms of the page that it is on. */
import assert from 'node:assert/strict';
import { INBOX } from './cookies.ts';

/** An answer, as text. */
export interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** The cookies that came with it, as they were written. */
  cookies: string[];
}

export interface Visitor {
  /** Cookies by name, as a browser has them. */
  jar: Map<string, string>;
  get(path: string): Promise<Page>;
  /** Sends a form with the token of the last page; answers before the page that follows. */
  post(path: string, fields: [string, string][], headers?: Record<string, string>): Promise<Page>;
  /** Opens the login and sends a key. */
  logIn(key: string): Promise<Page>;
  token(): string;
}

/** A visitor without cookies. */
export function visitor(base: string): Visitor {
  const jar = new Map<string, string>();
  let token = '';
  const call = async (path: string, init: RequestInit): Promise<Page> => {
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${base}${INBOX}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie, 'accept-language': 'en', ...init.headers },
    });
    const cookies = answer.headers.getSetCookie();
    for (const text of cookies) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(text) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const text = await answer.text();
    token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
    return { status: answer.status, headers: answer.headers, text, cookies };
  };
  const post: Visitor['post'] = (path, fields, headers = {}) => {
    const body = new URLSearchParams([['token', token], ...fields]);
    return call(path, { method: 'POST', body, headers });
  };
  return {
    jar,
    post,
    get: (path) => call(path, {}),
    async logIn(key) {
      await call('', {});
      return post('/login', [['key', key]]);
    },
    token: () => token,
  };
}

/** Follows the redirect of a form. */
export async function follow(one: Visitor, answer: Page): Promise<Page> {
  assert.equal(answer.status, 303, answer.text);
  const address = answer.headers.get('location') ?? '';
  assert.ok(address.startsWith(INBOX), address);
  return one.get(address.slice(INBOX.length));
}

/** The subjects of a page's rows. */
export function subjectsOf({ text }: Page): string[] {
  return Array.from(text.matchAll(/name="(?:task|lead)" value="([^"]+)"/g), ([, value]) => value);
}

/** The address of the next page within the inbox; null on the last. */
export function nextOf({ text }: Page): string | null {
  const [, href] = /href="([^"]+)" rel="next"/.exec(text) ?? [];
  return href ? href.replaceAll('&amp;', '&').slice(INBOX.length) : null;
}
