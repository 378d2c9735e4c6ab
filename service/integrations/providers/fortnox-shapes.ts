/**
 * Request bodies of Fortnox. Source: Fortnox's OpenAPI file and issue 190 of fortnox-api, where a green reduction is
 * never combined with ROT or RUT.
 */
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Customer, HouseWorkType, Invoice, InvoiceRow, TaxReduction } from '../ports.ts';

/** Registers of the company, from the organisations file. */
export interface FortnoxRegisters {
  /** The registered code of each unit of offers. A unit without one is not sent: Fortnox would refuse the invoice. */
  units: Readonly<Record<string, string>>;
  /** The sales account by VAT percent, for rows without one. Without it the customer's card decides. */
  accounts: Readonly<Record<string, number>>;
}

/** Fortnox cuts longer texts of rows. */
const MAX_DESCRIPTION = 255;
/** Clears the delivery of the customer's card. An empty text would not. */
const NO_DELIVERY = {
  DeliveryName: null,
  DeliveryAddress1: null,
  DeliveryAddress2: null,
  DeliveryZipCode: null,
  DeliveryCity: null,
  DeliveryCountry: null,
};

/** Other costs have a type and are no house work. */
const IS_HOUSE_WORK: Record<HouseWorkType, boolean> = {
  SOLARCELLS: true,
  STORAGESELFPRODUCEDELECTRICITY: true,
  CHARGINGSTATIONELECTRICVEHICLE: true,
  OTHERCOSTS: false,
};

/**
 * A customer to create. An e-mail with a sign that Fortnox does not accept, such as o'brien@example.se, is left out. A
 * name of nothing but such signs is replaced by the e-mail.
 */
export function fortnoxCustomer(customer: Customer) {
  const { reference, name, email, personalNumber, organisationNumber } = customer;
  const { street, postalCode, city } = customer;
  const number = organisationNumber ?? (personalNumber && hyphened(personalNumber));
  return {
    Customer: {
      Name: fortnoxText(name) || fortnoxText(email ?? 'Kund'),
      ...(email !== null && isFortnoxText(email) && { Email: email }),
      Type: organisationNumber === null ? 'PRIVATE' : 'COMPANY',
      ...(number !== null && { OrganisationNumber: number }),
      Address1: fortnoxText(street),
      ZipCode: postalCode,
      City: fortnoxText(city),
      CountryCode: 'SE',
      ExternalReference: reference,
    },
  };
}

/** An invoice to create. */
export function fortnoxInvoice(
  invoice: Invoice,
  customerNumber: string,
  registers: FortnoxRegisters,
) {
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
      YourOrderNumber: fortnoxText(invoice.offerNumber),
      ...NO_DELIVERY,
      InvoiceRows: invoice.rows.map((row, i) => ({
        ...invoiceRow(row, i, registers),
        ...(isGreen ? greenWork(row) : noWork(row)),
      })),
    },
  };
}

function invoiceRow(row: InvoiceRow, i: number, { units, accounts }: FortnoxRegisters) {
  const { articleNumber, quantityThousandths, vatPercent } = row;
  // A unit is free text, which may be 'toString'.
  const unit = Object.hasOwn(units, row.unit) ? units[row.unit] : undefined;
  const account = row.account ?? accounts[String(vatPercent)];
  const isUnitLost = unit === undefined && quantityThousandths !== 1000;
  // A text of nothing but signs is replaced by the row's number.
  const description = fortnoxText(row.description, MAX_DESCRIPTION) || `Rad ${i + 1}`;
  return {
    ...(articleNumber !== undefined && { ArticleNumber: articleNumber }),
    ...(account !== undefined && { AccountNumber: account }),
    Description: isUnitLost ? withUnit(description, row.unit) : description,
    DeliveredQuantity: String(quantityThousandths / 1000),
    ...(unit !== undefined && { Unit: unit }),
    Price: row.unitPriceOre / ORE_PER_SEK,
    VAT: vatPercent,
  };
}

