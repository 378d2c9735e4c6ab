import type { SimulationEconomy, VerdictEconomy } from '../../../schemas/types.ts';
import type { Outlook } from '../cash-flow.ts';
import type { Economy } from './verdict.ts';

/** The economy of a verdict's request, its defaults filled in. */
export type EconomyRequest = Required<Omit<VerdictEconomy, 'battery_kwh'>> &
  Pick<VerdictEconomy, 'battery_kwh'>;

/**
 * Reads prices and assumptions, rates as fractions.
 * @param fadePct share of its first capacity that a battery loses a year, %
 */
export function readEconomy(request: EconomyRequest, fadePct: number): Economy {
  const { solar_sek, batteries, battery_kwh = null, owners, paid_on } = request;
  return {
    costs: { solar_sek, charging_points: { count: 0, sek: 0 } },
    batteries,
    deduction: { paid_on, adults: owners },
    outlook: readOutlook(request, fadePct),
    batteryKwh: battery_kwh,
  };
}

/** Reads the assumptions on the years after the first, rates as fractions. */
export function readOutlook(
  request: Required<Omit<SimulationEconomy, 'cost_sek'>>,
  fadePct: number,
): Outlook {
  return {
    priceChange: request.price_change_pct / 100,
    interest: request.interest_pct / 100,
    years: request.lifetime_years,
    inverterSek: request.inverter_sek,
    inverterYear: request.inverter_year,
    serviceSekPerYear: request.service_sek_per_year,
    batteryFade: fadePct / 100,
  };
}
