/** Systems with price, deduction and payback: the configurator's offer, a proposal and the explorer share them. */
import type {
  ProposedBattery,
  ProposedCosts,
  ProposedDeduction,
  SystemKind,
} from '../../../schemas/types.ts';
import { type GreenDeduction, greenDeduction, turnkeyRows } from '../deduction/green-deduction.ts';
import { type ByClass, CAP_SEK, WORK_CLASSES, type WorkClass } from '../deduction/rates.ts';
import { oreOf, VAT_PERCENT } from '../money.ts';
import { roundTo } from '../round.ts';
import {
  AS_TODAY,
  cashFlow,
  type FirstYear,
  type Outlook,
  outlookOfBattery,
  paybackYears,
} from './cash-flow.ts';

/** A price, and when it is earned. Money in SEK with VAT. */
export interface Payback {
  priceSek: number;
  /** After the deduction. */
  netSek: number;
  /** Null if not in the years that count. */
  paybackYears: number | null;
  paybackYearsWithoutDeduction: number | null;
}

/** Sun only, with a battery, or with charging points too. */
export interface PricedSystem extends Payback {
  kind: SystemKind;
  /** 0 if it has none. */
  batteryKwh: number;
  chargerCount: number;
  /** The classes of work that have a price, and always the panels. */
  parts: { workClass: WorkClass; sek: number }[];
  deduction: GreenDeduction;
  savingSek: number;
  /** The sum that is left after 0, 1 .. 25 years. */
  cashSek: number[];
}

/** Turnkey prices and yearly savings of a house, SEK with VAT. */
export interface SystemPrices {
  costs: ProposedCosts;
  /** Yearly saving of the sun only. */
  solarSek: number;
  /** Undefined if no system has one. */
  battery: ProposedBattery | undefined;
  deduction: ProposedDeduction;
  /** The years after the first. Today's prices if not given. */
  outlook?: Outlook;
}

/** Prices the sun. Sun and battery. These with charging points: as far as there are prices of them. */
export function pricedSystems(prices: SystemPrices): PricedSystem[] {
  const systems = [pricedSystem('solar', { ...prices, battery: undefined })];
  if (prices.battery) systems.push(pricedSystem('battery', prices));
  if (prices.costs.charging_points.count > 0) systems.push(pricedSystem('charger', prices));
  return systems;
}

function pricedSystem(
  kind: SystemKind,
  { costs, solarSek, battery, deduction: terms, outlook }: SystemPrices,
): PricedSystem {
  const chargers = kind === 'charger' ? costs.charging_points : { count: 0, sek: 0 };
  const prices = {
    solar_cells: costs.solar_sek,
    storage: battery?.sek ?? 0,
    charging_point: chargers.sek,
  };
  const parts = WORK_CLASSES.map((workClass) => ({ workClass, sek: prices[workClass] })).filter(
    ({ workClass, sek }) => sek > 0 || workClass === 'solar_cells',
  );
  const deduction = turnkeyDeduction(prices, terms);
  const priceSek = parts.reduce((sum, { sek }) => sum + sek, 0);
  const firstYear = { solarSek, batterySek: battery?.saving_sek ?? 0 };
  return {
    kind,
    batteryKwh: battery?.kwh ?? 0,
    chargerCount: chargers.count,
    parts,
    deduction,
    ...paybackOf(priceSek, deduction.claimedSek, firstYear, outlook),
    savingSek: roundTo(firstYear.solarSek + firstYear.batterySek, 2),
    cashSek: cashFlow(priceSek - deduction.claimedSek, firstYear, outlook),
  };
}

/**
 * Prices a battery next to panels: of the deduction it gets the part that they leave. The outlook's inverter and
 * service are the panels'.
 */
export function batteryPayback(
  { sek, saving_sek }: Pick<ProposedBattery, 'sek' | 'saving_sek'>,
  solar_cells: number,
  terms: ProposedDeduction,
  outlook = AS_TODAY,
): Payback {
  const whole = turnkeyDeduction({ solar_cells, storage: sek }, terms);
  const ofPanels = turnkeyDeduction({ solar_cells }, terms);
  const firstYear = { solarSek: 0, batterySek: saving_sek };
  const own = outlookOfBattery(outlook);
  return paybackOf(sek, whole.claimedSek - ofPanels.claimedSek, firstYear, own);
}

function paybackOf(
  priceSek: number,
  deductionSek: number,
  firstYear: FirstYear,
  outlook = AS_TODAY,
): Payback {
  const netSek = priceSek - deductionSek;
  return {
    priceSek,
    netSek,
    paybackYears: paybackYears(netSek, firstYear, outlook),
    paybackYearsWithoutDeduction: paybackYears(priceSek, firstYear, outlook),
  };
}

/** Computes what the owners get back for turnkey prices that they have used nothing of their caps for. */
function turnkeyDeduction(
  pricesSek: Partial<ByClass>,
  { paid_on, adults }: ProposedDeduction,
): GreenDeduction {
  const rows = WORK_CLASSES.map((workClass) => ({
    workClass,
    totalOre: oreOf(pricesSek[workClass] ?? 0),
    vatPercent: VAT_PERCENT,
  }));
  const allowances = Array.from({ length: adults }, () => CAP_SEK);
  return greenDeduction(turnkeyRows(rows).rows, paid_on, allowances, 'fewest');
}
