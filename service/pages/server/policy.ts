import type { Response } from 'express';

/** A page's Content-Security-Policy by directive. */
type Rules = Record<string, string>;

const SELF = "'self'";

/** Rules of every page: it is framed by nobody, sends no form and changes no base. */
const CLOSED: Rules = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** A page of our own styles and drawings, without a script. */
const STILL: Rules = { ...CLOSED, 'style-src': SELF, 'img-src': `${SELF} data:` };

/** Rights of each page to load and do things. Everything else is refused. A new page is a new line. */
export const POLICIES = {
  still: textOf(STILL),
  // The repair inbox, whose forms this server takes.
  forms: textOf({ ...STILL, 'form-action': SELF }),
  // The search reads its entries from this server.
  reference: textOf({ ...STILL, 'script-src': SELF, 'connect-src': SELF }),
  // A script copies the code.
  code: textOf({ ...STILL, 'script-src': SELF }),
  // The configurator to try is a frame of this server, put there by its own script.
  sdk: textOf({ ...STILL, 'script-src': SELF, 'frame-src': SELF }),
  // The explorer calls the API. Its engine runs in a worker.
  explorer: textOf({
    ...STILL,
    'script-src': SELF,
    'connect-src': SELF,
    'worker-src': SELF,
    'manifest-src': SELF,
    'form-action': SELF,
  }),
  // A worker has the policy that its script came with, and not its page's.
  worker: textOf({ 'default-src': "'none'", 'connect-src': SELF, 'frame-ancestors': "'none'" }),
  // A frame without a configurator sends the reason to any page around it.
  refusal: textOf({ ...STILL, 'script-src': SELF, 'frame-ancestors': '*' }),
  // The report is one file that can be mailed, hence its inline styles. Here it has our header.
  report: textOf({ ...STILL, 'style-src': `${SELF} 'unsafe-inline'` }),
} as const;

/** A configurator's: as an application's page, but framed by the pages of its installer, and by /docs/sdk. */
export function embeddedPolicy(origins: readonly string[]): string {
  return textOf({
    ...STILL,
    'script-src': SELF,
    'connect-src': SELF,
    'worker-src': SELF,
    'frame-ancestors': [SELF, ...origins].join(' '),
  });
}

/** Sets a page's policy and its cache rule: browsers revalidate a page at each visit. */
export function setPageHeaders(response: Response, policy: string): void {
  response.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'geolocation=(self)',
  });
}

function textOf(rules: Rules): string {
  return Object.entries(rules)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
