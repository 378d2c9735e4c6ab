/** A reduction's amounts, and each person's part: nothing is stored. */
import { type RequestHandler, Router } from 'express';
import { greenDeduction, type OfferRow, turnkeyRows } from '#engine/deduction/green-deduction.ts';
import { VAT_PERCENT } from '#engine/money.ts';
import { fillingValidator } from '../../../schemas/checks/fill-defaults.ts';
import type { TaxReductionsRequest } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import { partsWanted } from '../mapping/row-totals.ts';
import { organisationOf } from './access.ts';
import { reductionAnswer } from './offer-answer.ts';
import { checkBases, checkPaymentDate, checkSplit } from './offer-request.ts';
import { checkedBody } from './request-values.ts';

const check = fillingValidator('integrations/tax-reductions-request.schema.json');

/** @param readBody reads small bodies */
export function taxReductionRoutes(readBody: RequestHandler): Router {
  const router = Router();
  router
    .route('/tax-reductions')
    .post(readBody, (request, response) => {
      const input = checkedBody(request, check);
      const split = input.split ?? { mode: organisationOf(response).taxSplit };
      const rows = rowsOf(input);
      checkPaymentDate(input.payment_date);
      checkBases(rows);
      checkSplit(split, input.allowances_sek.length);
      const counted = input.turnkey ? turnkeyRows(rows).rows : rows;
      const reduction = greenDeduction(
        counted,
        input.payment_date,
        input.allowances_sek,
        partsWanted(split),
      );
      response.json(reductionAnswer(reduction, input.payment_date));
    })
    .all(allowOnly('POST'));
  return router;
}

function rowsOf({ rows }: TaxReductionsRequest): OfferRow[] {
  return rows.map(({ total_ore, subsidy_class }) => ({
    workClass: subsidy_class === 'none' ? null : subsidy_class,
    totalOre: total_ore,
    // Rates of VAT only separate the parts that a turnkey price cuts off, which nobody sees here.
    vatPercent: VAT_PERCENT,
  }));
}