/** The text of a row whose unit cannot be sent: 'Kabel (m)'. */
function withUnit(description: string, unit: string): string {
  const word = fortnoxText(unit);
  if (word === '') return description;
  const tail = ` (${word})`;
  return description.slice(0, MAX_DESCRIPTION - tail.length).trimEnd() + tail;
}

/** A row of an invoice with a reduction: an explicit false overrides the article. */
function greenWork({ houseWorkType }: InvoiceRow) {
  const HouseWork = isHouseWork(houseWorkType);
  return houseWorkType === null ? { HouseWork } : { HouseWork, HouseWorkType: houseWorkType };
}

/** A row of an invoice without a reduction: false with an empty type overrides the article. False only is refused. */
function noWork({ articleNumber }: InvoiceRow) {
  return articleNumber === undefined ? {} : { HouseWork: false, HouseWorkType: null };
}

function isHouseWork(type: HouseWorkType | null): boolean {
  return type !== null && IS_HOUSE_WORK[type];
}

/** A person's part of the reduction. A published schema requires the sum, too. */
export function fortnoxReduction(reduction: TaxReduction, invoiceNumber: string) {
  const { propertyDesignation, housingAssociationNumber } = reduction;
  const amounts = reduction.amounts.filter(({ sek }) => sek > 0);
  return {
    TaxReduction: {
      CustomerName: fortnoxText(reduction.name) || 'Sökande',
      SocialSecurityNumber: hyphened(reduction.personalNumber),
      ReferenceNumber: invoiceNumber,
      ReferenceDocumentType: 'INVOICE',
      AskedAmount: amounts.reduce((sum, { sek }) => sum + sek, 0),
      ...(propertyDesignation !== undefined && {
        PropertyDesignation: fortnoxText(propertyDesignation),
      }),
      ...(housingAssociationNumber !== undefined && {
        ResidenceAssociationOrganisationNumber: housingAssociationNumber,
      }),
      TaxReductionAmounts: amounts.map(({ type, sek }) => ({ WorkType: type, AskedAmount: sek })),
    },
  };
}

/** The number 197604120852 as 19760412-0852. */
export function hyphened(personalNumber: string): string {
  return `${personalNumber.slice(0, 8)}-${personalNumber.slice(8)}`;
}

/** The signs of Fortnox's guide in addition to letters, digits, blanks and line breaks. */
const SIGNS = '–.:,;´`’^¤#%§£$€¢¥©™°&/()=+-*_!?²³®½@\\';
const TAKEN = /^[\p{L}\p{Nd} \u00a0]$/u;

/** Replacements of common signs that Fortnox does not accept, each with the signs that it replaces. */
const INSTEAD: readonly (readonly [replacement: string, signs: string])[] = [
  ['–', '—―'],
  ['-', '−‐‑‒→←↔⇒·•~'],
  ['x', '×'],
  ['’’', '"“”„″'],
  ['’', "'‘′"],
  ['(', '<[{'],
  [')', '>]}'],
  ['/', '|'],
  ['...', '…'],
  ['1/4', '¼'],
  ['3/4', '¾'],
];

/**
 * The text in one line with signs that Fortnox accepts: others are replaced or left out.
 * @param most longest length, in UTF-16 units
 */
export function fortnoxText(text: string, most = 255): string {
  const line = text.normalize('NFC').replaceAll(/\s/g, ' ');
  const signs = [...line].map((sign) => (isTaken(sign) ? sign : insteadOf(sign)));
  return signs.join('').replaceAll(/ +/g, ' ').trim().slice(0, most);
}

function insteadOf(sign: string): string {
  return INSTEAD.find(([, signs]) => signs.includes(sign))?.[0] ?? '';
}

/** Whether Fortnox accepts the text unchanged. */
export function isFortnoxText(text: string): boolean {
  return [...text].every(isTaken);
}

function isTaken(sign: string): boolean {
  return TAKEN.test(sign) || SIGNS.includes(sign);
}
