/** Valid bodies, which tests send as they are or with one thing changed. */
import type { OfferRequest, OfferRequestRow, ProspectRequest } from '../../../schemas/types.ts';

export const PROSPECT: ProspectRequest = {
  email: 'anna@example.se',
  first_name: 'Anna',
  last_name: 'Ek',
  phone: '070-174 06 05',
  address: {
    street: 'Storgatan 1',
    postal_code: '72211',
    city: 'Västerås',
    property_designation: 'Hede 1:2',
  },
  lat: 59.61,
  lng: 16.55,
  system: {
    panel_count: 24,
    panel_title: 'Panel 435',
    total_kw: 10.44,
    inverter_count: 1,
    inverter_title: 'Inverter 10',
    battery_kwh: 10,
    charger_count: 1,
    roof_sides: 2,
  },
  household: { adults: 2, main_fuse_a: 20 },
};

/** The deal of that prospect under the prefix `solar`. */
export const DEAL_VALUES = {
  solar_address: 'Storgatan 1, 722 11 Västerås',
  solar_latitude: '59.61',
  solar_longitude: '16.55',
  solar_panel_count: '24',
  solar_panel_title: 'Panel 435',
  solar_total_kw: '10.44',
  solar_inverter_count: '1',
  solar_inverter_title: 'Inverter 10',
  solar_battery_kwh: '10',
  solar_charger_count: '1',
  solar_roof_sides: '2',
  solar_adults: '2',
  solar_main_fuse: '20',
};

export const NUMBERS = ['191212121212', '198507099805'];

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

/** A turnkey house: 120, 80 and 15 kSEK, two adults. */
export const OFFER: OfferRequest = {
  prospect_id: 'p1',
  number: 'A-1',
  title: 'Solceller och batteri',
  valid_until: '2026-12-31',
  payment_date: '2026-11-21',
  turnkey: true,
  rows: [
    row('Solceller 10,4 kW', 120_000_00, 'solar_cells'),
    row('Batteri', 80_000_00, 'storage'),
    row('Laddbox', 15_000_00, 'charging_point'),
  ],
  applicants: [
    { name: 'Anna Ek', personal_number: '19121212-1212', property_designation: 'Hede 1:2' },
    { name: 'Bo Ek', personal_number: '850709-9805' },
  ],
};

export const SIGNEES = [
  {
    id: 'anna',
    name: 'Anna Ek',
    email: 'Anna@example.se',
    method: 'bankid',
    personal_number: '19121212-1212',
  },
  { id: 'bo', name: 'Bo Ek', email: 'bo@example.se', method: 'standard' },
];

export const PDF = Buffer.from('%PDF-1.4 an agreement');
