/**
 * Fortnox's own shapes, which a preview shows, too. Source: Fortnox's OpenAPI file and issue 190 of
 * fortnox-api, where a green reduction never stands next to ROT or RUT.
 */
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Customer, HouseWorkType, Invoice, InvoiceRow, TaxReduction } from '../ports.ts';

/** Other costs are a type of their own, and no house work: no document says what Fortnox wants. */
const IS_HOUSE_WORK: Record<HouseWorkType, boolean> = {
  SOLARCELLS: true,
  STORAGESELFPRODUCEDELECTRICITY: true,
  CHARGINGSTATIONELECTRICVEHICLE: true,
  OTHERCOSTS: false,
};

/** A customer to create. */
export function fortnoxCustomer(customer: Customer) {
  const { reference, name, email, personalNumber, street, postalCode, city } = customer;
  return {
    Customer: {
      Name: name,
      Email: email,
      Type: 'PRIVATE',
      ...(personalNumber !== null && { OrganisationNumber: hyphened(personalNumber) }),
      Address1: street,
      ZipCode: postalCode,
      City: city,
      CountryCode: 'SE',
      ExternalReference: reference,
    },
  };
}

/** An invoice to create. */
export function fortnoxInvoice(invoice: Invoice, customerNumber: string) {
  const isGreen = invoice.rows.some(({ houseWorkType }) => isHouseWork(houseWorkType));
  return {
    Invoice: {
      CustomerNumber: customerNumber,
      InvoiceDate: invoice.invoiceDate,
      DueDate: invoice.dueDate,
      Currency: 'SEK',
      VATIncluded: true,
      TaxReductionType: isGreen ? 'green' : 'none',
      ExternalInvoiceReference1: invoice.offerId,
      YourOrderNumber: invoice.offerNumber,
      InvoiceRows: invoice.rows.map(invoiceRow),
    },
  };
}

function invoiceRow(row: InvoiceRow) {
  const { houseWorkType, articleNumber, account } = row;
  return {
    ...(articleNumber !== undefined && { ArticleNumber: articleNumber }),
    ...(account !== undefined && { AccountNumber: account }),
    Description: row.description,
    DeliveredQuantity: String(row.quantityThousandths / 1000),
    Unit: row.unit,
    Price: row.unitPriceOre / ORE_PER_SEK,
    VAT: row.vatPercent,
    HouseWork: isHouseWork(houseWorkType),
    ...(houseWorkType !== null && { HouseWorkType: houseWorkType }),
  };
}

function isHouseWork(type: HouseWorkType | null): boolean {
  return type !== null && IS_HOUSE_WORK[type];
}

/** A person's part of an invoice's reduction. The sum is sent, too: a published schema requires it. */
export function fortnoxReduction(reduction: TaxReduction, invoiceNumber: string) {
  const { propertyDesignation, housingAssociationNumber } = reduction;
  const amounts = reduction.amounts.filter(({ sek }) => sek > 0);
  return {
    TaxReduction: {
      CustomerName: reduction.name,
      SocialSecurityNumber: hyphened(reduction.personalNumber),
      ReferenceNumber: invoiceNumber,
      ReferenceDocumentType: 'INVOICE',
      AskedAmount: amounts.reduce((sum, { sek }) => sum + sek, 0),
      ...(propertyDesignation !== undefined && { PropertyDesignation: propertyDesignation }),
      ...(housingAssociationNumber !== undefined && {
        ResidenceAssociationOrganisationNumber: housingAssociationNumber,
      }),
      TaxReductionAmounts: amounts.map(({ type, sek }) => ({ WorkType: type, AskedAmount: sek })),
    },
  };
}

/** The number 197604120852 as 19760412-0852. */
function hyphened(personalNumber: string): string {
  return `${personalNumber.slice(0, 8)}-${personalNumber.slice(8)}`;
}
