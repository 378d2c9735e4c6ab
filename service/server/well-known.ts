import { Router } from 'express';
import { plainContent, sendContent } from '../http/content.ts';
import { allowOnly } from '../http/http-error.ts';
import type { Config } from './config.ts';

const TEXT = 'text/plain; charset=utf-8';
const A_DAY = 'public, max-age=86400';
const DAY_MS = 86_400_000;
/** How long the contact may be cached. RFC 9116 wants less than a year. */
const GOOD_FOR_DAYS = 90;

/**
 * Crawlers have pages to read, and would use up an API's limits. Pages below /i/ say themselves that nobody may
 * list them, which only those read who may read the page.
 */
const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /embedded/
Disallow: /integrations/
`;

/** /robots.txt (RFC 9309), /llms.txt (llmstxt.org), and /.well-known/security.txt (RFC 9116) where there is a contact. */
export function wellKnownRoutes({
  securityContact,
  baseUrl,
}: Pick<Config, 'securityContact' | 'baseUrl'>): Router {
  const router = Router();
  const add = (path: string, text: () => string) =>
    router
      .route(path)
      .get((request, response) => {
        response.set('Cache-Control', A_DAY);
        sendContent(request, response, plainContent(TEXT, text()));
      })
      .all(allowOnly('GET, HEAD'));
  add('/robots.txt', () => ROBOTS);
  add('/llms.txt', () => llmsText(baseUrl));
  if (securityContact !== undefined) {
    const path = '/.well-known/security.txt';
    const canonical = baseUrl === '' ? [] : [`Canonical: ${baseUrl}${path}`];
    add(path, () => {
      const lines = [`Contact: ${securityContact}`, `Expires: ${expiry()}`, ...canonical];
      return `${[...lines, 'Preferred-Languages: sv, en'].join('\n')}\n`;
    });
  }
  return router;
}

/** A guide for language models in the form of llmstxt.org: a title, a description, links. */
function llmsText(baseUrl: string): string {
  const at = (path: string, name: string, what: string) =>
    `- [${name}](${baseUrl}${path}): ${what}`;
  return `# Sun over Sweden

> What a solar roof in Sweden yields, at any place, tilt and direction, and what a home battery does for its house.
> A JSON API without a key: \`GET /api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10\`.

Azimuth is the compass direction that the panel faces: 180 is south. Hours are Swedish clock hours. An answer's
\`attribution\` says how its data was made; the default dataset is a coarse climatology.

## API

${at('/api/v1/pv-yield/openapi.json', 'OpenAPI document', 'every operation, field, error and example')}
${at('/docs/api?l=en', 'Reference', 'the same as pages, each operation with curl, JavaScript and Python')}
${at('/docs?l=en', 'First calls', 'a roof, a house with a battery, prices, a meter of its own, with their answers; a typed client')}
${at('/api/v1/pv-yield/meta', 'Coverage, accuracy, limits', 'as data')}

## Optional

${at('/docs/sdk?l=en', 'For installers', 'the calculator on a page of your own, and the requests that it sends')}
${at('/data?l=en', 'Data', 'files, sources, comparisons and maps of the loaded dataset')}
`;
}

/** Midnight in so many days: the same all day, so that a caller who has it keeps it. */
function expiry(): string {
  const today = Math.floor(Date.now() / DAY_MS);
  return new Date((today + GOOD_FOR_DAYS) * DAY_MS).toISOString();
}
