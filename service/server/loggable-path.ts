const MAX_PATH = 200;
/** Whoever has such a path has all that the page shows. */
const PUBLIC_LINKS = '/i/';
/** A number with decimals, as somebody's place has in a mistaken path. */
const DECIMALS = /(\d)(?:[.,]|%2[ec])\d+/gi;

/** A path as the log has it: cut, without decimals of numbers, and without public links. */
export function loggablePath(path: string): string {
  if (path.startsWith(PUBLIC_LINKS)) return `${PUBLIC_LINKS}…`;
  const cut = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
  return cut.replace(DECIMALS, '$1.…');
}
