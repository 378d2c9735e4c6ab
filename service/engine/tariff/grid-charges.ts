import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type {
  FuseSize,
  OwnGridTariff,
  PriceArea,
  TariffEnergy,
  TariffPower,
} from '../../../schemas/types.ts';
import { ORE_PER_SEK, VAT_PERCENT, vatFactor } from '../money.ts';
import { mean } from '../statistics.ts';
import type { PowerComponent } from './power-component.ts';
import { clockHours, hoursInside, type TariffHours, tariffHours } from './tariff-hours.ts';

/** A price list's rules, with what may be left out of them. */
export type TariffRules = Pick<
  OwnGridTariff,
  'clock' | 'holidays' | 'fixed_sek_per_year' | 'energy_ore_per_kwh' | 'power'
>;

/** The house and the year that a list is laid out for. */
export interface TariffCase {
  fuseA: FuseSize;
  /** Calendar year of 365 days. */
  year: number;
  /** Spot price of each hour in an area, SEK/kWh without VAT. In the house's own without a name. */
  spotSekPerKwh: (zone?: PriceArea) => Float64Array;
}

/** Everything that a grid company bills a house for, with VAT. */
export interface GridCharges {
  /** Null where the list does not know it. */
  fixedSekPerYear: number | null;
  /** Energy fee of each hour, 8760 values. Null where the list does not know it. */
  energySekPerKwh: Float64Array | null;
  power: PowerComponent[];
}

/** Lays out a price list, which is checked, over the hours of a house's year. */
export function gridCharges(rules: TariffRules, tariffCase: TariffCase): GridCharges {
  const { clock = 'local', holidays = [], fixed_sek_per_year, energy_ore_per_kwh, power } = rules;
  const { fuseA, year } = tariffCase;
  const hours = tariffHours(clock, holidays, year);
  return {
    fixedSekPerYear: fixed_sek_per_year?.[`${fuseA}`] ?? null,
    energySekPerKwh: energy_ore_per_kwh && energyFee(energy_ore_per_kwh, hours, tariffCase),
    power: power.filter((part) => countsAt(part, fuseA)).map((part) => powerComponent(part, hours)),
  };
}

function countsAt({ fuses }: TariffEnergy | TariffPower, fuseA: FuseSize): boolean {
  return fuses?.includes(fuseA) ?? true;
}

/** Fee of each hour, SEK/kWh: that of the first entry that holds. */
function energyFee(
  entries: readonly TariffEnergy[],
  hours: TariffHours,
  tariffCase: TariffCase,
): Float64Array {
  const feeSek = new Float64Array(HOURS);
  const counting = entries.filter((entry) => countsAt(entry, tariffCase.fuseA));
  // From the last to the first, so that the first has the last word.
  for (const entry of counting.toReversed()) {
    const inside = hoursInside(entry.when, hours);
    const spotSek = spotPart(entry, tariffCase);
    for (let t = 0; t < HOURS; t++) {
      if (inside[t] === 1) feeSek[t] = entry.ore / ORE_PER_SEK + (spotSek?.[t] ?? 0);
    }
  }
  return feeSek;
}

/** The part of a fee that follows the spot price, SEK/kWh. Null if there is none. */
function spotPart(
  { spot_share, spot, spot_incl_vat, zone }: TariffEnergy,
  { spotSekPerKwh }: TariffCase,
): Float64Array | null {
  if (spot_share === undefined) return null;
  const share = spot_share * (spot_incl_vat === false ? 1 : vatFactor(VAT_PERCENT));
  const sekPerKwh = spotSekPerKwh(zone);
  return (spot === 'month_mean' ? monthMeans(sekPerKwh) : sekPerKwh).map((sek) => sek * share);
}

/** Each hour's value replaced by the mean of its month. */
function monthMeans(hourly: Float64Array): Float64Array {
  const means = new Float64Array(HOURS);
  for (let month = 0; month < MONTHS; month++) {
    const values = hourly.subarray(MONTH_START[month], MONTH_START[month + 1]);
    means.fill(mean(values), MONTH_START[month], MONTH_START[month + 1]);
  }
  return means;
}

function powerComponent(part: TariffPower, hours: TariffHours): PowerComponent {
  const { name, sek_per_kw_month, when, statistic, factor_hours = [], zero_at_or_below_kw } = part;
  const hourFactor = Float64Array.from(hoursInside(when, hours));
  for (const { hours: spans, factor } of factor_hours) {
    const weighted = clockHours(spans);
    for (let t = 0; t < HOURS; t++) if (weighted[hours.hour[t]] === 1) hourFactor[t] *= factor;
  }
  return {
    kind: 'listed',
    name,
    sekPerKwMonth: sek_per_kw_month,
    highest: statistic.highest,
    distinctDays: statistic.distinct_days,
    hourFactor,
    zeroAtOrBelowKw: zero_at_or_below_kw ?? 0,
  };
}
