/** An offer as other systems would get it. Nothing is sent; personal numbers are masked. */
import { Router } from 'express';
import type { GreenDeduction } from '#engine/deduction/green-deduction.ts';
import { sumOf } from '#engine/deduction/rates.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import type { Preview, PreviewDeal, Prospect } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import { notFound } from '../errors.ts';
import {
  contactOf,
  contactWithoutEmail,
  dealName,
  dealValues,
  prospectKey,
} from '../mapping/deal-properties.ts';
import { invoiceOf, partsWithoutNumber, taxReductionsOf } from '../mapping/invoice.ts';
import { type OfferBody, reductionOf } from '../mapping/row-totals.ts';
import type { IntegrationsParts } from '../parts.ts';
import type { AccountingAccount, CrmAccount } from '../providers/account.ts';
import { invoiceBody, reductionBody } from '../providers/bodies.ts';
import { readOffer } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import { organisationOf } from './access.ts';
import { pathId } from './request-values.ts';

const MASKED_NUMBER = '*'.repeat(12);
/** A number that the accounting system gives only when it has created the thing. */
const NOT_YET = '(new)';

/** GET /offers/{id}/preview */
export function previewRoutes({ store, now }: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/offers/:id/preview')
    .get(async (request, response) => {
      const { id: org, crm, accounting } = organisationOf(response);
      const id = pathId(request, 'offer');
      const offer = await readOffer(store.of(org), id);
      const prospect = offer && (await readProspect(store.of(org), offer.body.prospect_id));
      if (!offer || !prospect) throw notFound('offer');
      const { body } = offer;
      const reduction = reductionOf(body);
      const order = {
        offerId: id,
        invoiceDate: swedishDay(now()),
        paymentDays: accounting?.paymentDays ?? 0,
      };
      const preview: Preview = {
        deal: crm && dealOf(prospect, crm),
        invoice: accounting && invoiceBody(accounting, invoiceOf(body, order), NOT_YET),
        reductions: accounting && reduction ? reductionsOf(body, reduction, accounting) : [],
        warnings: warningsOf(prospect, body, reduction),
      };
      response.json(preview);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

function dealOf(prospect: Prospect, { prefix }: CrmAccount): PreviewDeal | null {
  if ((contactOf(prospect) ?? contactWithoutEmail(prospect)) === null) return null;
  const properties = { ...dealValues(prospect, prefix), [prospectKey(prefix)]: prospect.id };
  return { name: dealName(prospect), properties };
}

/** The reductions of persons with a number; whoever lacks one is a warning. */
function reductionsOf(body: OfferBody, reduction: GreenDeduction, account: AccountingAccount) {
  const missing = partsWithoutNumber(body, reduction);
  const parts = reduction.parts.filter(({ applicant }) => !missing.includes(applicant));
  const masked = body.applicants.map(() => MASKED_NUMBER);
  return taxReductionsOf(body, { ...reduction, parts }, masked).map((one) =>
    reductionBody(account, one, NOT_YET),
  );
}

function warningsOf(
  prospect: Prospect,
  body: OfferBody,
  reduction: GreenDeduction | null,
): Preview['warnings'] {
  const warnings: Preview['warnings'] = [...(reduction?.warnings ?? [])];
  if (reduction && sumOf(reduction.amountsSek) > 0) {
    const isMissing = partsWithoutNumber(body, reduction).length > 0;
    if (isMissing || reduction.parts.length === 0) warnings.push('applicants_missing');
  }
  if (prospect.email === null) warnings.push('email_missing');
  return warnings;
}
