import type { Request, RequestHandler, Response } from 'express';
import { RequestError } from '#engine/refusal.ts';
import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import { contentOf, HTML, SENT_ONCE, sendContent } from '../../../http/content.ts';
import { LINK_VERDICTS, LINKS, type TierLimit } from '../../../http/guards/limits.ts';
import type { Stores } from '../../../http/guards/memory-store.ts';
import { callCounter } from '../../../http/guards/rate-limits.ts';
import { HttpError } from '../../../http/http-error.ts';
import { languageOf } from '../../server/language.ts';
import { POLICIES, setPageHeaders } from '../../server/policy.ts';
import type { ExplorerState } from '../state.ts';
import { namesState } from '../url-state.ts';
import type { MoneyAnswer } from '../worker/money-answer.ts';
import { computeMoney, writeFirst } from './first-verdict.ts';
import { type ExplorerParts, explorerPage } from './page.ts';
import { readLink } from './read-link.ts';

/** Parts of the service that the pages of links need. */
interface LinkParts {
  loaded: LoadedData;
  stores: Stores | undefined;
  compare: CompareBatteries;
  /** Whether a comparison would take a thread from others. */
  isBusy: () => boolean;
}

/**
 * Answers links to a roof with a page that names its place and result. It is made for each request and not cached:
 * there are as many links as roofs. Other requests, and those above the limit, go on to the page that all share.
 */
export function linkedExplorer(
  { loaded, stores, compare, isBusy }: LinkParts,
  parts: () => Promise<ExplorerParts>,
): RequestHandler {
  const counter = (name: string, limit: TierLimit) =>
    stores && callCounter(name, limit, '', stores);
  const links = counter('explorer-links', LINKS);
  const verdicts = counter('explorer-verdicts', LINK_VERDICTS);

  /** Null where the script computes it: above the limit, and while a thread computes for others. */
  async function moneyOf(
    state: ExplorerState,
    request: Request,
    response: Response,
  ): Promise<MoneyAnswer | null> {
    if (isBusy() || !(await isWithin(verdicts, request, response))) return null;
    return computeMoney(loaded, state, compare).catch((error) => {
      if (error instanceof RequestError) return null;
      throw error;
    });
  }

  return async (request, response, next) => {
    const [, query = ''] = request.url.split('?', 2);
    if (!namesState(query)) return next();
    if (!(await isWithin(links, request, response))) return next();
    const language = languageOf(request);
    const link = await readLink(query, language, loaded);
    const money = await moneyOf(link.state, request, response);
    const first = writeFirst(link.state, link.yearKwh, money);
    const html = explorerPage(language, await parts(), link, first);
    setPageHeaders(response, POLICIES.explorer);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, await contentOf(HTML, html, SENT_ONCE));
  };
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
