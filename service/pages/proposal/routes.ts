import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { proposalFigures } from '#engine/economy/proposal-figures.ts';
import { compressAnswer } from '../../http/answer.ts';
import { HTML, plainContent, sendContent } from '../../http/content.ts';
import { LINKS, WINDOW_S } from '../../http/guards/limits.ts';
import type { Stores } from '../../http/guards/memory-store.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly, HttpError } from '../../http/http-error.ts';
import type { LinkSecret } from '../../http/link-secrets.ts';
import type { Previews } from '../preview/render-preview.ts';
import type { Assets } from '../server/assets.ts';
import { createCache } from '../server/cache.ts';
import type { Embeds } from '../server/embeds.ts';
import { languageOf } from '../server/language.ts';
import { POLICIES, setPageHeaders } from '../server/policy.ts';
import type { Site } from '../server/site.ts';
import { busyPage, gonePage, proposalPage } from './page.ts';
import { writePreview } from './preview.ts';
import { read } from './signed-state.ts';

const LINK = '/i/:slug';
const PICTURE = '/i/:slug/preview.png';
const ANYTHING = '/i/{*rest}';

/** The public links: a page for each that holds, and one for all others. */
export function proposalRoutes(
  { loaded, assets, baseUrl }: Site,
  embeds: () => Embeds | null,
  stores: Stores,
  linkSecrets: readonly LinkSecret[],
  previews: Previews,
): Router {
  const router = Router();
  const links = callCounter('links', LINKS, '', stores);
  router.get(ANYTHING, links);
  router.get(LINK, (request, response, next) => {
    const state = read(request.params.slug, linkSecrets, new Date());
    const embed = state && embeds()?.get(state.brand);
    if (!embed) return next();
    const language = languageOf(request);
    const path = `/i/${request.params.slug}`;
    const url = `${baseUrl || `${request.protocol}://${request.host}`}${path}`;
    const loadedDataset = loaded.pvYield?.dataset.version ?? null;
    const page = { language, path, url, state, embed, loadedDataset };
    sendLinked(request, response, language, proposalPage(page, assets));
  });
  router.get(PICTURE, async (request, response, next) => {
    const { slug } = request.params;
    const state = read(slug, linkSecrets, new Date());
    const embed = state && embeds()?.get(state.brand);
    if (!embed) return next();
    const language = languageOf(request);
    const preview = writePreview(state, proposalFigures(state), embed.title, language);
    const key = `${language} ${slug}`;
    const png = await (previews.find(key) ?? previews.png(key, preview));
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': 'private, no-store' });
    response.set('X-Robots-Tag', 'noindex, nofollow').send(png);
  });
  const keepGonePage = createCache<string>();
  router.get(ANYTHING, (request, response) => {
    const language = languageOf(request);
    const html = keepGonePage(language, [], () => gonePage(language, assets));
    sendLinked(request, response.status(404), language, html);
  });
  router.all(ANYTHING, allowOnly('GET, HEAD'));
  router.use('/i', busyAnswer(assets));
  return router;
}

/** Answers calls above their limit by a page, since a person sees it. Other errors go on. */
export function busyAnswer(assets: Assets): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (!(error instanceof HttpError && error.code === 'rate_limited')) return next(error);
    const language = languageOf(request);
    const waitS = error.retryAfterS ?? WINDOW_S;
    response.status(error.status).set('Retry-After', String(waitS));
    const page = { language, path: `${request.baseUrl}${request.path}`, waitS };
    sendLinked(request, response, language, busyPage(page, assets));
  };
}

/** Sends to whoever has the link, and for no archive, search engine or other site. A refusal is not compressed. */
export function sendLinked(
  request: Request,
  response: Response,
  language: string,
  html: string,
  policy: string = POLICIES.still,
): void {
  setPageHeaders(response, policy);
  response.removeHeader('Access-Control-Allow-Origin');
  response.removeHeader('Access-Control-Expose-Headers');
  response.set({
    'Cache-Control': 'private, no-store',
    'Content-Language': language,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  response.vary('Accept-Language');
  if (response.statusCode === 200) compressAnswer(request, response);
  sendContent(request, response, plainContent(HTML, html));
}
