/** A browser's part in the inbox: its cookies, and the forms of the page that it is on. */
import assert from 'node:assert/strict';
import { INBOX } from '../inbox/session.ts';

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
  /** Sends a form. Answers before the page that follows. */
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
  /** Sends a key to the login. */
  logIn(key: string): Promise<Page>;
}

/** A visitor without cookies. */
export function visitor(base: string): Visitor {
  const jar = new Map<string, string>();
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
    return { status: answer.status, headers: answer.headers, text, cookies };
  };
  const post: Visitor['post'] = (path, form, headers = {}) =>
    call(path, { method: 'POST', body: new URLSearchParams(form), headers });
  return {
    jar,
    post,
    get: (path) => call(path, {}),
    logIn: (key) => post('/login', { key }),
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
  return Array.from(text.matchAll(/name="task" value="([^"]+)"/g), ([, value]) => value);
}
