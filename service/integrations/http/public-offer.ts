/** The customer's page of an offer, drawn from the same parts as a proposal's. Loaded with the first request. */
import { type Request, Router } from 'express';
import { sumOf, WORK_CLASSES } from '#engine/deduction/work-class.ts';
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Offer } from '../../../schemas/types.ts';
import { ownCounters } from '../../http/guards/counters.ts';
import { LINKS } from '../../http/guards/limits.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly } from '../../http/http-error.ts';
import { noticePage } from '../../pages/proposal/page.ts';
import { busyAnswer, sendLinked } from '../../pages/proposal/routes.ts';
import { type Assets, BUILT, loadViews, openAssets } from '../../pages/server/assets.ts';
import { createCache } from '../../pages/server/cache.ts';
import { languageOf } from '../../pages/server/language.ts';
import { writePage } from '../../pages/server/shell.ts';
import { LANGUAGES, type Language, wordsOf } from '../../pages/shared/words.ts';
import type { OfferContent, Views } from '../../pages/views/contract.ts';
import { computeRowCosts } from '../mapping/row-totals.ts';
import type { IntegrationsParts } from '../parts.ts';
import { readOffer, type StoredOffer } from '../store/offers.ts';
import { offerAnswer } from './offer-answer.ts';

const DAY_MS = 86_400_000;
/** Days after its last day of validity in which an offer can still be seen. */
const KEPT_DAYS = 30;
const SLUG = /^[\w-]{10,64}$/;

/** @throws Error when the pages were not built */
export async function publicOfferRoutes(parts: IntegrationsParts): Promise<Router> {
  const assets = openAssets(BUILT);
  const views = await loadViews(BUILT);
  const router = Router();
  const links = callCounter('links', LINKS, '', ownCounters);
  router.get('/i/{*rest}', links);
  router.get('/i/:slug', async (request, response, next) => {
    const content = await loadContent(parts, request);
    if (content === null) return next();
    const html = renderPage(content, request.path, assets, views);
    sendLinked(request, response, content.language, html);
  });
  const keepGonePage = createCache<string>();
  router.get('/i/{*rest}', (request, response) => {
    const language = languageOf(request);
    const { goneTitle: title, goneText: text } = wordsOf(language).proposal;
    const html = keepGonePage(language, [], () =>
      noticePage(language, { title, text, link: null }, assets, views),
    );
    sendLinked(request, response.status(404), language, html);
  });
  router.all('/i/{*rest}', allowOnly('GET, HEAD'));
  router.use('/i', busyAnswer(assets, views));
  router.all('/assets/:file', assets.serve);
  return router;
}

/** The content of an offer's page. Null if there is none to show: nobody learns why. */
async function loadContent(
  { store, organisations, baseUrl, now }: IntegrationsParts,
  request: Request,
): Promise<OfferContent | null> {
  const { slug } = request.params;
  if (typeof slug !== 'string' || !SLUG.test(slug)) return null;
  // Only the slug shows whose it is.
  const [found] = await store.changeAll((all) =>
    all.query<{ org: string; id: string }>('select org, id from offer where slug = $1', slug),
  );
  const organisation = organisations.current.find(({ id }) => id === found?.org);
  if (!organisation) return null;
  const db = store.of(organisation.id);
  const offer = await readOffer(db, found.id);
  if (offer === null || isOver(offer.body.valid_until, now())) return null;
  const answer = await offerAnswer(db, offer, baseUrl);
  return buildContent(answer, offer, organisation.name, languageOf(request));
}

function isOver(validUntil: string, now: Date): boolean {
  return now.getTime() > Date.parse(validUntil) + (KEPT_DAYS + 1) * DAY_MS;
}

function buildContent(
  { total_ore, to_pay_ore, reduction, agreement, state, ...offer }: Offer,
  { slug, body }: StoredOffer,
  brand: string,
  language: Language,
): OfferContent {
  const signees = agreement?.signees ?? [];
  const signed = signees.filter(({ status }) => status === 'signed').length;
  const { site } = wordsOf(language);
  const names = { sv: site.swedish, en: site.english };
  return {
    language,
    languages: LANGUAGES.map((choice) => ({
      language: choice,
      name: names[choice],
      href: `/i/${slug}?l=${choice}`,
    })),
    brand,
    number: offer.number,
    title: offer.title,
    validUntil: offer.valid_until,
    paidOn: offer.payment_date,
    rows: computeRowCosts(body).map(({ row, totalOre }) => ({
      what: row.description,
      quantity: row.quantity,
      unit: row.unit,
      sek: totalOre / ORE_PER_SEK,
    })),
    sumSek: total_ore / ORE_PER_SEK,
    reductions: WORK_CLASSES.map((workClass) => ({
      workClass,
      sek: reduction?.amounts_sek[workClass] ?? 0,
    })).filter(({ sek }) => sek > 0),
    surplusSek: reduction ? sumOf(reduction.surplus_sek) : 0,
    toPaySek: to_pay_ore / ORE_PER_SEK,
    signing: {
      state: state === 'out_for_signature' ? 'outForSignature' : state,
      signed,
      all: signees.length,
    },
  };
}

function renderPage(content: OfferContent, path: string, assets: Assets, views: Views): string {
  const { language, number, title, brand } = content;
  const words = wordsOf(language).offer;
  return writePage(assets, {
    language,
    path,
    framed: true,
    title: `${number} ${title} · ${brand}`,
    description: words.description,
    styles: [assets.url('proposal.css')],
    body: views.offer(words, content),
  });
}
