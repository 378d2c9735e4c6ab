/** The customer's page of an offer. Loaded with the first request. */
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { sumOf, WORK_CLASSES } from '#engine/deduction/rates.ts';
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Agreement, Offer } from '../../../schemas/types.ts';
import { LINKS } from '../../http/guards/limits.ts';
import { memoryStores } from '../../http/guards/memory-store.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly } from '../../http/http-error.ts';
import { type Language, wordsOf } from '../../pages/messages/messages.ts';
import { busyAnswer, sendLinked } from '../../pages/proposal/routes.ts';
import { type Assets, BUILT, openAssets } from '../../pages/server/assets.ts';
import { createCache } from '../../pages/server/cache.ts';
import { languageOf } from '../../pages/server/language.ts';
import { languageChoices } from '../../pages/server/language-links.tsx';
import { noticePage } from '../../pages/server/notice.tsx';
import { writePage } from '../../pages/server/shell.ts';
import type { Deps } from '../deps.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { renderOffer } from '../pages/offer.tsx';
import type { OfferContent, SigningState } from '../pages/offer-contract.ts';
import { isRefused } from '../rules/agreement.ts';
import { computeRowCosts } from '../rules/reduction.ts';
import { readOffer, type StoredOffer } from '../store/offers.ts';
import { type OwnStatements, StoreUnavailable } from '../store/store.ts';
import { readTask } from '../store/tasks.ts';
import { offerAnswer } from './offer-answer.ts';

const SLUG = /^[\w-]{10,64}$/;

/** @throws Error when the pages were not built */
export async function publicOfferRoutes(deps: Deps): Promise<Router> {
  const assets = openAssets(BUILT);
  const router = Router();
  const links = callCounter('links', LINKS, '', memoryStores);
  const send = (request: Request, response: Response, content: OfferContent) => {
    const { language, number, title, brand } = content;
    const words = wordsOf(language).offer;
    const html = writePage(assets, {
      language,
      path: request.path,
      framed: true,
      title: `${number} ${title} · ${brand}`,
      description: words.description,
      styles: [assets.url('proposal.css')],
      body: renderOffer(words, content),
    });
    sendLinked(request, response, language, html);
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

interface FoundOffer {
  organisation: Organisation;
  offer: StoredOffer;
}

async function loadContent(
  { store, baseUrl, now }: Deps,
  language: Language,
  { organisation, offer }: FoundOffer,
): Promise<OfferContent> {
  const db = store.of(organisation.id);
  const answer = await offerAnswer(db, offer, baseUrl);
  return {
    ...buildContent(answer, offer, organisation.name, language),
    signing: await findSigning(db, organisation, answer, now()),
  };
}

function buildContent(
  { total_ore, to_pay_ore, reduction, ...offer }: Offer,
  { slug, body }: StoredOffer,
  brand: string,
  language: Language,
): Omit<OfferContent, 'signing'> {
  return {
    language,
    languages: languageChoices(`/i/${slug}`),
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
  };
}

const DAY_MS = 86_400_000;
/** Days for which an expired offer is still shown. */
const RETENTION_DAYS = 30;

/** Whether an offer is shown no more. */
function isOver(validUntil: string, now: Date): boolean {
  return now.getTime() > Date.parse(validUntil) + (RETENTION_DAYS + 1) * DAY_MS;
}

/** Whether an offer's last day has passed. */
function hasLapsed(validUntil: string, now: Date): boolean {
  return now.getTime() >= Date.parse(validUntil) + DAY_MS;
}

type Shown = Pick<Offer, 'state' | 'agreement' | 'valid_until'>;

/** How far signing has come, and how many of the signees have signed. */
async function findSigning(
  db: OwnStatements,
  organisation: Organisation,
  offer: Shown,
  now: Date,
): Promise<OfferContent['signing']> {
  const signees = offer.agreement?.signees ?? [];
  const signed = signees.filter(({ status }) => status === 'signed').length;
  const state = await signingState(db, organisation, offer, now);
  return { state, signed, all: signees.length };
}

async function signingState(
  db: OwnStatements,
  organisation: Organisation,
  offer: Shown,
  now: Date,
): Promise<SigningState> {
  const { state, agreement } = offer;
  if (state === 'draft') return draftState(offer, now);
  if (agreement === null || state === 'signed' || state === 'invoiced') {
    return state === 'out_for_signature' ? 'outForSignature' : state;
  }
  if (state === 'revoked') return endState(agreement);
  if (agreement.unconfirmed !== null) return 'uncertain';
  if (agreement.state === 'draft') return sendingState(db, organisation, agreement.id);
  return agreement.state === 'partly_signed' ? 'partlySigned' : 'outForSignature';
}

function draftState({ agreement, valid_until }: Shown, now: Date): SigningState {
  if (agreement?.state === 'completed') return 'signedPrevious';
  if (hasLapsed(valid_until, now)) return 'lapsed';
  return agreement === null ? 'draft' : 'renewed';
}

function endState(agreement: Agreement): SigningState {
  const { state, signees } = agreement;
  if (state === 'failed') return state;
  if (signees.some(({ status }) => status === 'declined')) return 'declined';
  if (state === 'expired') return 'timedOut';
  if (state === 'deleted') return state;
  return isRefused(agreement) ? 'notSent' : 'revoked';
}

/** The state of the task that sends an agreement: it may have failed, or wait for the account or the subscription. */
async function sendingState(
  db: OwnStatements,
  { isActive }: Organisation,
  agreementId: string,
): Promise<SigningState> {
  const task = await readTask(db, 'sign.send', agreementId);
  if (task?.state === 'attention' || task?.state === 'failed') return 'notSent';
  const isLate = !isActive || (task !== null && (task.paused !== null || task.last_error !== null));
  return isLate ? 'delayed' : 'sending';
}
