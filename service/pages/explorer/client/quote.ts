/** A price that is this share of the quote's stands for none: panels of 0 SEK would be there already. */
const LEAST_SHARE = 0.01;
/** Prices are rounded down to this, SEK. */
const STEP_SEK = 100;
const MONTHS_PER_YEAR = 12;

/**
 * Finds the highest price at which a quote is paid off within years, SEK rounded down to hundreds.
 * @param paybackAt years at a share of the quoted price, null for none: never fewer at a higher share
 * @returns null if no price is low enough
 */
export function findPriceSek(
  quotedSek: number,
  years: number,
  paybackAt: (share: number) => number | null,
): number | null {
  const isPaid = (share: number) => (paybackAt(share) ?? Number.POSITIVE_INFINITY) <= years;
  let paid = LEAST_SHARE;
  if (!isPaid(paid)) return null;
  let unpaid = 2 * paid;
  while (isPaid(unpaid)) unpaid *= 2;
  while ((unpaid - paid) * quotedSek > 1) {
    const middle = (paid + unpaid) / 2;
    if (isPaid(middle)) paid = middle;
    else unpaid = middle;
  }
  return Math.floor((paid * quotedSek) / STEP_SEK) * STEP_SEK;
}

/** Computes the equal instalment of a month that pays a loan and its interest, SEK. @param interest a year's, as a share */
export function computeInstalmentSek(loanSek: number, years: number, interest: number): number {
  const months = years * MONTHS_PER_YEAR;
  const monthly = interest / MONTHS_PER_YEAR;
  return monthly === 0 ? loanSek / months : (loanSek * monthly) / (1 - (1 + monthly) ** -months);
}
