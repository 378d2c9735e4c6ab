const MOST_SEGMENTS = 8;
/** Paths that begin with one of these are logged; others may hold anything. */
const OURS = ['integrations', 'assets', 'livez', 'readyz'];
const PLAIN = /^[A-Za-z0-9_-]{1,64}$/;
const PERSONAL_NUMBER = /^(\d{2})?\d{6}[-+]?\d{4}$/;

/**
 * A path with its ids, and without what may be anybody's data or opens something: slugs of customers'
 * pages, macs of hooks, e-mails, numbers of persons.
 */
export function loggablePath(path: string): string {
  const [, first, ...rest] = path.split('/').slice(0, MOST_SEGMENTS);
  if (first === 'i') return '/i/…';
  if (!OURS.includes(first)) return '/…';
  const shown = [first, ...rest].map((segment) => (isShown(segment) ? segment : '…'));
  return `/${shown.join('/')}`;
}

function isShown(segment: string): boolean {
  return segment === 'openapi.json' || (PLAIN.test(segment) && !PERSONAL_NUMBER.test(segment));
}
