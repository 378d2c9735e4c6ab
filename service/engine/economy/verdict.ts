/**
 * The verdict on a house: price, deduction, payback and what is left of each system, and the one to suggest. Explorer,
 * configurator, proposal and the API's call ask this function, so that they give the same figures.
 */
import type {
  BatteryStrategy,
  ProposedCosts,
  ProposedDeduction,
  VerdictReason,
} from '../../../schemas/types.ts';
import { BATTERY_YEARS, type Outlook } from '../cash-flow.ts';
import {
  batteryPayback,
  type Payback,
  type PricedSystem,
  pricedSystems,
} from './priced-systems.ts';
import { isWithinWarranty, warrantyYears } from './warranty.ts';

/** Savings of the sun and of each battery in the first year of a house, SEK. */
export interface HouseSavings {
  /** The sun only. */
  solarSek: number;
  /** The best strategy of each size. */
  batteries: readonly BatterySavings[];
}

/** Savings of a battery in addition to the sun, and its use. */
export interface BatterySavings {
  kwh: number;
  savingSek: number;
  cyclesPerYear: number;
  strategy: BatteryStrategy;
}

/** Prices and assumptions of a house. Prices are turnkey, SEK with VAT. */
export interface Economy {
  /** Panels of 0 SEK are there already: what is bought has to pay for itself without them. */
  costs: ProposedCosts;
  /** Batteries to choose from, in any order. */
  batteries: readonly { kwh: number; sek: number }[];
  deduction: ProposedDeduction;
  outlook: Outlook;
  /** The battery that was chosen, 0 for none. Null for what is suggested. */
  batteryKwh: number | null;
}

/** A battery by itself, next to the panels: they get the deduction first. */
export interface BatteryVerdict extends Payback {
  kwh: number;
  /** Whole SEK, so that the savings of the system are the nearest krona. */
  savingSek: number;
  strategy: BatteryStrategy;
  cyclesPerYear: number;
  /** How many years it saves. */
  lifeYears: number;
  /** Years until its warranty ends in this house. */
  warrantyYears: number;
}

/** The answer on a house. */
export interface HouseVerdict {
  /** Sun. With a battery. With charging points: as far as there are prices of them. */
  systems: PricedSystem[];
  /** Every battery by itself, in the order of the economy. */
  batteries: BatteryVerdict[];
  /** The one of the systems: the chosen one, else the one that is paid back first, else the first. Null without any. */
  battery: BatteryVerdict | null;
  /** Null if nothing pays back. */
  suggested: PricedSystem | null;
  reason: VerdictReason;
  /** The chosen system, else the suggested one, else the panels. */
  chosen: PricedSystem;
}

/** Computes the verdict on a house. Savings count in whole SEK, as links and pages have them. */
export function computeVerdict(economy: Economy, savings: HouseSavings): HouseVerdict {
  const { costs, batteryKwh, deduction, outlook } = economy;
  const whole = wholeSavings(savings);
  const { solarSek } = whole;
  const batteries = economy.batteries.map((one) => batteryVerdict(one, economy, whole));
  const wanted = batteries.find(({ kwh }) => kwh === batteryKwh);
  const battery = wanted ?? soonestBattery(batteries) ?? batteries[0] ?? null;
  const systems = pricedSystems({ costs, solarSek, battery, deduction, outlook });
  const [solar] = systems;
  const both = systems.find(({ kind }) => kind === 'battery') ?? solar;
  const reason = reasonOf(solar, battery);
  const better = reason === 'battery_in_warranty' ? both : solar;
  const suggested = reason === 'panels_not_paid' ? null : better;
  return {
    systems,
    batteries,
    battery,
    suggested,
    reason,
    chosen: batteryKwh === null ? (suggested ?? solar) : batteryKwh > 0 ? both : solar,
  };
}

/** Finds the battery that is paid back first. Null if none is. */
export function soonestBattery<Battery extends Pick<Payback, 'paybackYears'>>(
  batteries: readonly Battery[],
): Battery | null {
  const years = ({ paybackYears }: Battery) => paybackYears ?? Number.POSITIVE_INFINITY;
  const [first] = batteries.toSorted((a, b) => years(a) - years(b));
  return first && first.paybackYears !== null ? first : null;
}

function batteryVerdict(
  { kwh, sek }: Economy['batteries'][number],
  { costs, deduction, outlook }: Economy,
  { batteries }: HouseSavings,
): BatteryVerdict {
  const found = batteries.find((one) => one.kwh === kwh);
  const { savingSek = 0, cyclesPerYear = 0, strategy = 'combined' } = found ?? {};
  return {
    kwh,
    savingSek,
    ...batteryPayback({ priceSek: sek, savingSek }, costs.solar_sek, deduction, outlook),
    strategy,
    cyclesPerYear,
    lifeYears: Math.min(BATTERY_YEARS, outlook.years),
    warrantyYears: warrantyYears(cyclesPerYear),
  };
}

/** Rounds savings to whole SEK. A battery's is what it adds, so that the system's is the nearest krona. */
export function wholeSavings({ solarSek, batteries }: HouseSavings): HouseSavings {
  const wholeSek = Math.round(solarSek);
  return {
    solarSek: wholeSek,
    batteries: batteries.map((battery) => ({
      ...battery,
      savingSek: Math.round(solarSek + battery.savingSek) - wholeSek,
    })),
  };
}

/** Panels come first where they pay back, with the battery where that does so within its warranty. A charging point saves nothing. */
function reasonOf(solar: PricedSystem, battery: BatteryVerdict | null): VerdictReason {
  if (solar.priceSek > 0 && solar.paybackYears === null) return 'panels_not_paid';
  if (!battery) return 'no_battery';
  if (isWithinWarranty(battery)) return 'battery_in_warranty';
  return battery.paybackYears === null ? 'battery_not_paid' : 'battery_after_warranty';
}
