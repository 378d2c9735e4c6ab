/** Systems with price, deduction and payback. */
import type { ProposedCosts, ProposedDeduction, SystemKind } from '../../../schemas/types.ts';
import {
  cashFlow,
  type Outlook,
  outlookOfBattery,
  paybackYears,
  type YearSavings,
} from '../cash-flow.ts';
import { type GreenDeduction, greenDeduction, turnkeyRows } from '../deduction/green-deduction.ts';
import { type ByClass, CAP_SEK, WORK_CLASSES, type WorkClass } from '../deduction/rates.ts';
import { oreOf, VAT_PERCENT } from '../money.ts';

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
  /** The sum that is left after 0, 1, 2 .. years of what is bought. */
  cashSek: number[];
}

/** A battery with its price and what it saves in a year next to the panels, SEK. */
interface PricedBattery {
  kwh: number;
  priceSek: number;
  savingSek: number;
}

/** Turnkey prices and yearly savings of a house, SEK with VAT. */
interface SystemPrices {
  costs: ProposedCosts;
  /** Yearly saving of the sun only. */
  solarSek: number;
  /** Null if no system has one. */
  battery: PricedBattery | null;
  deduction: ProposedDeduction;
  /** The years after the first. */
  outlook: Outlook;
}

/** Prices the sun. Sun and battery. These with charging points: as far as there are prices of them. */
export function pricedSystems(prices: SystemPrices): PricedSystem[] {
  const systems = [pricedSystem('solar', { ...prices, battery: null })];
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
    storage: battery?.priceSek ?? 0,
    charging_point: chargers.sek,
  };
  const parts = WORK_CLASSES.map((workClass) => ({ workClass, sek: prices[workClass] })).filter(
    ({ workClass, sek }) => sek > 0 || workClass === 'solar_cells',
  );
  const deduction = turnkeyDeduction(prices, terms);
  const priceSek = parts.reduce((sum, { sek }) => sum + sek, 0);
  const batterySek = battery?.savingSek ?? 0;
  const years = costs.solar_sek > 0 ? outlook : outlookOfBattery(outlook);
  // Panels that are there already pay for nothing that is bought.
  const firstYear = { solarSek: costs.solar_sek > 0 ? solarSek : 0, batterySek };
  return {
    kind,
    batteryKwh: battery?.kwh ?? 0,
    chargerCount: chargers.count,
    parts,
    deduction,
    ...paybackOf(priceSek, deduction.claimedSek, firstYear, years),
    savingSek: solarSek + batterySek,
    cashSek: cashFlow(priceSek - deduction.claimedSek, firstYear, years),
  };
}

/**
 * Prices a battery next to panels: of the deduction it gets the part that they leave. The outlook's inverter and
 * service are the panels'.
 */
export function batteryPayback(
  { priceSek, savingSek }: Omit<PricedBattery, 'kwh'>,
  solar_cells: number,
  terms: ProposedDeduction,
  outlook: Outlook,
): Payback {
  const whole = turnkeyDeduction({ solar_cells, storage: priceSek }, terms);
  const ofPanels = turnkeyDeduction({ solar_cells }, terms);
  const firstYear = { solarSek: 0, batterySek: savingSek };
  const deductionSek = whole.claimedSek - ofPanels.claimedSek;
  return paybackOf(priceSek, deductionSek, firstYear, outlookOfBattery(outlook));
}

function paybackOf(
  priceSek: number,
  deductionSek: number,
  firstYear: YearSavings,
  outlook: Outlook,
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
