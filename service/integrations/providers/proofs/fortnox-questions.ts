/** Questions about Fortnox that no source has settled, and a company can answer. */
import { ProviderError } from '../../ports.ts';
import { textAt } from '../answer-fields.ts';
import type { Clock } from '../call-window.ts';
import { type FortnoxAccount, fortnoxAccess } from '../fortnox.ts';
import type { AccountCall } from '../provider-http.ts';
import { answerTo } from './finding.ts';
import type { Question, Tries } from './proof.ts';

/** More than Fortnox takes in 5 s. */
const BURST = 30;
const WINDOW_MS = 6_000;
const PERSON = '19121212-1212';

/** @param mark what the names of a proof begin with */
export function fortnoxQuestions(
  account: FortnoxAccount,
  clock: Clock,
  fetch: typeof globalThis.fetch,
  mark: string,
): Question[] {
  const { call } = fortnoxAccess(account, clock, fetch);
  return [
    {
      asks: 'Is a token given without a scope?',
      measure: () =>
        answerTo(() => fortnoxAccess({ ...account, scope: '' }, clock, fetch).token.scopes()),
    },
    {
      asks: 'Do straight quotes pass?',
      measure: (tries) => answerTo(() => quotedCustomer(call, tries, `${mark}-quotes@example.com`)),
    },
    {
      asks: 'Does an unknown unit pass, and with which code is it refused?',
      measure: (tries, made) =>
        answerTo(() =>
          sendInvoice(call, tries, `${mark}-unit`, made, [{ ...ROW, Unit: 'zzprov' }]),
        ),
    },
    {
      asks: 'Is the ceiling of mixed green work the document’s (yes), or each work’s (no)?',
      measure: (tries, made) => answerTo(() => askAboveClass(call, tries, `${mark}-ceiling`, made)),
    },
    {
      asks: 'What is the status of a missing licence?',
      measure: 'shown above where one is missing; this company has it',
    },
    {
      asks: 'Is there a Retry-After on 429?',
      measure: () => burst(account, clock),
    },
  ];
}

const ROW = { Description: 'Prov', DeliveredQuantity: '1', Price: 1000, VAT: 25 };

function quotedCustomer(call: AccountCall, tries: Tries, email: string): Promise<string> {
  return tries('customer', email, async () => {
    const body = { Customer: { Name: `Prov "citat" 'citat'`, Email: email, Type: 'PRIVATE' } };
    const path = '/3/customers';
    const { json } = await call({ what: 'create a customer', method: 'POST', path, body });
    return textAt(json, 'Customer', 'CustomerNumber');
  });
}

function sendInvoice(
  call: AccountCall,
  tries: Tries,
  reference: string,
  made: ReadonlyMap<string, string>,
  rows: readonly object[],
  type = 'none',
): Promise<string> {
  const Invoice = {
    CustomerNumber: made.get('customer'),
    Currency: 'SEK',
    VATIncluded: true,
    TaxReductionType: type,
    ExternalInvoiceReference1: reference,
    InvoiceRows: rows,
  };
  return tries('invoice', reference, async () => {
    const path = '/3/invoices';
    const { json } = await call({
      what: 'create an invoice',
      method: 'POST',
      path,
      body: { Invoice },
    });
    return textAt(json, 'Invoice', 'DocumentNumber');
  });
}

/** Solar cells for 1000 kr give 150, a battery for 1000 gives 500: 160 for the cells is above theirs alone. */
async function askAboveClass(
  call: AccountCall,
  tries: Tries,
  reference: string,
  made: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = ['SOLARCELLS', 'STORAGESELFPRODUCEDELECTRICITY'].map((HouseWorkType) => ({
    ...ROW,
    HouseWork: true,
    HouseWorkType,
  }));
  const number = await sendInvoice(call, tries, reference, made, rows, 'green');
  const TaxReduction = {
    CustomerName: 'Prov',
    SocialSecurityNumber: PERSON,
    ReferenceNumber: number,
    ReferenceDocumentType: 'INVOICE',
    AskedAmount: 160,
    TaxReductionAmounts: [{ WorkType: 'SOLARCELLS', AskedAmount: 160 }],
  };
  const path = '/3/taxreductions';
  await call({ what: 'ask above the ceiling', method: 'POST', path, body: { TaxReduction } });
}

/** Reads more often than is allowed, not asked again, and lets the account rest until it is open. */
async function burst(account: FortnoxAccount, clock: Clock): Promise<string> {
  const unlimited: Clock = { ...clock, window: () => async () => {} };
  const { call } = fortnoxAccess(account, unlimited);
  const path = '/3/customers?limit=1';
  const reads = Array.from({ length: BURST }, () =>
    call({ what: 'read often', method: 'GET', path }),
  );
  const refused = (await Promise.allSettled(reads))
    .map((read) => (read.status === 'rejected' ? read.reason : null))
    .find((error) => error instanceof ProviderError && error.kind === 'rate_limited');
  await clock.sleep(WINDOW_MS);
  if (!(refused instanceof ProviderError)) return `none of ${BURST} reads at once was refused`;
  const { retryAfterMs } = refused;
  return retryAfterMs === undefined ? 'no' : `yes: ${retryAfterMs / 1000} s`;
}
