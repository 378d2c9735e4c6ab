/** Paths that are an endpoint as they stand. `route-name.test.ts` holds them against the OpenAPI document. */
const WHOLE = new Set([
  '/',
  '/.well-known/security.txt',
  '/api/v1/pv-yield',
  '/api/v1/pv-yield/batch',
  '/api/v1/pv-yield/matrix',
  '/api/v1/pv-yield/meta',
  '/api/v1/pv-yield/openapi.json',
  '/api/v1/pv-yield/series',
  '/api/v1/simulation',
  '/api/v1/simulation/battery-strategies',
  '/api/v1/simulation/market',
  '/api/v1/simulation/openapi.json',
  '/api/v1/simulation/range',
  '/api/v1/simulation/tariffs',
  '/api/v1/simulation/verdict',
  '/data',
  '/docs',
  '/docs/api',
  '/docs/sdk',
  '/livez',
  '/llms.txt',
  '/readyz',
  '/robots.txt',
]);

/** Paths below which everything counts as one endpoint each. */
const BELOW = ['/assets/', '/data/', '/docs/', '/embedded/', '/i/', '/sdk/'];

/** Name of everything else, so that nobody can make names without end. */
const OTHER = 'other';

/** The route of a path, for counting: `/embedded/:`, never a slug. */
export function routeName(path: string): string {
  const plain = plainOf(path);
  if (WHOLE.has(plain)) return plain;
  const below = BELOW.find((start) => plain.startsWith(start));
  return below ? `${below}:` : OTHER;
}

/** Starts of paths that the log may have, the longer ones first. */
const STARTS = ['/api/v1/pv-yield/', '/api/v1/simulation/', '/api/', ...BELOW, '/'];

/** A path as the log has it: as far as it is ours, and nothing that its caller wrote. */
export function loggedPath(path: string): string {
  const plain = plainOf(path);
  if (WHOLE.has(plain)) return plain;
  return `${STARTS.find((start) => plain.startsWith(start)) ?? ''}…`;
}

/** Express takes any case and a slash at the end. */
function plainOf(path: string): string {
  if (WHOLE.has(path)) return path;
  return path.length > 1 ? path.replace(/\/$/, '').toLowerCase() : path;
}
