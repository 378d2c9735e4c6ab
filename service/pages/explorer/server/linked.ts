import type { Request, RequestHandler, Response } from 'express';
import type { LoadedData } from '../../../api/yield/dataset.ts';
import { contentOf, HTML, SENT_ONCE, sendContent } from '../../../http/content.ts';
import type { Counters } from '../../../http/guards/counters.ts';
import { LINKS } from '../../../http/guards/limits.ts';
import { callCounter } from '../../../http/guards/rate-limits.ts';
import { HttpError } from '../../../http/http-error.ts';
import { languageOf } from '../../server/language.ts';
import { POLICIES, setPageHeaders } from '../../server/policy.ts';
import { namesState } from '../url-state.ts';
import { writeFirst } from './first-verdict.ts';
import { type ExplorerParts, explorerPage } from './page.ts';
import { readLink } from './read-link.ts';

/**
 * Answers links to a roof with a page that names its place and result. It is made for each request and not cached:
 * there are as many links as roofs. Other requests, and those above the limit, go on to the page that all share.
 */
export function linkedExplorer(
  loaded: LoadedData,
  parts: () => Promise<ExplorerParts>,
  counters: Counters | undefined,
): RequestHandler {
  const count = counters && callCounter('explorer-links', LINKS, '', counters);
  return async (request, response, next) => {
    const [, query = ''] = request.url.split('?', 2);
    if (!namesState(query)) return next();
    if (count && !(await isWithin(count, request, response))) return next();
    const language = languageOf(request);
    const link = await readLink(query, language, loaded);
    const { state, yearKwh: kwh } = link;
    const first = kwh === null ? null : writeFirst(state, { kwh, money: null });
    const html = explorerPage(language, await parts(), link, first);
    setPageHeaders(response, POLICIES.explorer);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, await contentOf(HTML, html, SENT_ONCE));
  };
}

/** Counts a request. @returns false above the limit, where it is not counted */
async function isWithin(
  count: RequestHandler,
  request: Request,
  response: Response,
): Promise<boolean> {
  try {
    await new Promise<void>((resolve) => {
      resolve(count(request, response, () => {}) as Promise<void> | undefined);
    });
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'rate_limited') return false;
    throw error;
  }
}
