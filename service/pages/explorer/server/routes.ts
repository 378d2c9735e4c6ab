import { Router } from 'express';
import { swedishDay } from '#engine/swedish-day.ts';
import { allowOnly } from '../../../http/http-error.ts';
import { LANGUAGES } from '../../messages/messages.ts';
import type { Previews } from '../../preview/render-preview.ts';
import { createCache } from '../../server/cache.ts';
import { POLICIES } from '../../server/policy.ts';
import { cachedPages, sendPages } from '../../server/send-pages.ts';
import type { Site } from '../../server/site.ts';
import { namesState } from '../url-state.ts';
import { computeHouse, firstAnswers } from './first-answers.ts';
import { inTime } from './in-time.ts';
import { linkedExplorer } from './linked.ts';
import { EXPLORER, explorerPage } from './page.ts';
import { explorerPreview, PREVIEW } from './preview.ts';
import { readLink } from './read-link.ts';

interface ExplorerRoutes {
  routes: Router;
  /** Makes the page as it first opens, in each language, as far as it is not made yet. */
  warm(): Promise<void>;
}

/**
 * `/`: a page of its own for each link to a roof, and one that all others share. That has its verdict, but for a link
 * above the limit, whose state is another.
 */
export function explorerRoutes(site: Site, previews: Previews): ExplorerRoutes {
  const { loaded, answerPage } = site;
  const linked = linkedExplorer(site);
  const inputs = () => [loaded.pvYield, loaded.prices];
  // The deduction goes by the day of the payment.
  const today = () => [...inputs(), swedishDay()];
  const plain = cachedPages((language) => explorerPage(language, site, null, null), inputs);
  const houseCache = createCache<ReturnType<typeof computeHouse>>();
  const withVerdict = cachedPages(async (language) => {
    const link = await readLink('', language, loaded);
    const house = await houseCache('', today(), () => computeHouse(loaded, link.state, answerPage));
    return explorerPage(language, site, null, firstAnswers(link, house));
  }, today);
  const sendPlain = sendPages(POLICIES.explorer, plain);
  // A page without a verdict is whole: its script says why there is none.
  const sendWithVerdict = sendPages(POLICIES.explorer, (language) =>
    inTime(withVerdict(language)).catch(() => plain(language)),
  );
  const routes = Router();
  routes.get(PREVIEW, explorerPreview(site, previews, linked.readFirst));
  routes.all(PREVIEW, allowOnly('GET, HEAD'));
  routes.get(EXPLORER, linked.page, (request, response, next) => {
    const [, query = ''] = request.url.split('?', 2);
    return (namesState(query) ? sendPlain : sendWithVerdict)(request, response, next);
  });
  routes.all(EXPLORER, allowOnly('GET, HEAD'));
  return { routes, warm: async () => void (await Promise.all(LANGUAGES.map(withVerdict))) };
}
