/** The cash flow and payback of a price: explorer, configurator and link show the same figures. */

/** Share of its first year's yield that a solar cell loses a year: 0.5 to 0.6 % is the median of 11 000 (Jordan et al. 2016, doi:10.1002/pip.2744). */
export const LOSS_PER_YEAR = 0.005;
/** Solar cells are usually guaranteed for so long. */
export const YEARS = 25;
/** A battery counts for so long: between its guarantee and its hoped-for life. Our choice. */
export const BATTERY_YEARS = 15;
/**
 * Share of its first capacity that a home battery loses a year, %: 2 to 3 in the mean of 21 systems measured for up to
 * eight years (Figgener et al. 2024-09-16, doi:10.1038/s41560-024-01620-9). Ours is the lower one.
 */
export const BATTERY_FADE_PCT = 2;
/** Stand-by power of a home battery and its inverter in every hour, W. Our assumption: we know no mean of measured ones. */
export const BATTERY_STANDBY_W = 20;

/** A system's savings in a year, SEK. */
export interface YearSavings {
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
  /** Share of its first capacity that a battery loses a year. Its savings fall with it. */
  batteryFade: number;
}

/** Today's prices without interest, replacement, service and a battery that ages. */
export const AS_TODAY: Outlook = {
  priceChange: 0,
  interest: 0,
  years: YEARS,
  inverterSek: 0,
  inverterYear: 0,
  serviceSekPerYear: 0,
  batteryFade: 0,
};

/** An inverter lasts about so long, and a new one costs so much with VAT. Our assumption. */
export const NEW_INVERTER = { sek: 15_000, year: 15 };

/** Inverters of Swedish roofs have less power than the panels, which are seldom at their peak. Our choice. */
export const INVERTER_SHARE = 0.8;

/** Assumptions of explorer, configurator and new proposals, in the words of a proposal's state. */
export const USUAL_ASSUMPTIONS = {
  inverter: NEW_INVERTER,
  fade_pct_per_year: BATTERY_FADE_PCT,
  standby_w: BATTERY_STANDBY_W,
};

/** The usual assumptions as an outlook. */
export const USUAL: Outlook = outlookOf(USUAL_ASSUMPTIONS);

/** Today's prices with a new inverter and a battery that ages, as far as they are given. */
export function outlookOf(years: {
  inverter?: { sek: number; year: number };
  fade_pct_per_year?: number;
}): Outlook {
  const { inverter, fade_pct_per_year = 0 } = years;
  return {
    ...AS_TODAY,
    inverterSek: inverter?.sek ?? 0,
    inverterYear: inverter?.year ?? 0,
    batteryFade: fade_pct_per_year / 100,
  };
}

/** The outlook of a battery by itself: the inverter and the service are the panels'. */
export function outlookOfBattery(outlook: Outlook): Outlook {
  return { ...outlook, inverterSek: 0, serviceSekPerYear: 0 };
}

/**
 * Sums up cost and savings after 0, 1, 2 .. years, as worth today. The battery saves for its years, in proportion to
 * the capacity that it has left. What a year brings comes at its end.
 */
export function cashFlow(
  costSek: number,
  { solarSek, batterySek }: YearSavings,
  outlook = AS_TODAY,
): number[] {
  const { priceChange, interest, years, inverterSek, inverterYear, serviceSekPerYear } = outlook;
  const { batteryFade } = outlook;
  const left = [-costSek];
  for (let year = 0; year < years; year++) {
    const worth = (1 + interest) ** -(year + 1);
    const risen = worth * (1 + priceChange) ** year;
    const solar = solarSek * (1 - LOSS_PER_YEAR) ** year * risen;
    const capacityLeft = year < BATTERY_YEARS ? Math.max(0, 1 - batteryFade * year) : 0;
    const battery = batterySek * capacityLeft * risen;
    const replaced = year + 1 === inverterYear ? inverterSek : 0;
    left.push(left[year] + solar + battery - (serviceSekPerYear + replaced) * worth);
  }
  return left;
}

/** Years until savings have come to a price for good. Null if that takes more than the years that are computed. */
export function paybackYears(
  costSek: number,
  firstYear: YearSavings,
  outlook = AS_TODAY,
): number | null {
  if (firstYear.solarSek + firstYear.batterySek <= 0) return null;
  const left = cashFlow(costSek, firstYear, outlook);
  const year = left.findLastIndex((sek) => sek < 0) + 1;
  if (year === left.length) return null;
  return year === 0 ? 0 : year - left[year] / (left[year] - left[year - 1]);
}

/**
 * Years in which a saving comes to a price, without an end. Infinite when it never does.
 * @param fade share of the first year's saving by which each year has less than the one before. 0 for a constant one
 */
export function simplePaybackYears(costSek: number, sekAYear: number, fade = 0): number {
  if (sekAYear <= 0) return Number.POSITIVE_INFINITY;
  const firstYears = costSek / sekAYear;
  // The years n of n - fade n (n - 1) / 2 = firstYears, then the part of the year that they end in.
  const half = 1 + fade / 2;
  const whole = (2 * firstYears) / (half + Math.sqrt(half * half - 2 * fade * firstYears));
  if (Number.isNaN(whole)) return Number.POSITIVE_INFINITY;
  const year = Math.floor(whole);
  const restYears = firstYears - year * (half - (fade * year) / 2);
  return year + restYears / (1 - fade * year);
}
