/** Somebody at the repair inbox: a browser without a script, its cookie and the form that it sends. */

/** Lines that a person reads on the page of stuck work. */
export interface StuckPage {
  /** The other system's own words; empty where it said none. */
  words: string;
  /** The call that corrects the first row. */
  correction: string;
  /** The number of rows after "Try again" was pressed at the first. */
  retry(): Promise<number>;
}

/** Logs in with a key and opens the page. */
export async function openInbox(baseUrl: string, key: string): Promise<StuckPage> {
  const cookies = new Map<string, string>();
  const call = async (path: string, form?: Record<string, string>): Promise<string> => {
    const answer = await fetch(new URL(path, `${baseUrl}/integrations/inbox/`), {
      method: form ? 'POST' : 'GET',
      headers: { cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const text of answer.headers.getSetCookie()) {
      const [name, value] = text.split(/[=;]/);
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    return next === null ? answer.text() : call(next);
  };
  const page = await call('login?l=en');
  const stuck = await call('login?l=en', { token: tokenIn(page), key });
  return {
    words: plain(partOf(stuck, /<q class="words">(.*?)<\/q>/)),
    correction: plain(partOf(stuck, /<code>(PUT [^<]*)/)),
    async retry() {
      const only = partOf(stuck, /name="only" value="([^"]+)"/);
      const after = await call('retry?l=en', { token: tokenIn(stuck), view: 'stuck', only });
      return [...after.matchAll(/name="only"/g)].length;
    },
  };
}

function tokenIn(page: string): string {
  return partOf(page, /name="token" value="([^"]+)"/);
}

function partOf(page: string, pattern: RegExp): string {
  return pattern.exec(page)?.[1] ?? '';
}

function plain(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
