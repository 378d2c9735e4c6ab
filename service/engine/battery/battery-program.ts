import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { BatteryProgramTerms, ProgramComponent } from '../../../schemas/types.ts';

/** Whether a program takes a part of the battery from its owner. */
export function reservesPart(program: BatteryProgramTerms | null): boolean {
  return (
    program !== null && (program.reserved_capacity_share > 0 || program.reserved_power_share > 0)
  );
}

/** The part of one battery that a program takes, and its pay. */
export interface ProgramYear {
  reserveKwh: number;
  reserveKw: number;
  components: ProgramComponent[];
  incomeSek: number;
}

/**
 * Computes what a program takes and pays in a year. Basis `installed` counts the rates on the whole battery,
 * `reserved` on the part taken. No battery, no income.
 */
export function programYear(
  terms: BatteryProgramTerms,
  capacityKwh: number,
  powerKw: number,
): ProgramYear {
  const installedKw = capacityKwh > 0 ? powerKw : 0;
  const reserveKwh = capacityKwh * terms.reserved_capacity_share;
  const reserveKw = installedKw * terms.reserved_power_share;
  const installed = terms.basis === 'installed';
  const quantities = {
    fixed_sek_per_month: capacityKwh > 0 ? MONTHS : 0,
    sek_per_kwh_capacity_per_year: installed ? capacityKwh : reserveKwh,
    sek_per_kw_per_year: installed ? installedKw : reserveKw,
  };
  const components = (Object.keys(quantities) as (keyof typeof quantities)[]).map((term) => {
    const [quantity, rate] = [quantities[term], terms[term]];
    return { term, quantity, rate, sek: quantity * rate };
  });
  const incomeSek = components.reduce((sum, { sek }) => sum + sek, 0);
  return { reserveKwh, reserveKw, components, incomeSek };
}
