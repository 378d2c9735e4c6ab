/** What Fortnox takes in texts and members. */
import type { Account } from './account.ts';

/** The signs that the guide lists beside letters, digits, blanks and line breaks. */
const SIGNS = '–.:,;´`’^¤#%§£$€¢¥©™°&/()=+-*_!?²³®½@\\';
const ALLOWED = /^[\p{L}\p{Nd} \u00a0\r\n]$/u;

/** Whether a text, however deep in the body, has a sign that Fortnox does not take. */
export function hasForbiddenSign(
  body: unknown,
  { unsettled }: Pick<Account, 'unsettled'>,
): boolean {
  if (typeof body === 'object' && body !== null) {
    return Object.values(body).some((value) => hasForbiddenSign(value, { unsettled }));
  }
  if (typeof body !== 'string') return false;
  const also = unsettled.takesStraightQuotes ? `"'` : '';
  return [...body].some((sign) => !ALLOWED.test(sign) && !(SIGNS + also).includes(sign));
}

/** The members that the fake knows of each resource: those that our requests use, and a few they must not. */
const MEMBERS = {
  customer:
    'Name Email Type OrganisationNumber Address1 ZipCode City CountryCode ExternalReference VATType DeliveryName Active',
  invoice:
    'CustomerNumber InvoiceDate DueDate Currency VATIncluded TaxReductionType ExternalInvoiceReference1 YourOrderNumber YourReference Comments TermsOfPayment PriceList InvoiceRows DeliveryName DeliveryAddress1 DeliveryAddress2 DeliveryZipCode DeliveryCity DeliveryCountry',
  row: 'ArticleNumber AccountNumber Description DeliveredQuantity Unit Price VAT HouseWork HouseWorkType HouseWorkHoursToReport',
  reduction:
    'CustomerName SocialSecurityNumber ReferenceNumber ReferenceDocumentType AskedAmount PropertyDesignation ResidenceAssociationOrganisationNumber TaxReductionAmounts',
  amount: 'WorkType AskedAmount',
};

/** Whether the resource has a member that Fortnox does not know. */
export function hasUnknownMember(kind: keyof typeof MEMBERS, resource: object): boolean {
  const known = MEMBERS[kind].split(' ');
  return Object.keys(resource).some((name) => !known.includes(name));
}
