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

/** Changes and costs of the years that follow the first. Rates are fractions a year. */
export interface Outlook {
  /** Rise of the price of electricity. */
  priceChange: number;
  /** By which later money counts less. */
  interest: number;
  /** Years that are computed. */
  years: number;
  /** A new inverter at the end of its year. */
  inverterSek: number;
  inverterYear: number;
  serviceSekPerYear: number;
}

/** Today's prices without interest, replacement and service. */
export const AS_TODAY: Outlook = {
  priceChange: 0,
  interest: 0,
  years: YEARS,
  inverterSek: 0,
  inverterYear: 0,
  serviceSekPerYear: 0,
};

/** An inverter lasts about so long, and a new one costs so much with VAT. Our assumption. */
export const NEW_INVERTER = { sek: 15_000, year: 15 };

/** Today's prices with a new inverter: what explorer, configurator and new proposals count with. */
export const USUAL: Outlook = withInverter(NEW_INVERTER);

/** Today's prices with a new inverter. Without one if none is given. */
export function withInverter(inverter: { sek: number; year: number } | undefined): Outlook {
  return { ...AS_TODAY, inverterSek: inverter?.sek ?? 0, inverterYear: inverter?.year ?? 0 };
}

/**
 * Sums up cost and savings after 0, 1, 2 .. years, as worth today. The battery saves for its years. What a year
 * brings comes at its end.
 */
export function cashFlow(
  costSek: number,
  { solarSek, batterySek }: FirstYear,
  outlook = AS_TODAY,
): number[] {
  const { priceChange, interest, years, inverterSek, inverterYear, serviceSekPerYear } = outlook;
  const left = [-costSek];
  for (let year = 0; year < years; year++) {
    const worth = (1 + interest) ** -(year + 1);
    const risen = worth * (1 + priceChange) ** year;
    const solar = solarSek * (1 - LOSS_PER_YEAR) ** year * risen;
    const battery = year < BATTERY_YEARS ? batterySek * risen : 0;
    const replaced = year + 1 === inverterYear ? inverterSek : 0;
    left.push(left[year] + solar + battery - (serviceSekPerYear + replaced) * worth);
  }
  return left;
}

/** Years until savings have come to a price for good. Null if that takes more than the years that are computed. */
export function paybackYears(
  costSek: number,
  firstYear: FirstYear,
  outlook = AS_TODAY,
): number | null {
  if (firstYear.solarSek + firstYear.batterySek <= 0) return null;
  const left = cashFlow(costSek, firstYear, outlook);
  const year = left.findLastIndex((sek) => sek < 0) + 1;
  if (year === left.length) return null;
  return year === 0 ? 0 : year - left[year] / (left[year] - left[year - 1]);
}

/** Years in which a constant saving comes to a price, without ageing and without an end. Infinite when there is none. */
export function simplePaybackYears(costSek: number, sekAYear: number): number {
  return sekAYear > 0 ? costSek / sekAYear : Number.POSITIVE_INFINITY;
}
