/** Offers for tests. */
import type { OfferApplicant, OfferRequestRow } from '../../../schemas/types.ts';
import type { OfferBody } from './reduction.ts';

export function row(
  description: string,
  unitPriceOre: number,
  subsidyClass: OfferRequestRow['subsidy_class'],
  more: Partial<OfferRequestRow> = {},
): OfferRequestRow {
  return {
    description,
    quantity: 1,
    unit: 'st',
    unit_price_ore: unitPriceOre,
    vat_percent: 25,
    subsidy_class: subsidyClass,
    ...more,
  };
}

export function applicant(name: string, more: Partial<OfferApplicant> = {}): OfferApplicant {
  return { name, has_personal_number: true, allowance_sek: 50_000, ...more };
}

/** A turnkey house: 120, 80 and 15 kSEK, two adults. */
export const TURNKEY_OFFER: OfferBody = {
  prospect_id: 'p1',
  number: 'A-1',
  title: 'Solceller och batteri',
  valid_until: '2026-12-31',
  payment_date: '2026-11-21',
  turnkey: true,
  claim_reduction: true,
  rows: [
    row('Solceller 10,4 kW', 120_000_00, 'solar_cells'),
    row('Batteri', 40_000_00, 'storage', { quantity: 2, article_number: 'B5', account: 3001 }),
    row('Laddbox', 15_000_00, 'charging_point'),
    row('Resor', 500_00, 'none', { quantity: 1.5, unit: 'h' }),
  ],
  applicants: [
    applicant('Anna Ek', { property_designation: 'Hede 1:2' }),
    applicant('Bo Ek', { housing_association_number: '769600-1234' }),
  ],
  split: { mode: 'per_started_cap' },
};
