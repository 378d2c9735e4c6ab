/** Creates the invoice of an offer with each person's tax reduction, once. */
import { ORE_PER_SEK } from '#engine/money.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import type { OfferInvoice } from '../../../schemas/types.ts';
import type { SyncDeps } from '../deps.ts';
import { type Accounting, ProviderError, type TaxReduction } from '../ports.ts';
import type { AccountingAccount } from '../providers/account.ts';
import { CallsUsedUp } from '../providers/rate-limit.ts';
import {
  customerOf,
  hasParts,
  invoiceOf,
  pendingInvoice,
  taxReductionsOf,
} from '../rules/invoice.ts';
import { computeTotalOre, paymentDateFault, reductionOf } from '../rules/reduction.ts';
import { deleteLink, type LinkKind, putLink, readLink } from '../store/links.ts';
import { type StoredOffer, setOfferState } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import {
  enqueueTask,
  type Handler,
  NeedsAttention,
  type Outcome,
  type TaskRun,
} from '../store/tasks.ts';
import { changeOffer, lockedOffer, unlockOffer } from './offer-state.ts';
import { WATCH_MS } from './paid.ts';

/** Lookups for an invoice whose answer was lost: it may appear later. */
const LOOKS = 2;
const LOOK_AGAIN_MS = 30_000;
/** Tolerance of totals: accounting systems round rows. */
const ROUNDING_ORE = 100;

interface Work {
  run: TaskRun;
  deps: SyncDeps;
  offer: StoredOffer;
  account: AccountingAccount;
  accounting: Accounting;
}

/** The handler of `invoice.create`. Its subject is the offer. */
export function invoiceSync(deps: SyncDeps): Handler {
  return async (run) => {
    const offer = await lockedOffer(deps, run);
    if (offer === null) return undefined;
    const organisation = deps.organisation(run.org);
    const account = organisation?.accounting;
    const accounting = organisation && deps.providers(organisation).accounting;
    if (!account || !accounting) throw new NeedsAttention('No accounting system is configured.');
    return makeInvoice({ run, deps, offer, account, accounting });
  };
}

async function makeInvoice(work: Work): Promise<Outcome> {
  let number = work.offer.invoice?.number ?? null;
  try {
    const reductions = reductionsOf(work);
    const customer = await findOrCreateCustomer(work);
    number = await standingInvoice(work);
    number ??= await findOrCreateInvoice(work, customer);
    if (number === null) return { againInMs: LOOK_AGAIN_MS };
    await addReductions(work, number, reductions);
    await compareInvoice(work, number, reductions);
    await storeInvoice(work, { state: 'created', number, error: null, words: null });
    return undefined;
  } catch (error) {
    await storeFailure(work, number, error);
    throw error;
  }
}

/** Finds the customer by our link or by its data, or creates one. */
async function findOrCreateCustomer(work: Work): Promise<string> {
  const { run, offer, accounting } = work;
  const { prospect_id } = offer.body;
  const { provider } = work.account;
  const db = work.deps.store.of(run.org);
  const linked = await readLink(db, 'customer', prospect_id, provider);
  if (linked !== null) {
    if (await accounting.hasCustomer(linked, hasParts(offer.body))) return linked;
    await changeOffer(work, (change) => deleteLink(change, 'customer', prospect_id, provider));
  }
  const prospect = await readProspect(db, prospect_id);
  const [firstNumber = null] = offer.decryptPersonalNumbers();
  const customer = prospect && customerOf(prospect_id, prospect, firstNumber);
  if (!customer)
    throw new NeedsAttention(
      'The prospect has neither a name nor an e-mail, of which a customer needs one.',
    );
  const found = await accounting.findCustomer(customer, hasParts(offer.body));
  const number = found ?? (await accounting.createCustomer(customer));
  await changeOffer(work, (change) => putLink(change, 'customer', prospect_id, provider, number));
  return number;
}

/** The invoice by our link, if it is still valid. */
async function standingInvoice(work: Work): Promise<string | null> {
  const linked = await readOwnLink(work, 'invoice');
  return linked !== null && (await stillStands(work, linked)) ? linked : null;
}

/**
 * Finds the invoice by the offer's id, or creates one. The attempt is stored first: if the answer or this process is
 * lost, the invoice is looked for before another attempt.
 * @returns null if it has to be looked for later
 */
async function findOrCreateInvoice(work: Work, customer: string): Promise<string | null> {
  const { offer, accounting } = work;
  const found = await accounting.findInvoice(offer.id);
  if (found === null) {
    const looksLeft = Number((await readOwnLink(work, 'lookups_left')) ?? 0);
    if (looksLeft > 0) {
      await storeLink(work, 'lookups_left', String(looksLeft - 1));
      return null;
    }
  }
  const number = found ?? (await askForInvoice(work, customer));
  await changeOffer(work, async (change, now) => {
    await putLink(change, 'invoice', offer.id, work.account.provider, number);
    await setOfferState(change, { ...now, invoicedVersion: offer.version });
  });
  return number;
}

/**
 * Whether an earlier invoice is still valid. One of another version of the offer is cancelled: its rows cannot be
 * changed, since accounting systems inherit what an update leaves out.
 */
