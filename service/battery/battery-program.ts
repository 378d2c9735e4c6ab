import type { BatteryProgramAssumptions } from '../../schemas/types.ts';
import type { ProgramTerms } from '../simulation/house-request.ts';
import { MONTHS } from './calendar.ts';

/** A battery program with its terms: what it takes and pays, and where that is stated. */
export interface BatteryProgram {
  /** Null: the caller's own terms. */
  name: string | null;
  provider: string;
  asOf: string | null;
  sourceUrl: string | null;
  stated: string | null;
  requires: string | null;
  terms: ProgramTerms;
  assumptions: BatteryProgramAssumptions;
}

/** What a program takes of one battery and pays for it. */
export interface ProgramYear {
  reserveKwh: number;
  reserveKw: number;
  components: ProgramComponent[];
  incomeSek: number;
}

export interface ProgramComponent {
  term: 'fixed_sek_per_month' | 'sek_per_kwh_capacity_per_year' | 'sek_per_kw_per_year';
  quantity: number;
  rate: number;
  sek: number;
}

/**
 * What a program takes and pays in a year. Basis `installed` counts the rates on the whole battery,
 * `reserved` on the part taken. No battery, no income.
 */
export function programYear(
  terms: ProgramTerms,
  capacityKwh: number,
  powerKw: number,
): ProgramYear {
  const installedKw = capacityKwh > 0 ? powerKw : 0;
  const reserveKwh = capacityKwh * terms.capacityShare;
  const reserveKw = installedKw * terms.powerShare;
  const installed = terms.basis === 'installed';
  const component = (term: ProgramComponent['term'], quantity: number, rate: number) => {
    return { term, quantity, rate, sek: quantity * rate };
  };
  const components = [
    component('fixed_sek_per_month', capacityKwh > 0 ? MONTHS : 0, terms.sekPerMonth),
    component(
      'sek_per_kwh_capacity_per_year',
      installed ? capacityKwh : reserveKwh,
      terms.sekPerKwhYear,
    ),
    component('sek_per_kw_per_year', installed ? installedKw : reserveKw, terms.sekPerKwYear),
  ];
  const incomeSek = components.reduce((sum, { sek }) => sum + sek, 0);
  return { reserveKwh, reserveKw, components, incomeSek };
}
