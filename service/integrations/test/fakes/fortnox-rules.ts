/**
 * A Fortnox account on loopback. Its lists hold less than its records, a page at a time, and filters match parts.
 *
 * Sources: blikk is prodigystudios/BlikkIntegration_ekovilla, measured in a test company. Cassettes are the live
 * answers recorded by accodeing/fortnox-api. Sdk is softwerkab/fortnox-csharp-api-sdk with its live tests. Guide is
 * fortnox.se/developer and its support pages. Openapi is the file of fortnox-mcp-wrapper-typescript.
 * Facts about what our adapter never sends. The fake refuses it as unknown, so a new use shows:
 * - A change of a document renews the ids of its reductions, and the type none removes them. Rows that are lowered below what
 * the persons ask for are refused: 2003227. The last reduction of a document stays: 2001246 (blikk, 2026-10, A).
 * - YourReference over 50 characters is refused: 2001600. So are Comments over 1024: 2001896 (blikk, 2026-10, A).
 * - Terms of payment and price lists must be registered (cassettes, 2024-12, A).
 * - Types of house work that the law no longer has, such as COOKING, are refused: 2003157 (cassettes, 2024-12, A).
 * - A unit that is read by its code and is not there is 404 with 2000432 (cassettes, 2024-12, A).
 *
 * Each rule has the fact with source, date and trust. A: official, or a recorded answer. B: second-hand and consistent. C: single or
 * doubtful.
 */
import type { Refusal, Reply } from './server.ts';

/**
 * Facts without a refusal:
 * - twoDecimals: Quantity and price are rounded half up to two decimals (cassettes, 2024-12, A).
 * - accountOfCustomer: A row without an account is booked by the VAT type of the customer’s card (blikk, guide,
 * 2026-09-29, A).
 * - rowText: A row’s text is cut at 255 characters and loses its line breaks. An order number is cut at 30 (blikk,
 * 2026-10, A).
 * - nothingIsUnique: Two invoices may have the same external reference: nothing is locked (blikk, 2026-10, A).
 * - deliveryOfCustomer: Where the delivery is not sent, it is the customer’s card’s. Only null clears it (blikk,
 * 2026-10, A).
 * - finalPayDate: An invoice has the day on which all of it was paid, YYYY-MM-DD, and null until then. No event reports
 * it (four public programs, 2026-11, B).
 * - noReductionIsNull: The invoice says TaxReduction null, not 0, where it has no reduction (cassettes, four invoices,
 * 2024-12-02, A).
 * - shortPersonalNumber: A customer’s personal number of ten digits is stored, and silently gives no reduction (blikk,
 * personalNumber, 2026-10, B).
 * - postsOfOtherDocuments: Invoices, orders and offers are numbered apart, and the list of reductions has those of all
 * three (blikk, openapi, sdk, 2026-10, A).
 * - reductionOfRows: Until a person has a reduction, the invoice shows the one that its rows give. Then the sum of the
 * persons’ (blikk, taxReductions, 2026-10-02, A).
 * - paging: A list has 100 records a page, or up to 500 by limit. MetaInformation reports the pages (guide, cassettes,
 * 2026, A).
 * - filterMatchesParts: A filter finds whatever contains or begins with its value, in any case of letters (guide, blikk,
 * externalinvoicereference1, 2026-10, A).
 * - maintenancePage: An API that is down answers a page of HTML, whatever its status (guide, 2026, B).
 * - systemError: A fault of the system has the code 1000003 (guide, 2026, A).
 * - tokenScope: A token of client credentials needs the company’s number in the header TenantId, and may do without a
 * scope (zenta-ab/fortnox.NET#55, sdk, issue 340, 2026-01, B). Not settled: Whether the scope is to be sent.
 * - tokenRefusals: A wrong client or company gets no token: 401 invalid_client. Nor does a grant that does not hold: 400
 * invalid_grant (blikk, 2026-10-01, A).
 */
