/** Made-up people and a made-up offer, which a proof sends. The personal numbers are Skatteverket's own for tests. */
import type { ProspectLead, ProspectRequest } from '../../../schemas/types.ts';
import type {
  AgreementOrder,
  Contact,
  Customer,
  HouseWorkType,
  Invoice,
  InvoiceRow,
  TaxReduction,
} from '../ports.ts';
import { ADDRESS, HOUSE } from './made-up-house.ts';

const NUMBERS = ['191212121212', '198902013286'];
const NAMES = ['Prov Provsson', 'Prova Provsson'];
const DAY_MS = 86_400_000;

/** The e-mail of a proof's customer and contact. @param mark what its names begin with */
export function emailOf(mark: string): string {
  return `${mark}@example.com`;
}

export function proofContact(mark: string): Contact {
  return { email: emailOf(mark), firstName: 'Prov', lastName: 'Provsson', phone: '+46701740605' };
}

/** A prospect with a value for every property of deals. */
export function proofProspect(mark: string): ProspectRequest & { lead: ProspectLead } {
  return {
    email: emailOf(mark),
    first_name: 'Prov',
    last_name: 'Provsson',
    phone: '+46701740605',
    address: ADDRESS,
    ...HOUSE,
    lead: {
      reference: mark,
      slug: 'prov',
      consent: { version: 'prov', at: '2026-11-21T10:00:00.000Z' },
      figures: {
        annual_kwh: 9_400,
        saving_sek_per_year: 11_000,
        price_sek: 40_000,
        deduction_sek: 12_610,
        deduction_by_class: { solar_cells: 2_910, storage: 4_850, charging_point: 4_850 },
        deduction_by_adult: [6_305, 6_305],
        net_sek: 27_390,
        payback_years: 13.8,
        payback_years_without_deduction: 19.5,
        deduction_paid_on: '2026-12-21',
        dataset: 'prov',
      },
    },
  };
}

export function proofCustomer(mark: string): Customer {
  return {
    reference: mark,
    name: NAMES[0],
    email: emailOf(mark),
    personalNumber: NUMBERS[0],
    street: ADDRESS.street,
    postalCode: ADDRESS.postal_code,
    city: ADDRESS.city,
  };
}

/** @param today YYYY-MM-DD */
export function proofInvoice(
  offerId: string,
  rows: readonly InvoiceRow[],
  today: string,
  paymentDays: number,
): Invoice {
  const dueDate = new Date(Date.parse(today) + paymentDays * DAY_MS).toISOString().slice(0, 10);
  return { offerId, offerNumber: 'PROV', invoiceDate: today, dueDate, rows: [...rows] };
}

/** A turnkey house of 20 000 kr of solar cells, 10 000 of battery and 10 000 of charging point. */
export const GREEN_ROWS: readonly InvoiceRow[] = [
  greenRow('Prov: solceller', 19_400_00, 'SOLARCELLS'),
  greenRow('Prov: batteri', 9_700_00, 'STORAGESELFPRODUCEDELECTRICITY'),
  greenRow('Prov: laddbox', 9_700_00, 'CHARGINGSTATIONELECTRICVEHICLE'),
  greenRow('Övriga kostnader (3 %)', 1_200_00, 'OTHERCOSTS'),
];

/** Half of what those rows give, for each of two persons: 15 % of the cells, 50 % of the rest. */
export const PARTS: readonly TaxReduction[] = NAMES.map((name, i) => ({
  name,
  personalNumber: NUMBERS[i],
  propertyDesignation: 'Prov 1:1',
  amounts: [
    { type: 'SOLARCELLS', sek: 1_455 },
    { type: 'STORAGESELFPRODUCEDELECTRICITY', sek: 2_425 },
    { type: 'CHARGINGSTATIONELECTRICVEHICLE', sek: 2_425 },
  ],
}));

export function proofAgreement(mark: string, daysToSign: number, hookUrl: string): AgreementOrder {
  const signee = { name: NAMES[0], email: emailOf(mark), phone: '+46701740605' };
  return {
    agreementId: mark,
    title: `${mark}: sent to nobody`,
    daysToSign,
    hookUrl,
    signees: [
      { ...signee, id: 'a', method: 'bankid', personalNumber: NUMBERS[0] },
      { id: 'b', name: NAMES[1], email: `b-${emailOf(mark)}`, method: 'standard' },
    ],
  };
}

export const PROOF_PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

function greenRow(
  description: string,
  unitPriceOre: number,
  houseWorkType: HouseWorkType,
): InvoiceRow {
  return {
    description,
    quantityThousandths: 1000,
    unit: 'st',
    unitPriceOre,
    vatPercent: 25,
    houseWorkType,
  };
}
