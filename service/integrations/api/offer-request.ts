/** The body of an offer, checked beyond its schema, with all defaults filled in. */
import { ORE_PER_SEK } from '#engine/money.ts';
import { fillingValidator } from '../../../schemas/checks/fill-defaults.ts';
import type {
  OfferRequest,
  OfferRequestApplicant,
  OfferRequestRow,
  SplitWish,
} from '../../../schemas/types.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { isAdultIn, isOrganisationNumber, personalNumberOf } from '../rules/identity-numbers.ts';
import {
  computeRowCosts,
  computeTotalOre,
  type OfferBody,
  paymentDateFault,
  reductionOf,
  thousandthsOf,
} from '../rules/reduction.ts';
import { checkedId, invalid } from './request-values.ts';

export const checkOffer = fillingValidator('integrations/offer-request.schema.json');

export interface SettledOffer {
  body: OfferBody;
  /** Twelve digits each, in the order of the applicants. Null if unknown. */
  personalNumbers: (string | null)[];
}

/** 100 million SEK. A larger sum is a typing error. */
const MOST_ORE = 100_000_000 * ORE_PER_SEK;
/** The first year with a reduction. */
const EARLIEST = '2021-01-01';

/**
 * The stored form of a body that fits the schema.
 * @param today YYYY-MM-DD
 * @throws IntegrationsError invalid_parameter
 */
export function settleOffer(
  { applicants = [], turnkey = false, claim_reduction = true, ...request }: OfferRequest,
  { taxSplit }: Pick<Organisation, 'taxSplit'>,
  today: string,
): SettledOffer {
  checkedId('prospect_id', request.prospect_id);
  const body: OfferBody = {
    ...request,
    turnkey,
    claim_reduction,
    applicants: applicants.map(({ personal_number, allowance_sek = 50_000, ...applicant }) => ({
      ...applicant,
      has_personal_number: personal_number !== undefined,
      allowance_sek,
    })),
    split: request.split ?? { mode: taxSplit },
  };
  checkRows(request.rows);
  checkAssociations(applicants);
  checkTotal(body);
  checkSplit(body.split, applicants.length);
  const personalNumbers = numbersOf(applicants, Number(body.payment_date.slice(0, 4)));
  checkReduction(body, today);
  return { body, personalNumbers };
}

/** @throws IntegrationsError if shares and applicants do not match */
function checkSplit({ mode, shares_percent }: SplitWish, applicants: number): void {
  const field = 'split.shares_percent';
  if (mode !== 'shares') {
    if (shares_percent === undefined) return;
    throw invalid(field, 'is set, expected only with the mode "shares"');
  }
  if (shares_percent?.length !== applicants) {
    throw invalid(
      field,
      `has another number of shares, expected one for each of ${applicants} applicants`,
    );
  }
  const sum = shares_percent.reduce((total, share) => total + share, 0);
  if (sum !== 100) throw invalid(field, `adds up to ${sum}, expected 100`);
}

function checkRows(rows: readonly OfferRequestRow[]): void {
  for (const [i, { quantity, unit_price_ore }] of rows.entries()) {
    if (thousandthsOf(quantity) === null) {
      throw invalid(`rows[${i}].quantity`, 'has more than three decimals');
    }
    if (Math.abs(quantity * unit_price_ore) > MOST_ORE) {
      throw invalid(`rows[${i}]`, `costs more than ${MOST_ORE} öre, expected less`);
    }
  }
}

/** Checks the check digits: the accounting system rejects a reduction with a wrong one. */
function checkAssociations(applicants: readonly OfferRequestApplicant[]): void {
  const wrong = applicants.findIndex(
    ({ housing_association_number: number }) =>
      number !== undefined && !isOrganisationNumber(number),
  );
  if (wrong < 0) return;
  const field = `applicants[${wrong}].housing_association_number`;
  throw invalid(field, 'has a wrong check digit, expected a number as in 769600-1234');
}

function checkTotal(body: OfferBody): void {
  const ore = computeTotalOre(body);
  if (ore >= 0 && ore <= MOST_ORE) return;
  throw invalid('rows', `add up to ${ore} öre, expected 0 to ${MOST_ORE}`);
}

function checkReduction(body: OfferBody, today: string): void {
  if (!body.claim_reduction) return;
  if (body.payment_date < EARLIEST) {
    throw invalid('payment_date', `is before ${EARLIEST}, when there was no reduction`);
  }
  const fault = paymentDateFault(body, today);
  if (fault !== null) throw invalid('payment_date', fault);
  checkBases(computeRowCosts(body));
  reductionOf(body);
}

/** @throws IntegrationsError if the rows of a class of work add up to less than 0 */
function checkBases(rows: readonly { workClass: string | null; totalOre: number }[]): void {
  const bases = new Map<string, number>();
  for (const { workClass, totalOre: ore } of rows) {
    if (workClass !== null) bases.set(workClass, (bases.get(workClass) ?? 0) + ore);
  }
  for (const [workClass, ore] of bases) {
    if (ore < 0) throw invalid('rows', `of ${workClass} add up to ${ore} öre, expected 0 or more`);
  }
}

function numbersOf(
  applicants: readonly OfferRequestApplicant[],
  paymentYear: number,
): (string | null)[] {
  const numbers = applicants.map(({ personal_number }, i) =>
    personal_number === undefined ? null : numberOf(personal_number, i, paymentYear),
  );
  const twice = numbers.findIndex((number, i) => number !== null && numbers.indexOf(number) < i);
  if (twice < 0) return numbers;
  throw invalid(fieldOf(twice), 'is the number of another applicant, expected each person once');
}

function numberOf(text: string, i: number, paymentYear: number): string {
  const digits = personalNumberOf(text);
  if (digits === null) {
    throw invalid(
      fieldOf(i),
      'is not a Swedish personal number, expected twelve digits with the right check digit',
    );
  }
  if (isAdultIn(digits, paymentYear)) return digits;
  throw invalid(fieldOf(i), `is of somebody who is not 18 by the end of ${paymentYear}`);
}

function fieldOf(i: number): string {
  return `applicants[${i}].personal_number`;
}
