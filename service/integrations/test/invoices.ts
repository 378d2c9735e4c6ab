/** A customer and an invoice for tests. */
import type { Customer, Invoice, InvoiceRow, TaxReduction } from '../ports.ts';

export const ANNA: Customer = {
  reference: 'p-1',
  name: 'Anna Ek',
  email: 'anna@example.com',
  personalNumber: '197604120852',
  organisationNumber: null,
  street: 'Storgatan 1',
  postalCode: '72212',
  city: 'Västerås',
};

/** A turnkey house: solar cells 120 000, a battery 80 000, a charging point 15 000 SEK. */
export const INVOICE: Invoice = {
  offerId: 'o-1',
  offerNumber: '2026-17',
  invoiceDate: '2026-11-21',
  dueDate: '2026-12-21',
  rows: [
    rowOf('Solceller 10,4 kW', 116_400_00, 'SOLARCELLS'),
    rowOf('Batteri 10 kWh', 77_600_00, 'STORAGESELFPRODUCEDELECTRICITY'),
    rowOf('Laddbox', 14_550_00, 'CHARGINGSTATIONELECTRICVEHICLE'),
    rowOf('Övriga kostnader (3 %)', 6_450_00, 'OTHERCOSTS'),
  ],
};

export const PARTS: TaxReduction[] = [
  {
    name: 'Anna Ek',
    personalNumber: '197604120852',
    propertyDesignation: 'Hede 1:2',
    amounts: [
      { type: 'SOLARCELLS', sek: 8731 },
      { type: 'STORAGESELFPRODUCEDELECTRICITY', sek: 19400 },
      { type: 'CHARGINGSTATIONELECTRICVEHICLE', sek: 3637 },
    ],
  },
  {
    name: 'Bo Ek',
    personalNumber: '198112289874',
    housingAssociationNumber: '769600-1234',
    amounts: [
      { type: 'SOLARCELLS', sek: 8729 },
      { type: 'STORAGESELFPRODUCEDELECTRICITY', sek: 19400 },
      { type: 'CHARGINGSTATIONELECTRICVEHICLE', sek: 3638 },
    ],
  },
];

export function rowOf(
  description: string,
  unitPriceOre: number,
  houseWorkType: InvoiceRow['houseWorkType'],
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
