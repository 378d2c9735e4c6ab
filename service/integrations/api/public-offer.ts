/** The customer's page of an offer. Loaded with the first request. */
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { memoryCounters } from '../../http/guards/counters.ts';
import { LINKS } from '../../http/guards/limits.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly } from '../../http/http-error.ts';
import { wordsOf } from '../../pages/messages/messages.ts';
import { noticePage } from '../../pages/proposal/page.ts';
import { busyAnswer, sendLinked } from '../../pages/proposal/routes.ts';
import { type Assets, BUILT, openAssets } from '../../pages/server/assets.ts';
import { createCache } from '../../pages/server/cache.ts';
import { languageOf } from '../../pages/server/language.ts';
import { writePage } from '../../pages/server/shell.ts';
import type { Deps } from '../deps.ts';
import { renderOffer } from '../pages/offer.tsx';
import type { OfferContent } from '../pages/offer-contract.ts';
import { readOffer } from '../store/offers.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type FoundOffer, loadContent } from './offer-content.ts';
import { isOver } from './offer-signing.ts';

const SLUG = /^[\w-]{10,64}$/;

/** @throws Error when the pages were not built */
export async function publicOfferRoutes(deps: Deps): Promise<Router> {
  const assets = openAssets(BUILT);
  const router = Router();
  const links = callCounter('links', LINKS, '', memoryCounters);
  const send = (request: Request, response: Response, content: OfferContent) => {
    const html = renderPage(content, request.path, assets);
    sendLinked(request, response, content.language, html);
  };
  router.get('/i/{*rest}', links);
  router.get('/i/:slug', async (request, response, next) => {
    const found = await findOffer(deps, request);
    if (found === null) return next();
    send(request, response, await loadContent(deps, languageOf(request), found));
  });
  const keepGonePage = createCache<string>();
  const sendGone: RequestHandler = (request, response) => {
    const language = languageOf(request);
    const { goneTitle: title, goneText: text } = wordsOf(language).proposal;
    const html = keepGonePage(language, [], () =>
      noticePage(language, { title, text, link: null }, assets),
    );
    sendLinked(request, response.status(404), language, html);
  };
  router.get('/i/{*rest}', sendGone);
  router.all('/i/{*rest}', allowOnly('GET, HEAD'));
  router.use('/i', busyAnswer(assets), unavailableAnswer(assets));
  router.all('/assets/:file', assets.serve);
  return router;
}

/** Shows a page if the store does not answer. */
function unavailableAnswer(assets: Assets): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (!(error instanceof StoreUnavailable)) return next(error);
    const language = languageOf(request);
    const { unavailableTitle: title, unavailableText: text, again } = wordsOf(language).offer;
    const link = { href: request.originalUrl, name: again };
    const html = noticePage(language, { title, text, link }, assets);
    sendLinked(request, response.status(503).set('Retry-After', '5'), language, html);
  };
}

/** Null if there is none to show. Visitors cannot see why. */
async function findOffer(
  { store, organisations, now }: Deps,
  request: Request,
): Promise<FoundOffer | null> {
  const { slug } = request.params;
  if (typeof slug !== 'string' || !SLUG.test(slug)) return null;
  const [found] = await store.changeAll((all) =>
    all.query<{ org: string; id: string }>('select org, id from offer where slug = $1', slug),
  );
  const organisation = organisations.current.find(({ id }) => id === found?.org);
  if (!organisation) return null;
  const offer = await readOffer(store.of(organisation.id), found.id);
  if (offer === null || isOver(offer.body.valid_until, now())) return null;
  return { organisation, offer };
}

function renderPage(content: OfferContent, path: string, assets: Assets): string {
  const { language, number, title, brand } = content;
  const words = wordsOf(language).offer;
  return writePage(assets, {
    language,
    path,
    framed: true,
    title: `${number} ${title} · ${brand}`,
    description: words.description,
    styles: [assets.url('proposal.css')],
    body: renderOffer(words, content),
  });
}
