/**
 * Fortnox's own shapes, which a preview shows, too. Source: Fortnox's OpenAPI file and issue 190 of
 * fortnox-api, where a green reduction never stands next to ROT or RUT.
 */
import { ORE_PER_SEK } from '#engine/money.ts';
import type { Customer, HouseWorkType, Invoice, InvoiceRow, TaxReduction } from '../ports.ts';

/** What the company has registered, as the organisation says. */
export interface FortnoxRegisters {
  /** The registered code of each unit of offers. A unit without one is not sent: it would refuse the invoice. */
  units: Readonly<Record<string, string>>;
  /** The account of sales by percent of VAT, for rows without one: else the customer's card decides. */
  accounts: Readonly<Record<string, number>>;
}

/** Longest text of a row, which Fortnox cuts. */
const MAX_DESCRIPTION = 255;
/** Without these the delivery would be that of the customer's card. An empty text does not clear it. */
const NO_DELIVERY = {
  DeliveryName: null,
  DeliveryAddress1: null,
  DeliveryAddress2: null,
  DeliveryZipCode: null,
  DeliveryCity: null,
  DeliveryCountry: null,
};

/** Other costs are a type of their own, and no house work: no document says what Fortnox wants. */
const IS_HOUSE_WORK: Record<HouseWorkType, boolean> = {
  SOLARCELLS: true,
  STORAGESELFPRODUCEDELECTRICITY: true,
  CHARGINGSTATIONELECTRICVEHICLE: true,
  OTHERCOSTS: false,
};

/**
 * A customer to create. An e-mail that Fortnox does not take, such as o'brien@example.se, is left out: it would refuse
 * the customer. So is a name of nothing but signs, in whose place the e-mail stands.
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
  // Units are people's words: 'toString' is one as well.
  const unit = Object.hasOwn(units, row.unit) ? units[row.unit] : undefined;
  const account = row.account ?? accounts[String(vatPercent)];
  const isUnitLost = unit === undefined && quantityThousandths !== 1000;
  // A text of nothing but signs is the row's number.
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

/** A row next to green work: an explicit false clears what its article says. */
function greenWork({ houseWorkType }: InvoiceRow) {
  const HouseWork = isHouseWork(houseWorkType);
  return houseWorkType === null ? { HouseWork } : { HouseWork, HouseWorkType: houseWorkType };
}

/** A row without a reduction: false refuses the invoice, but with an empty type it clears what the article says. */
function noWork({ articleNumber }: InvoiceRow) {
  return articleNumber === undefined ? {} : { HouseWork: false, HouseWorkType: null };
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

/** What represents common signs that Fortnox does not take. */
const INSTEAD: Record<string, string> = {
  '—': '–',
  '―': '–',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '→': '-',
  '←': '-',
  '↔': '-',
  '⇒': '-',
  '·': '-',
  '•': '-',
  '~': '-',
  '×': 'x',
  '"': '’’',
  '“': '’’',
  '”': '’’',
  '„': '’’',
  "'": '’',
  '‘': '’',
  '′': '’',
  '″': '’’',
  '<': '(',
  '[': '(',
  '{': '(',
  '>': ')',
  ']': ')',
  '}': ')',
  '|': '/',
  '…': '...',
  '¼': '1/4',
  '¾': '3/4',
};

/**
 * The text as Fortnox takes it, in one line: other signs are replaced, or left out where nothing resembles them.
 * @param most longest length, in UTF-16 units
 */
export function fortnoxText(text: string, most = 255): string {
  const line = text.normalize('NFC').replaceAll(/\s/g, ' ');
  const signs = [...line].map((sign) => (isTaken(sign) ? sign : (INSTEAD[sign] ?? '')));
  return signs.join('').replaceAll(/ +/g, ' ').trim().slice(0, most);
}

/** Whether Fortnox takes the text as it is: what has to stay as it is, such as an e-mail, is not sent otherwise. */
export function isFortnoxText(text: string): boolean {
  return [...text].every(isTaken);
}

function isTaken(sign: string): boolean {
  return TAKEN.test(sign) || SIGNS.includes(sign);
}
