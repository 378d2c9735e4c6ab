/** An offer as an invoice, and each person's part of the tax reduction. */

import type { GreenDeduction, OfferRow } from '#engine/deduction/green-deduction.ts';
import { WORK_CLASSES, type WorkClass } from '#engine/deduction/rates.ts';
import type { ReductionPart } from '#engine/deduction/split-reduction.ts';
import type { OfferInvoice, ProspectRequest } from '../../../schemas/types.ts';
import type { Customer, HouseWorkType, Invoice, InvoiceRow, TaxReduction } from '../ports.ts';
import { fullName } from './deal-properties.ts';
import { type CostedRow, computeInvoicedRows, type OfferBody, reductionOf } from './reduction.ts';

/** The house-work type of each subsidy class, from the interface document. */
const HOUSE_WORK: Record<WorkClass, HouseWorkType> = {
  solar_cells: 'SOLARCELLS',
  storage: 'STORAGESELFPRODUCEDELECTRICITY',
  charging_point: 'CHARGINGSTATIONELECTRICVEHICLE',
};

const OTHER_COSTS = 'Övriga kostnader (3 %)';
/** Longest text of a row in an accounting system. */
const MAX_DESCRIPTION = 255;
const ONE = 1000;
const DAY_MS = 86_400_000;

export interface InvoiceOrder {
  offerId: string;
  /** YYYY-MM-DD. */
  invoiceDate: string;
  /** Days from the invoice to its due date. */
  paymentDays: number;
}

/** The invoice of an offer. Its rows add up to the offer's total. */
export function invoiceOf(requested: OfferBody, order: InvoiceOrder): Invoice {
  // Without applicants the accounting system would still compute a reduction of green rows.
  const offer = { ...requested, claim_reduction: hasParts(requested) };
  const { rows, otherCosts } = computeInvoicedRows(offer);
  return {
    offerId: order.offerId,
    offerNumber: offer.number,
    invoiceDate: order.invoiceDate,
    dueDate: daysLater(order.invoiceDate, order.paymentDays),
    rows: [
      ...rows.map((row) => invoiceRow(row, offer)),
      ...otherCosts.filter((row) => row.totalOre !== 0).map(otherCostsRow),
    ],
  };
}

/** A pending invoice. The error of an earlier attempt is discarded. */
export function pendingInvoice(before: OfferInvoice | null): OfferInvoice {
  const { number = null, paid_on = null } = before ?? {};
  return { state: 'pending', number, error: null, words: null, paid_on };
}

/** Whether anybody gets a part of the reduction. */
export function hasParts(offer: OfferBody): boolean {
  return (reductionOf(offer)?.parts.length ?? 0) > 0;
}

/**
 * The reduction that each person asks for, in the order of the parts.
 * @param personalNumbers 12 digits each, in the order of the applicants. Null if unknown
 * @throws Error when somebody with a part has no number: the caller checks that
 */
export function taxReductionsOf(
  offer: OfferBody,
  reduction: GreenDeduction,
  personalNumbers: readonly (string | null)[],
): TaxReduction[] {
  return reduction.parts.map((part) => {
    const applicant = offer.applicants[part.applicant];
    const personalNumber = personalNumbers[part.applicant];
    if (!personalNumber) throw new Error(`Applicant ${part.applicant} has no personal number.`);
    return {
      name: applicant.name,
      personalNumber,
      ...(applicant.property_designation
        ? { propertyDesignation: applicant.property_designation }
        : {}),
      ...(applicant.housing_association_number
        ? { housingAssociationNumber: applicant.housing_association_number }
        : {}),
      amounts: amountsOf(part),
    };
  });
}

/** Indices of applicants with a part and no personal number. */
export function partsWithoutNumber(offer: OfferBody, reduction: GreenDeduction): number[] {
  return reduction.parts
    .map(({ applicant }) => applicant)
    .filter((applicant) => !offer.applicants[applicant].has_personal_number);
}

/**
 * The prospect as a customer. Null if it has neither a name nor an e-mail.
 * @param personalNumber the first applicant's, 12 digits. Null if unknown
 */
export function customerOf(
  prospectId: string,
  prospect: ProspectRequest,
  personalNumber: string | null,
): Customer | null {
  const { email, company, address: { street = '', postal_code = '', city = '' } = {} } = prospect;
  const name = company?.name ?? (fullName(prospect) || email);
  if (name === null) return null;
  return {
    reference: prospectId,
    name,
    email,
    personalNumber: company === undefined ? personalNumber : null,
    organisationNumber: company === undefined ? null : hyphened(company.organisation_number),
    street,
    postalCode: postal_code,
    city,
  };
}

/** The number 7696001234 as 769600-1234. */
function hyphened(organisationNumber: string): string {
  const digits = organisationNumber.replace('-', '');
  return `${digits.slice(0, 6)}-${digits.slice(6)}`;
}

function invoiceRow({ row, totalOre, workClass }: CostedRow, offer: OfferBody): InvoiceRow {
  const isTyped = offer.claim_reduction && workClass !== null;
  const thousandths = Math.round(row.quantity * ONE);
  // Accounting systems round quantities to two decimals, which would change the total.
  const isWhole = (isTyped && offer.turnkey) || thousandths % 10 !== 0;
  return {
    description: isWhole ? withQuantity(row.description, row.quantity, row.unit) : row.description,
    quantityThousandths: isWhole ? ONE : thousandths,
    unit: isWhole ? 'st' : row.unit,
    unitPriceOre: isWhole ? totalOre : row.unit_price_ore,
    vatPercent: row.vat_percent,
    houseWorkType: isTyped ? HOUSE_WORK[workClass] : null,
    ...(row.article_number === undefined ? {} : { articleNumber: row.article_number }),
    ...(row.account === undefined ? {} : { account: row.account }),
  };
}

function otherCostsRow({ totalOre, vatPercent }: OfferRow): InvoiceRow {
  return {
    description: OTHER_COSTS,
    quantityThousandths: ONE,
    unit: 'st',
    unitPriceOre: totalOre,
    vatPercent,
    houseWorkType: 'OTHERCOSTS',
  };
}

/** The text of a row that represents the whole quantity: 'Panel (24 st)'. */
function withQuantity(description: string, quantity: number, unit: string): string {
  if (quantity === 1) return description;
  const tail = ` (${String(quantity).replace('.', ',')} ${unit})`;
  return description.slice(0, MAX_DESCRIPTION - tail.length) + tail;
}

function amountsOf({ sek }: ReductionPart): TaxReduction['amounts'] {
  return WORK_CLASSES.filter((workClass) => sek[workClass] > 0).map((workClass) => ({
    type: HOUSE_WORK[workClass],
    sek: sek[workClass],
  }));
}

function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
