/** An offer as the API answers it. */

import type { GreenDeduction } from '#engine/deduction/green-deduction.ts';
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Agreement, AgreementDocument, Offer, Reduction } from '../../../schemas/types.ts';
import { computeTotalOre, reductionOf } from '../rules/reduction.ts';
import { agreementOf } from '../store/agreements.ts';
import { documentsOf } from '../store/documents.ts';
import type { StoredOffer } from '../store/offers.ts';
import type { OwnStatements } from '../store/store.ts';

/** The offer with its agreement, invoice and documents. */
export async function offerAnswer(
  db: OwnStatements,
  offer: StoredOffer,
  baseUrl: string,
): Promise<Offer> {
  const agreement = await agreementOf(db, offer.id);
  const documents = await documentsOf(db, offer.id);
  return answerOf(offer, agreement?.agreement ?? null, documents, baseUrl);
}

function answerOf(
  { id, version, state, body, invoice, slug, seq }: StoredOffer,
  agreement: Agreement | null,
  documents: AgreementDocument[],
  baseUrl: string,
): Offer {
  const wholeOre = computeTotalOre(body);
  const paidOn = invoice?.paid_on ?? body.payment_date;
  const reduction = reductionOf(body, paidOn);
  return {
    id,
    version,
    state,
    ...body,
    total_ore: wholeOre,
    to_pay_ore: wholeOre - ORE_PER_SEK * (reduction?.claimedSek ?? 0),
    reduction: reduction && reductionAnswer(reduction, paidOn),
    agreement,
    invoice,
    documents,
    public_url: `${baseUrl}/i/${slug}`,
    changed: seq,
  };
}

function reductionAnswer(reduction: GreenDeduction, paidOn: string): Reduction {
  return {
    paid_on: paidOn,
    amounts_sek: reduction.amountsSek,
    claimed_sek: reduction.claimedSek,
    parts: reduction.parts.map(({ applicant, sek, sumSek }) => ({
      applicant,
      sek,
      sum_sek: sumSek,
    })),
    surplus_sek: reduction.surplusSek,
    warnings: reduction.warnings,
    preliminary: reduction.preliminary,
  };
}
