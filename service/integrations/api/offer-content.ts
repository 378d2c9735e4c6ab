/** The content of an offer's page. */
import { sumOf, WORK_CLASSES } from '#engine/deduction/rates.ts';
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Offer } from '../../../schemas/types.ts';
import { LANGUAGES, type Language, wordsOf } from '../../pages/messages/messages.ts';
import type { Deps } from '../deps.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { OfferContent } from '../pages/offer-contract.ts';
import { computeRowCosts } from '../rules/reduction.ts';
import type { StoredOffer } from '../store/offers.ts';
import { offerAnswer } from './offer-answer.ts';
import { findSigning } from './offer-signing.ts';

/** An offer and its organisation. */
export interface FoundOffer {
  organisation: Organisation;
  offer: StoredOffer;
}

export async function loadContent(
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
  };
}
