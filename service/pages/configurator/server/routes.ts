import { type Request, type RequestHandler, type Response, Router } from 'express';
import { hoursUse } from '../../../../schemas/codec/prices-artifact.ts';
import { shortenAddress, wideNetwork } from '../../../http/caller.ts';
import { type Content, contentOf, HTML, sendContent, sendEncoded } from '../../../http/content.ts';
import { LEADS, LEADS_OF_NETWORK } from '../../../http/guards/limits.ts';
import { callCounter, secondsUntil } from '../../../http/guards/rate-limits.ts';
import { allowOnly, answerNotFound, HttpError } from '../../../http/http-error.ts';
import { jsonBody } from '../../../http/json-body.ts';
import type { SharedMiddleware } from '../../../http/shared-middleware.ts';
import { LANGUAGES, type Language } from '../../messages/messages.ts';
import type { Assets } from '../../server/assets.ts';
import { createCache } from '../../server/cache.ts';
import type { Embed } from '../../server/embeds.ts';
import { embeddedPolicy, POLICIES, setPageHeaders } from '../../server/policy.ts';
import type { Site } from '../../server/site.ts';
import { issueToken } from './form-token.ts';
import { type DeskParts, leadService, parseLead } from './lead.ts';
import { configuratorPage, REFUSALS, type Refusal, refusalPage, THEMES } from './page.ts';
import { themeCss } from './theme-css.ts';

export interface EmbeddedParts extends DeskParts {
  middleware: SharedMiddleware;
}

const DAY_S = 86_400;
const CSS = 'text/css; charset=utf-8';
const PAGE = '/embedded/:slug';
/** The page by a name that there need not be: it says so itself. */
const NAMED = '/embedded/:name';
const THEME = `${PAGE}/theme.css`;
const TOKEN = `${PAGE}/token`;
const LEADS_OF = `${PAGE}/leads`;

/** The installers' configurators, with what they load and send. An unknown slug has nothing. */
export function embeddedRoutes(site: Site, parts: EmbeddedParts): Router {
  const { loaded, middleware, baseUrl } = parts;
  const router = Router();
  const submit = leadService(parts);
  const leads = callCounter('leads', LEADS, '', middleware.stores);
  const ofNetwork = networkCounter(middleware.stores);
  const ownHost = baseUrl ? new URL(baseUrl).host : null;
  const own = requireSameOrigin(ownHost);
  router.param('slug', (request, response, next, slug) => {
    closeToOthers(response);
    response.locals.embed = loaded.embeds?.get(slug);
    if (response.locals.embed) next();
    else answerNotFound(request, response, next);
  });
  router.get(NAMED, sendFramedPage(site, loaded, ownHost));
  const keepTheme = createCache<Promise<Content>>();
  router.get(THEME, async (request, response) => {
    const embed = embedOf(response);
    const css = await keepTheme(embed.slug, [embed], () => contentOf(CSS, themeCss(embed.theme)));
    response.set('Cache-Control', 'no-cache');
    sendContent(request, response, css);
  });
  router.get(TOKEN, own, (_request, response) => {
    const { formKey, slug } = embedOf(response);
    const token = issueToken(formKey, slug, Date.now());
    response.set('Cache-Control', 'no-store').json({ token });
  });
  // A request is checked before it is counted, so that a slip of the pen costs nothing.
  router.post(LEADS_OF, own, middleware.readForm, checkLead, leads, ofNetwork);
  router.post(LEADS_OF, async (_request, response) => {
    const { lead } = response.locals;
    const receipt = await submit(embedOf(response), lead);
    response.status(201).set('Cache-Control', 'no-store').json(receipt);
  });
  router.all([PAGE, THEME, TOKEN], allowOnly('GET, HEAD'));
  router.all(LEADS_OF, own, allowOnly('POST'));
  return router;
}