export const FORTNOX_RULES = {
  // Where an invoice has no reduction, a row with HouseWork false and no empty type is refused (blikk, helpers,
  // 2026-10-02, A).
  emptyHouseWork: [400, '2004021', 'Felaktig typ av husarbete (EMPTYHOUSEWORK).'],
  // A row takes the type of house work of its article, unless it says false and, where there is no reduction, an empty
  // type (blikk, helpers, 2026-10-02, A).
  articleHouseWork: [400, '2004001', 'Husarbete kräver typ av skattereduktion.'],
  // A unit that the company has not registered refuses the whole document (blikk, orders, sdk, 2026-09-29, A). Not
  // settled: The code of the refusal.
  unknownUnit: [400, '2000432', 'Enheten finns inte.'],
  // A unit of null is refused. One that is left out is the article’s (blikk, orders, 2026-09-29, A).
  nullUnit: [400, '2000699', 'Ogiltig enhet.'],
  // Texts hold letters, digits and a list of signs. Any other sign refuses the document or the customer (guide, formats
  // and encoding, blikk, for the em dash, 2026, A). Not settled: Straight quotes are not on the list. Whether they are
  // refused was not seen.
  characters: [400, '2000359', 'Fältet innehåller ogiltiga tecken.'],
  // An account that the company does not have refuses the whole document (blikk, 2026-09-29, A). Not settled: Which of
  // 2001304 and 2001303 is its code.
  unknownAccount: [400, '2001304', 'Kontot finns inte.'],
  // Other costs with HouseWork true are refused. With false they stand under every reduction (cassettes, orders, changelog
  // of fortnox-api, 2026, A).
  otherCostsAreNoHouseWork: [400, '2002980', 'Övriga kostnader kan inte vara husarbete.'],
  // A type of house work of another reduction than the invoice’s is refused (blikk, cassettes, 2026-10, A).
  wrongHouseWorkType: [400, '2004021', 'Felaktig typ av husarbete.'],
  // House work on an invoice whose reduction is none is refused (blikk, cassettes, 2026-10, A).
  houseWorkWithoutReduction: [400, '2004001', 'Husarbete kräver typ av skattereduktion.'],
  // House work on an invoice that does not name its reduction is refused (blikk, 2026-10, A).
  unnamedReduction: [400, null, 'Typ av skattereduktion saknas.'],
  // A list of rows without a row is refused (blikk, 2026-10, A).
  noRows: [400, null, 'Fakturarader saknas.'],
  // House work has to be switched on in the company’s settings (sdk, guide, 2026, B).
  houseWorkSwitchedOff: [400, null, 'Husarbete är inte aktiverat.'],
  // A booked invoice cannot be changed (sdk, guide, 2026, A).
  bookedStays: [400, null, 'Fakturan är bokförd.'],
  // A class of work gives the rate of its price in whole kronor, rounded down. Asking for a krona more is refused (blikk,
  // taxReductions, measured for ROT, 2026-10-02, B). Not settled: Whether the ceiling of mixed green rows is one of each
  // class, which is the lower, or of the document.
  reductionCeiling: [400, '2003228', 'Begärt belopp överstiger möjlig skattereduktion.'],
  // A person has one reduction on a document (openapi, 2026, A).
  personTwice: [400, '2000600', 'Personen finns redan på dokumentet.'],
  // A type of work that the invoice does not have cannot be asked for (openapi, 2026, A).
  workTypeNotSold: [400, '2004209', 'Felaktig typ av arbete.'],
  // Amounts are whole kronor (openapi, 2026, A).
  amountNoInteger: [400, '2004217', 'Beloppet är inget heltal.'],
  // Amounts are not below 0 (openapi, 2026, A).
  amountNegative: [400, '2004218', 'Beloppet är negativt.'],
  // A type of work stands once in a person’s reduction (openapi, 2026, A).
  workTypeTwice: [400, '2004262', 'Samma typ av arbete två gånger.'],
  // A person’s green reduction has an amount for each type of work (openapi, 2026, A).
  amountsMissing: [400, '2004263', 'Belopp per typ av arbete saknas.'],
  // A personal number has 10 to 13 characters (sdk, 2026-02, A).
  personalNumberLength: [400, null, 'Felaktigt personnummer.'],
  // A housing association’s number whose check digit is wrong refuses the person’s reduction (blikk, 2026-10, A).
  housingAssociation: [400, null, 'Felaktigt organisationsnummer för bostadsrättsförening.'],
  // A list refuses a filter that it does not know. Names are in lower case (blikk, 2026-10, A).
  unknownFilter: [400, '2000587', 'Okänt filter.'],
  // A list refuses a value that its filter cannot have (blikk, 2026-10, A).
  filterValue: [400, '2000588', 'Ogiltigt värde för filtret.'],
  // A member that a resource does not have refuses all of it (blikk, cassettes, 2026-10, A).
  unknownMember: [400, '2001399', 'Okänt fält.'],
  // A required member that is missing refuses the resource (cassettes, 2024-12, A).
  requiredMember: [400, '2000204', 'Ett obligatoriskt fält saknas.'],
  // A customer who is not there is 404 with a body, whose members begin with a capital (cassettes, 2024-12, A).
  customerNotFound: [404, '2000433', 'Kan inte hitta kunden.'],
  // An account that the books do not have is 404 (openapi, 2026, B).
  accountNotFound: [404, null, 'Kan inte hitta kontot.'],
  // A token that does not hold is 401 with a message and no code (cassettes, blikk, 2026-10, A).
  unauthorized: [401, null, 'unauthorized'],
  // Another kind of answer than JSON cannot be requested (guide, errors, sdk, 2026, A).
  acceptHeader: [400, '1000030', 'Invalid response type'],
  // A body has to be declared as JSON (guide, errors, 2026, A).
  contentType: [400, '1000031', 'Invalid content type'],
  // A company without the licence is refused (guide, 2026, A). Not settled: Whether the status is 400 or 403.
  noLicence: [400, '2001101', 'Licens saknas.'],
  // A company without the licence of the API is refused (guide, 2026, A). Not settled: Whether the status is 400 or 403.
  noApiLicence: [400, '2001103', 'API-licens saknas.'],
  // A user or an app without the right is refused (guide, 2026, A). Not settled: Whether the status is 400 or 403.
  noPermission: [400, '2000663', 'Behörighet saknas.'],
  // A login that does not hold is refused with 2000310 or 2000311 (guide, 2026, A). Not settled: Whether the status is 400
  // or 403.
  noLogin: [400, '2000311', 'Ogiltig inloggning.'],
  // More than 25 calls in 5 s of one company are refused until the average falls (guide, blikk, 2026, A). Not settled:
  // Whether there is a Retry-After.
  callLimit: [429, null, 'Too Many Requests'],
} satisfies Record<string, Refusal>;

export type FortnoxRule = keyof typeof FORTNOX_RULES;

/** The refusal of a broken rule. Members begin with a capital letter on 404, else with a small one. */
export function refuse(rule: FortnoxRule): Reply {
  const [status, code, message]: Refusal = FORTNOX_RULES[rule];
  const number = code === null ? {} : { code: Number(code) };
  if (status === 401) return { status, body: { message } };
  const information = { error: 1, message, ...number };
  return {
    status,
    body: { ErrorInformation: status === 404 ? capitals(information) : information },
  };
}

function capitals(members: object): object {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name[0].toUpperCase() + name.slice(1), value]),
  );
}
