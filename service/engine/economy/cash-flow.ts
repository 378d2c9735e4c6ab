/** The cash flow and payback of a price: explorer, configurator and link show the same figures. */

/** Share of its first year's yield that a solar cell loses a year: 0.5 to 0.6 % is the median of 11 000 (Jordan et al. 2016, doi:10.1002/pip.2744). */
export const LOSS_PER_YEAR = 0.005;
/** Solar cells are usually guaranteed for so long. */
export const YEARS = 25;
/** A battery counts for so long: between its guarantee and its hoped-for life. Our choice. */
export const BATTERY_YEARS = 15;

/** A system's savings in its first year, SEK. */
export interface FirstYear {
  solarSek: number;
  batterySek: number;
}

/** Sums up cost and savings after 0, 1 .. 25 years at today's prices, without interest; the battery saves for its years. */
export function cashFlow(costSek: number, { solarSek, batterySek }: FirstYear): number[] {
  const left = [-costSek];
  for (let year = 0; year < YEARS; year++) {
    const solar = solarSek * (1 - LOSS_PER_YEAR) ** year;
    left.push(left[year] + solar + (year < BATTERY_YEARS ? batterySek : 0));
  }
  return left;
}

/** Years until savings come to a price; null if that takes more than the years that are computed. */
export function paybackYears(costSek: number, firstYear: FirstYear): number | null {
  if (firstYear.solarSek + firstYear.batterySek <= 0) return null;
  const left = cashFlow(costSek, firstYear);
  const year = left.findIndex((sek) => sek >= 0);
  if (year < 0) return null;
  return year === 0 ? 0 : year - left[year] / (left[year] - left[year - 1]);
}

/** Years in which a constant saving comes to a price, without ageing and without an end; infinite when there is none. */
export function simplePaybackYears(costSek: number, sekAYear: number): number {
  return sekAYear > 0 ? costSek / sekAYear : Number.POSITIVE_INFINITY;
}