/** Counts the leads that one configurator gets from a network: a script closes the form for its network only. */
function networkCounter(stores: SharedMiddleware['stores']): RequestHandler {
  const tiers = [
    { most: LEADS_OF_NETWORK.prefix48, network: shortenAddress },
    { most: LEADS_OF_NETWORK.prefix32, network: wideNetwork },
  ].map((tier) => ({ ...tier, store: stores(`leads-of-${tier.most}`, DAY_S) }));
  return async (_request, response, next) => {
    for (const { most, network, store } of tiers) {
      const caller = `${embedOf(response).slug} ${network(response.locals.ip)}`;
      const { totalHits, resetTime } = await store.add(caller, 1);
      if (totalHits > most) {
        const message =
          'Too many requests for offers came from your network today. Call us instead.';
        throw new HttpError('rate_limited', message, undefined, secondsUntil(resetTime));
      }
    }
    next();
  };
}

/** No other site's page may read anything here. */
function closeToOthers(response: Response): void {
  response.removeHeader('Access-Control-Allow-Origin');
  response.removeHeader('Access-Control-Expose-Headers');
}

function checkLead(request: Request, response: Response, next: () => void): void {
  response.locals.lead = parseLead(embedOf(response), jsonBody(request), Date.now());
  next();
}

function embedOf(response: Response): Embed {
  return response.locals.embed;
}

/**
 * The page, made once for each language and theme of a configurator as it was read, on the map of the dataset. Or
 * why there is none for the page around, whose origin the loader gives as `from`. What the browser lets frame it
 * is the policy's to say, whatever stands there.
 */
function sendFramedPage(
  { assets, map: mapNow, dataUrls }: Site,
  loaded: DeskParts['loaded'],
  ownHost: string | null,
): RequestHandler {
  const keepPage = createCache<Promise<Content>>();
  const sendRefusal = refusalSender(assets);
  return async (request, response) => {
    closeToOthers(response);
    // It knows no list of pages. The policy does.
    response.removeHeader('X-Frame-Options');
    const { l, from } = request.query;
    const embed = loaded.embeds?.get(String(request.params.name));
    const language = LANGUAGES.find((name) => name === l) ?? embed?.locale ?? LANGUAGES[0];
    if (!embed) return sendRefusal(request, response, 'unknown_slug', language);
    const host = ownHost ?? request.headers.host;
    if (typeof from === 'string' && !embed.origins.includes(from) && hostOf(from) !== host)
      return sendRefusal(request, response, 'refused_origin', language);
    const theme = THEMES.find((name) => name === request.query.theme) ?? 'light';
    const [map, hours, data] = [mapNow(), hoursUse(loaded.prices), await dataUrls()];
    const content = await keepPage(`${embed.slug} ${language} ${theme}`, [embed, map, data], () =>
      contentOf(HTML, configuratorPage(embed, { language, theme }, assets, { map, hours, data })),
    );
    setPageHeaders(response, embeddedPolicy(embed.origins));
    response.set('Content-Language', language);
    sendContent(request, response, content);
  };
}

/** Sends the page that is in a configurator's place, made once for each reason and language. */
function refusalSender(assets: Assets) {
  const keepPage = createCache<Promise<Content>>();
  return async (request: Request, response: Response, code: Refusal, language: Language) => {
    const content = await keepPage(`${code} ${language}`, [], () =>
      contentOf(HTML, refusalPage(code, language, assets)),
    );
    setPageHeaders(response, POLICIES.refusal);
    response.status(REFUSALS[code]).set('Content-Language', language);
    sendEncoded(request, response, content);
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * Lets only requests of this service's own pages pass.
 * @param own where the service is reached. Null: the host that the request names
 */
function requireSameOrigin(own: string | null): RequestHandler {
  return (request, _response, next) => {
    if (request.headers['sec-fetch-site'] === 'same-origin' && isFrom(own, request)) return next();
    throw new HttpError('bad_request', 'Only the page itself may ask this.');
  };
}

/** A GET of the same origin has no Origin. All else has. */
function isFrom(own: string | null, { method, headers }: Request): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return method === 'GET';
  return hostOf(origin) === (own ?? host);
}