async function stillStands(work: Work, number: string): Promise<boolean> {
  const { offer, accounting, account } = work;
  const { isCancelled } = await accounting.readInvoice(number);
  const isOfVersion = (offer.invoicedVersion ?? offer.version) === offer.version;
  if (!isCancelled && isOfVersion) return true;
  if (!isCancelled) await accounting.cancelInvoice(number);
  await changeOffer(work, async (change) => {
    for (const kind of ['invoice', 'lookups_left'] as const) {
      await deleteLink(change, kind, offer.id, account.provider);
    }
  });
  return false;
}

async function askForInvoice(work: Work, customer: string): Promise<string> {
  const { run, deps, offer, account, accounting } = work;
  const invoiceDate = swedishDay(new Date(deps.clock.now()));
  const fault = paymentDateFault(offer.body, invoiceDate);
  if (fault !== null) throw new NeedsAttention(`The offer ${fault}.`);
  const invoice = invoiceOf(offer.body, {
    offerId: offer.id,
    invoiceDate,
    paymentDays: account.paymentDays,
  });
  await storeLink(work, 'lookups_left', String(LOOKS));
  try {
    return await accounting.createInvoice(invoice, customer);
  } catch (error) {
    const isRefused = error instanceof ProviderError;
    if (isRefused && error.kind === 'outcome_unknown') {
      throw new ProviderError('outcome_unknown', error.message, LOOK_AGAIN_MS);
    }
    // It was not created.
    if (isRefused || error instanceof CallsUsedUp) {
      await deps.store.change(run.org, (change) =>
        deleteLink(change, 'lookups_left', offer.id, account.provider),
      );
    }
    throw error;
  }
}

/** @throws NeedsAttention when somebody with a part has no personal number */
function reductionsOf(work: Work): TaxReduction[] {
  const reduction = reductionOf(work.offer.body);
  if (reduction === null) return [];
  const numbers = work.offer.decryptPersonalNumbers();
  if (reduction.parts.some(({ applicant }) => !numbers[applicant])) {
    throw new NeedsAttention('An applicant with a part of the reduction has no personal number.');
  }
  return taxReductionsOf(work.offer.body, reduction, numbers);
}

async function addReductions(
  { accounting }: Work,
  number: string,
  reductions: readonly TaxReduction[],
): Promise<void> {
  if (reductions.length === 0) return;
  const there = await accounting.reductionsOf(number);
  for (const reduction of reductions) {
    if (there.includes(reduction.personalNumber.slice(-10))) continue;
    await accounting.addReduction(number, reduction);
  }
}

/**
 * Reads the invoice back, with its payment.
 * @throws NeedsAttention with both figures when the accounting system's differ from the offer's
 */
async function compareInvoice(
  work: Work,
  number: string,
  reductions: readonly TaxReduction[],
): Promise<void> {
  const { offer, accounting } = work;
  const read = await accounting.readInvoice(number);
  if (read.paidOn !== null) await storeInvoice(work, { number, paid_on: read.paidOn });
  const expectedOre = computeTotalOre(offer.body);
  const expectedSek = reductions.reduce((sum, { amounts }) => sum + sumSek(amounts), 0);
  const isTotalRight = Math.abs(read.totalOre - expectedOre) <= ROUNDING_ORE;
  if (isTotalRight && read.reductionSek === expectedSek) return;
  throw new NeedsAttention(
    `Invoice ${number} has a total of ${sek(read.totalOre)} SEK and a reduction of ${read.reductionSek} SEK, the offer ${sek(expectedOre)} and ${expectedSek}.`,
  );
}

function sumSek(amounts: TaxReduction['amounts']): number {
  return amounts.reduce((sum, { sek }) => sum + sek, 0);
}

function sek(ore: number): string {
  return (ore / ORE_PER_SEK).toFixed(2);
}

/** Stores a failure for GET /offers. The invoice stays pending if the failure passes. A refusal unlocks the offer. */
async function storeFailure(work: Work, number: string | null, error: unknown): Promise<void> {
  if (error instanceof NeedsAttention && number !== null) {
    await storeInvoice(work, { state: 'attention', number, error: error.message });
  } else if (error instanceof NeedsAttention) {
    await unlockOffer(work, { state: 'failed', number, error: error.message });
  } else if (error instanceof ProviderError) {
    const { kind, message, words = null } = error;
    const isRefused = ['invalid', 'conflict', 'not_found'].includes(kind);
    if (isRefused) await unlockOffer(work, { state: 'failed', number, error: message, words });
    else await storeInvoice(work, { state: 'pending', number, error: message });
  }
}

async function storeInvoice(work: Work, known: Partial<OfferInvoice>): Promise<void> {
  const { deps, offer } = work;
  await changeOffer(work, async (change, now) => {
    const invoice = { ...pendingInvoice(now.invoice), ...now.invoice, ...known };
    await setOfferState(change, { ...now, invoice });
    const isThere = known.state === 'created' || known.state === 'attention';
    if (!isThere || invoice.paid_on !== null) return;
    const firstLook = new Date(deps.clock.now() + WATCH_MS).toISOString();
    await enqueueTask(change, 'invoice.watch', offer.id, firstLook);
  });
}

function readOwnLink({ run, deps, offer, account }: Work, kind: LinkKind) {
  return readLink(deps.store.of(run.org), kind, offer.id, account.provider);
}

async function storeLink(work: Work, kind: LinkKind, ref: string): Promise<void> {
  const { offer, account } = work;
  await changeOffer(work, (change) => putLink(change, kind, offer.id, account.provider, ref));
}
