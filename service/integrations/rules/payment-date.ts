/** Checks the payment date of an offer: the rates of that day apply. */
import { ratesOn, WORK_CLASSES, type WorkClass } from '#engine/deduction/rates.ts';
import { computeRowCosts, type OfferBody } from './reduction.ts';

const NAMES: Record<WorkClass, string> = {
  solar_cells: 'solar cells',
  storage: 'storage',
  charging_point: 'charging points',
};
const PERMILLE_PER_PERCENT = 10;

/**
 * What is wrong with the payment date: an invoice is paid on its day or later, when other rates apply. Null if the same
 * rates apply.
 * @param day that of the invoice, YYYY-MM-DD
 */
export function paymentDateFault(offer: OfferBody, day: string): string | null {
  const { payment_date: asked } = offer;
  const changed = asked < day ? changedClass(offer, day) : undefined;
  if (changed === undefined) return null;
  return `asks for ${rateOf(changed, asked)}, the rate of payments on ${asked}; an invoice of ${day} is paid on that day or later, when the rate is ${rateOf(changed, day)}. Set the day on which it is to be paid`;
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
