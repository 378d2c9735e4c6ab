/** What a proposal says in money, from the state of its link: pure, so that its page is the same on any day. */
import programs from '../../../fixtures/market/battery-programs.json' with { type: 'json' };
import rates from '../../../fixtures/market/green-deduction.json' with { type: 'json' };
import type { ProposedBattery, SignedState } from '../../../schemas/types.ts';
import { type GreenDeduction, greenDeduction } from '../deduction/green-deduction.ts';
import { type OfferRow, turnkeyRows } from '../deduction/offer-rows.ts';
import { CAP_SEK } from '../deduction/rates.ts';
import { WORK_CLASSES, type WorkClass } from '../deduction/work-class.ts';
import { cashFlow, paybackYears } from './cash-flow.ts';

/** Usual guarantee of a home battery. */
export const WARRANTY_YEARS: number = programs.warranty.years;

/** One of the systems. Money in SEK with VAT. */
export interface ProposedSystem {
  kind: SignedState['system'];
  /** 0: none. */
  batteryKwh: number;
  chargerCount: number;
  /** What it is made of and what each part costs. */
  parts: { workClass: WorkClass; sek: number }[];
  priceSek: number;
  deduction: GreenDeduction;
  /** After the deduction. */
  netSek: number;
  savingSek: number;
  /** Null: it never does. */
  paybackYears: number | null;
  paybackYearsWithoutDeduction: number | null;
  /** What is left after 0, 1 .. 25 years. */
  cashSek: number[];
}

/** A battery beside solar. */
interface BatteryRow extends ProposedBattery {
  /** What it adds to the price after deduction. */
  netSek: number;
  paybackYears: number | null;
}

export interface ProposalFigures {
  annualKwh: number;
  kwp: number;
  /** Sun; with a battery; with charging points, as far as there are prices of them. */
  systems: ProposedSystem[];
  proposed: ProposedSystem;
  /** By size. */
  batteries: BatteryRow[];
  /** Where the deduction's shares are from. */
  deductionSource: string;
}

/** What a proposal's page shows in figures. */
export function proposalFigures(state: SignedState): ProposalFigures {
  const systems = systemsOf(state);
  return {
    annualKwh: sum(state.result.monthly_kwh),
    kwp: sum(state.faces.map(({ kwp }) => kwp)),
    systems,
    proposed: systems.find(({ kind }) => kind === state.system) ?? systems[systems.length - 1],
    batteries: state.batteries
      .map((battery) => batteryRow(state, battery, systems[0]))
      .sort((a, b) => a.kwh - b.kwh),
    deductionSource: sourceOn(state.deduction.paid_on),
  };
}

function systemsOf(state: SignedState): ProposedSystem[] {
  const [battery] = state.batteries;
  const { count } = state.costs.charging_points;
  const systems = [systemOf(state, 'solar', undefined, 0)];
  if (battery) systems.push(systemOf(state, 'battery', battery, 0));
  if (count > 0) systems.push(systemOf(state, 'charger', battery, count));
  return systems;
}

function systemOf(
  { costs, deduction: { paid_on, adults }, result }: SignedState,
  kind: SignedState['system'],
  battery: ProposedBattery | undefined,
  chargerCount: number,
): ProposedSystem {
  const sek = {
    solar_cells: costs.solar_sek,
    storage: battery?.sek ?? 0,
    charging_point: chargerCount > 0 ? costs.charging_points.sek : 0,
  };
  const parts = WORK_CLASSES.map((workClass) => ({ workClass, sek: sek[workClass] })).filter(
    (part) => part.sek > 0 || part.workClass === 'solar_cells',
  );
  const allowances = Array.from({ length: adults }, () => CAP_SEK);
  const { rows } = turnkeyRows(parts.map(rowOf));
  const deduction = greenDeduction(rows, paid_on, allowances, 'fewest');
  const priceSek = sum(parts.map((part) => part.sek));
  const netSek = priceSek - deduction.claimedSek;
  const firstYear = { solarSek: result.solar_saving_sek, batterySek: battery?.saving_sek ?? 0 };
  return {
    kind,
    batteryKwh: battery?.kwh ?? 0,
    chargerCount,
    parts,
    priceSek,
    deduction,
    netSek,
    savingSek: firstYear.solarSek + firstYear.batterySek,
    paybackYears: paybackYears(netSek, firstYear),
    paybackYearsWithoutDeduction: paybackYears(priceSek, firstYear),
    cashSek: cashFlow(netSek, firstYear),
  };
}

/** With the deduction that is left beside solar's. */
function batteryRow(
  state: SignedState,
  battery: ProposedBattery,
  solar: ProposedSystem,
): BatteryRow {
  const netSek = systemOf(state, 'battery', battery, 0).netSek - solar.netSek;
  const firstYear = { solarSek: 0, batterySek: battery.saving_sek };
  return { ...battery, netSek, paybackYears: paybackYears(netSek, firstYear) };
}

/** Without what the record remarks on it. */
function sourceOn(paidOn: string): string {
  const record = rates.records.findLast(({ paid_from }) => paid_from <= paidOn);
  return record?.source.split(';')[0] ?? '';
}

function rowOf({ workClass, sek }: { workClass: WorkClass; sek: number }): OfferRow {
  return { workClass, totalOre: 100 * sek, vatPercent: 25 };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
