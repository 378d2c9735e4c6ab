import type { Request, RequestHandler, Response } from 'express';
import { RequestError } from '#engine/refusal.ts';
import { contentOf, HTML, SENT_ONCE } from '../../../http/content.ts';
import { LINK_VERDICTS, LINKS, type TierLimit } from '../../../http/guards/limits.ts';
import { callCounter } from '../../../http/guards/rate-limits.ts';
import { HttpError } from '../../../http/http-error.ts';
import { languageOf } from '../../server/language.ts';
import { POLICIES } from '../../server/policy.ts';
import { sendPages } from '../../server/send-pages.ts';
import type { Site } from '../../server/site.ts';
import type { FirstHouse } from '../page-data.ts';
import type { ExplorerState } from '../state.ts';
import { namesState } from '../url-state.ts';
import { computeHouse, firstAnswers } from './first-answers.ts';
import { inTime } from './in-time.ts';
import { findFaults } from './link-faults.ts';
import { explorerPage } from './page.ts';
import type { ReadFirst } from './preview.ts';
import { readLink } from './read-link.ts';

/**
 * Answers links to a roof with a page that names its place and result. It is made for each request and not cached:
 * there are as many links as roofs. Other requests, and those above the limit, go on to the page that all share.
 */
export function linkedExplorer(site: Site): { page: RequestHandler; readFirst: ReadFirst } {
  const { loaded, answerPage, api } = site;
  const counter = (name: string, limit: TierLimit) =>
    api && callCounter(name, limit, '', api.stores);
  const links = counter('explorer-links', LINKS);
  const verdicts = counter('explorer-verdicts', LINK_VERDICTS);

  /** Null where the script computes it: above the limit, while a thread computes for others, and after ten seconds. */
  async function houseOf(
    state: ExplorerState,
    request: Request,
    response: Response,
  ): Promise<FirstHouse | null> {
    if (api?.isBusy() || !(await isWithin(verdicts, request, response))) return null;
    return inTime(computeHouse(loaded, state, answerPage)).catch((error) => {
      if (error instanceof RequestError) return null;
      throw error;
    });
  }

  const readFirst: ReadFirst = async (request, response) => {
    const [, query = ''] = request.url.split('?', 2);
    if (!isLink(query) || !(await isWithin(links, request, response))) return null;
    const link = await readLink(query, languageOf(request), loaded);
    const house = await houseOf(link.state, request, response);
    return { link, first: firstAnswers(link, house) };
  };

  const page: RequestHandler = async (request, response, next) => {
    const found = await readFirst(request, response);
    if (!found) return next();
    const { link, first } = found;
    const send = sendPages(POLICIES.explorer, async (language) =>
      contentOf(HTML, await explorerPage(language, site, link, first), SENT_ONCE),
    );
    return send(request, response, next);
  };
  return { page, readFirst };
}

/** Whether a query asks for anything of the page. */
function isLink(query: string): boolean {
  return namesState(query) || findFaults(query).names !== '';
}

/** Counts a request. @returns false above the limit, where it is not counted */
async function isWithin(
  count: RequestHandler | undefined,
  request: Request,
  response: Response,
): Promise<boolean> {
  if (!count) return true;
  return new Promise((resolve, reject) => {
    count(request, response, (error?: unknown) => {
      if (!error) resolve(true);
      else if (error instanceof HttpError && error.code === 'rate_limited') resolve(false);
      else reject(error);
    });
  });
}
