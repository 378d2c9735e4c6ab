const REDIRECTS = [301, 302, 303, 307, 308];

/** Longest chain that is followed. */
export const MOST_REDIRECTS = 5;

/** Whether a status sends the asker elsewhere. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}

/**
 * Where a redirect leads.
 * @throws Error when it names no web address, or leads from https to http
 */
export function redirectTarget(from: URL, location: string | null): URL {
  if (!location || !URL.canParse(location, from.href)) {
    throw new Error(
      `${from}: redirects to "${location ?? ''}", expected an address. Correct the url.`,
    );
  }
  const target = new URL(location, from);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new Error(`${from}: redirects to ${target}, expected https. Correct the url.`);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new Error(
      `${from}: redirects to ${target}, expected https: the content could be changed on the way. Correct the url.`,
    );
  }
  return target;
}
