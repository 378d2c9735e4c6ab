/** An offer's rows in the terms of the tax reduction, and their totals. */
import {
  type GreenDeduction,
  greenDeduction,
  type OfferRow,
  rowTotalOre,
  type TurnkeyRows,
  turnkeyRows,
} from '#engine/deduction/green-deduction.ts';
import { ratesOn, WORK_CLASSES, type WorkClass } from '#engine/deduction/rates.ts';
import type { PartsWanted } from '#engine/deduction/split-reduction.ts';
import type {
  OfferApplicant,
  OfferRequest,
  OfferRequestRow,
  SplitWish,
} from '../../../schemas/types.ts';

/** An offer as stored: with all defaults, without personal numbers. */
export type OfferBody = Omit<Required<OfferRequest>, 'applicants'> & {
  applicants: OfferApplicant[];
};

export interface CostedRow extends OfferRow {
  row: OfferRequestRow;
}

/** Thousandths of a quantity. Null if it has more than three decimals. */
export function thousandthsOf(quantity: number): number | null {
  const thousandths = Math.round(quantity * 1000);
  return thousandths / 1000 === quantity ? thousandths : null;
}

export function computeRowCosts({ rows }: Pick<OfferBody, 'rows'>): CostedRow[] {
  return rows.map((row) => ({
    row,
    workClass: row.subsidy_class === 'none' ? null : row.subsidy_class,
    totalOre: rowTotalOre(Math.round(row.quantity * 1000), row.unit_price_ore),
    vatPercent: row.vat_percent,
  }));
}

/**
 * Computes the invoiced rows. A turnkey price is split, if a reduction is claimed, into work and other costs, one row for
 * each VAT rate.
 */
export function computeInvoicedRows(offer: OfferBody): TurnkeyRows<CostedRow> {
  const rows = computeRowCosts(offer);
  if (!offer.claim_reduction || !offer.turnkey) return { rows, otherCosts: [] };
  return turnkeyRows(rows);
}

/** Computes the offer's total with VAT, before the reduction, öre. */
export function computeTotalOre(offer: Pick<OfferBody, 'rows'>): number {
  return computeRowCosts(offer).reduce((sum, row) => sum + row.totalOre, 0);
}

/**
 * The reduction that the offer gives. Null if none is asked for.
 * @param paidOn the day of payment, which decides the rates
 * @throws RangeError when the rows of a class are below 0, or the date of payment has no rates
 */
export function reductionOf(
  offer: OfferBody,
  paidOn: string = offer.payment_date,
): GreenDeduction | null {
  if (!offer.claim_reduction) return null;
  const allowances = offer.applicants.map(({ allowance_sek }) => allowance_sek);
  const { rows } = computeInvoicedRows(offer);
  return greenDeduction(rows, paidOn, allowances, partsWanted(offer.split));
}

/** The wished split, in the reduction's terms. */
function partsWanted({ mode, shares_percent = [] }: SplitWish): PartsWanted {
  if (mode === 'per_started_cap') return 'fewest';
  return mode === 'all_applicants' ? 'all' : shares_percent;
}

const NAMES: Record<WorkClass, string> = {
  solar_cells: 'solar cells',
  storage: 'storage',
  charging_point: 'charging points',
};
const PERMILLE_PER_PERCENT = 10;

/**
 * The fault of a payment date: an invoice is paid on its day or later, when other rates apply. Null if the same
 * rates apply.
 * @param day that of the invoice, YYYY-MM-DD
 */
export function paymentDateFault(offer: OfferBody, day: string): string | null {
  const { payment_date: stated } = offer;
  const changed = stated < day ? changedClass(offer, day) : undefined;
  if (changed === undefined) return null;
  return `asks for ${rateOf(changed, stated)}, the rate of payments on ${stated}; an invoice of ${day} is paid on that day or later, when the rate is ${rateOf(changed, day)}. Set the day on which it is to be paid`;
}

/** The first class of work in the offer that has another rate on that day. */
function changedClass(offer: OfferBody, day: string): WorkClass | undefined {
  if (!offer.claim_reduction) return undefined;
  const classes = computeRowCosts(offer).map(({ workClass }) => workClass);
  const before = ratesOn(offer.payment_date);
  const then = ratesOn(day);
  return WORK_CLASSES.find((one) => classes.includes(one) && before[one] !== then[one]);
}

function rateOf(workClass: WorkClass, day: string): string {
  return `${ratesOn(day)[workClass] / PERMILLE_PER_PERCENT} % of ${NAMES[workClass]}`;
}
