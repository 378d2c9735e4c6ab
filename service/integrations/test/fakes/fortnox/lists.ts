/** Fortnox's lists: filtered, a page at a time. */
import type { Call, Reply } from '../fake-server.ts';
import { refuse } from './account.ts';

const PAGE = 100;
const LONGEST_PAGE = 500;
const OF_EVERY_LIST = ['limit', 'page'];

/** The refusal of a filter that the list does not have, or of a page that cannot be. */
export function wrongFilter({ query }: Call, known: readonly string[]): Reply | undefined {
  const names = [...query.keys()];
  if (names.some((name) => !known.includes(name) && !OF_EVERY_LIST.includes(name))) {
    return refuse('unknownFilter');
  }
  const { limit, page } = pageOf(query);
  const isPage = Number.isInteger(limit) && limit >= 1 && limit <= LONGEST_PAGE && page >= 1;
  return isPage ? undefined : refuse('filterValue');
}

/** A page of the records. @param name the list's name in the answer */
export function pageReply(name: string, records: readonly object[], { query }: Call): Reply {
  const { limit, page } = pageOf(query);
  const MetaInformation = {
    '@TotalResources': records.length,
    '@TotalPages': Math.max(1, Math.ceil(records.length / limit)),
    '@CurrentPage': page,
  };
  const shown = records.slice((page - 1) * limit, page * limit);
  return { status: 200, body: { MetaInformation, [name]: shown } };
}

/** Whether a text holds a filter's value, in whatever case. */
export function holds(text: string, value: string | null): boolean {
  return text.toLowerCase().includes((value ?? '').toLowerCase());
}

function pageOf(query: URLSearchParams) {
  return { limit: Number(query.get('limit') ?? PAGE), page: Number(query.get('page') ?? 1) };
}
