import { MONTHS } from '../../../schemas/codec/axes.ts';

/** The terms by which a battery program takes capacity and pays for it. */
export interface ProgramTerms {
  /** Whether rates count on the whole battery or on the reserved part. */
  basis: 'installed' | 'reserved';
  capacityShare: number;
  powerShare: number;
  sekPerMonth: number;
  sekPerKwhYear: number;
  sekPerKwYear: number;
}

/** Whether a program takes a part of the battery from its owner. */
export function reservesPart(program: ProgramTerms | null): boolean {
  return program !== null && (program.capacityShare > 0 || program.powerShare > 0);
}

/** The part of one battery that a program takes, and its pay. */
export interface ProgramYear {
  reserveKwh: number;
  reserveKw: number;
  components: IncomePart[];
  incomeSek: number;
}

interface IncomePart {
  term: 'fixed_sek_per_month' | 'sek_per_kwh_capacity_per_year' | 'sek_per_kw_per_year';
  quantity: number;
  rate: number;
  sek: number;
}

/**
 * Computes what a program takes and pays in a year. Basis `installed` counts the rates on the whole battery,
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
  const component = (term: IncomePart['term'], quantity: number, rate: number) => {
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
