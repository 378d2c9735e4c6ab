/** Made-up people and a made-up offer. The personal numbers are Skatteverket's own for tests. */
import { oreOf, VAT_PERCENT } from '#engine/money.ts';
import type { AgreementRequestSignee, Lead, OfferRequest } from '../../../schemas/types.ts';

export const LEAD: Lead = {
  reference: 'demo-1',
  slug: 'solfirman',
  consent: { version: '2026-01', at: '2026-11-21T10:00:00.000Z' },
  contact: {
    first_name: 'Anna',
    last_name: 'Ek',
    email: 'anna@example.com',
    phone: '070-174 06 05',
    street: 'Storgatan 1',
    postal_code: '72211',
    city: 'Västerås',
  },
  lat: 59.61,
  lng: 16.55,
  system: {
    panel_count: 24,
    panel_title: 'Panel 430 W',
    total_kw: 10.32,
    inverter_count: 1,
    inverter_title: 'Inverter 10 kW',
    battery_kwh: 10,
    charger_count: 1,
    roof_sides: 1,
  },
  household: { adults: 2, main_fuse_a: 20 },
  inputs: {
    lat: 59.61,
    lng: 16.55,
    faces: [{ tilt: 27, azimuth: 180, panel_count: 24 }],
    panel: 0,
    yearly_kwh: 15_000,
    ev_km_per_day: 30,
    chargers: 1,
    adults: 2,
    main_fuse_a: 20,
  },
  figures: {
    annual_kwh: 9_400,
    saving_sek_per_year: 11_000,
    price_sek: 215_000,
    deduction_sek: 63_535,
    deduction_by_class: { solar_cells: 17_460, storage: 38_800, charging_point: 7_275 },
    deduction_by_adult: [31_768, 31_767],
    net_sek: 151_465,
    payback_years: 13.8,
    payback_years_without_deduction: 19.5,
    deduction_paid_on: '2027-01-15',
    dataset: '2026.11.0',
  },
};

type Row = OfferRequest['rows'][number];

function row(description: string, priceSek: number, subsidy_class: Row['subsidy_class']): Row {
  return {
    description,
    quantity: 1,
    unit: 'st',
    unit_price_ore: oreOf(priceSek),
    vat_percent: VAT_PERCENT,
    subsidy_class,
  };
}

/** The first line of the split's table of examples: 120 000, 80 000 and 15 000 SEK, turnkey, two adults. */
export const OFFER: Omit<OfferRequest, 'prospect_id'> = {
  number: '2026-117',
  title: 'Solceller, batteri och laddbox',
  valid_until: '2099-12-31',
  payment_date: '2027-01-15',
  turnkey: true,
  rows: [
    row('Solceller 10,3 kW', 120_000, 'solar_cells'),
    row('Batteri 10 kWh', 80_000, 'storage'),
    row('Laddbox 11 kW', 15_000, 'charging_point'),
  ],
  applicants: [
    { name: 'Anna Ek', personal_number: '19121212-1212', property_designation: 'Hede 1:2' },
    { name: 'Bo Ek', personal_number: '19890201-3286', property_designation: 'Hede 1:2' },
  ],
};

export const PAID_ON = '2027-01-12';

export const SIGNEES: AgreementRequestSignee[] = [
  { id: 'anna', name: 'Anna Ek', email: 'anna@example.com', method: 'bankid' },
  { id: 'bo', name: 'Bo Ek', email: 'bo@example.com', method: 'standard' },
];

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
