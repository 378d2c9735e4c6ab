/** Agreements out for signature: sent once, read until they are final, with their documents stored. */

import type { Agreement, UnconfirmedReading } from '../../../schemas/types.ts';
import { nowOf, type SyncDeps } from '../deps.ts';
import {
  type AgreementOrder,
  ProviderError,
  type ProviderErrorKind,
  type ReadAgreement,
  type Signature,
  type Signee,
} from '../ports.ts';
import type { SignatureAccount } from '../providers/account.ts';
import { UNSIGNED_HOOK } from '../providers/account.ts';
import {
  eventsOf,
  isFinal,
  mayGoOn,
  mergeAgreement,
  REVOKED_UNSEEN,
  refusedReading,
  UNSENT,
} from '../rules/agreement.ts';
import {
  hookText,
  putAgreement,
  putEvents,
  readAgreement,
  type StoredAgreement,
} from '../store/agreements.ts';
import { agreementContent, putDocument } from '../store/documents.ts';
import { putLink, readLink } from '../store/links.ts';
import { readOffer } from '../store/offers.ts';
import {
  enqueueTask,
  type Handler,
  NeedsAttention,
  type Outcome,
  type TaskRun,
} from '../store/tasks.ts';
import { moveOffer, signedAfterOfferChanged } from './offer-state.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The longest wait of the poll. */
const MAX_POLL_MS = 6 * HOUR_MS;
/** How often, and for how long after it was sent, an ended agreement that may go on is read. */
const ENDED_POLL_MS = DAY_MS;
const WATCHED_MS = 400 * DAY_MS;
/** A sealed copy comes 15 to 30 days after the signed one. */
const SEALED_AFTER_MS = 31 * DAY_MS;
/** Wait for the signed document, which is ready a while after the last signature. */
const DOCUMENT_RETRY_MS = 10_000;
/** Wait of a revocation until the agreement is out. */
const SENDING_MS = 2_000;

/** Kinds of errors that refuse what was sent. `not_found` may be a wrong address of the account. */
const REFUSED: readonly ProviderErrorKind[] = ['invalid', 'conflict'];

const SIGNED_AFTER_CHANGE =
  'The agreement was signed after it had ended and its offer had been changed or sent again.';

/** An agreement with its account and its id at the provider. */
interface AgreementContext {
  run: TaskRun;
  deps: SyncDeps;
  stored: StoredAgreement;
  account: SignatureAccount;
  signature: Signature;
  /** The provider's id. Null if it is not there yet. */
  ref: string | null;
}

/** The handlers of the four tasks of an agreement. Their subject is its id. */
export function signatureSync(deps: SyncDeps) {
  const at =
    (act: (context: AgreementContext) => Promise<Outcome>): Handler =>
    async (run) => {
      const context = await contextOf(deps, run);
      return context ? act(context) : undefined;
    };
  return {
    'sign.send': at(sendAgreement),
    'sign.revoke': at(revokeAgreement),
    'sign.refresh': at(refreshAgreement),
    'sign.document': at(fetchDocument),
  };
}

/** Null if the agreement was erased. @throws NeedsAttention without an e-signature service */
async function contextOf(deps: SyncDeps, run: TaskRun): Promise<AgreementContext | null> {
  const db = deps.store.of(run.org);
  const stored = await readAgreement(db, run.subject);
  if (!stored) return null;
  const organisation = deps.organisation(run.org);
  const account = organisation?.signature;
  const signature = organisation && deps.providers(organisation).signature;
  if (!account || !signature) throw new NeedsAttention('No e-signature service is configured.');
  const ref = await readLink(db, 'agreement', run.subject, account.provider);
  return { run, deps, stored, account, signature, ref };
}

async function sendAgreement(context: AgreementContext): Promise<Outcome> {
  const { run, deps, stored, signature } = context;
  if (isFinal(stored.agreement)) return undefined;
  const order = await agreementOrder(deps, run.org, stored, context.account);
  let ref = context.ref;
  try {
    ref ??= await createAgreement(context, order);
    await signature.start(ref, order);
  } catch (error) {
    await endRefused(context, error);
    throw error;
  }
  await readAndStore({ ...context, ref });
  const firstPoll = new Date(deps.clock.now() + MINUTE_MS).toISOString();
  await deps.store.change(run.org, (change) =>
    enqueueTask(change, 'sign.refresh', run.subject, firstPoll),
  );
  return undefined;
}

/** Ends an agreement that was refused, so that its offer can be corrected and sent again. */
async function endRefused({ deps, run }: AgreementContext, error: unknown): Promise<void> {
  if (!(error instanceof ProviderError) || !REFUSED.includes(error.kind)) return;
  const reason = [error.message, error.words].filter(Boolean).join(' ');
  await storeReading(deps, run, refusedReading(reason));
}

async function createAgreement(
  { run, deps, stored, account, signature }: AgreementContext,
  order: AgreementOrder,
): Promise<string> {
  const pdf = await agreementContent(deps.store.of(run.org), stored.offerId);
  if (!pdf) throw new NeedsAttention('The agreement has no document.');
  await signature.registerHook(`${deps.baseUrl}/integrations/hooks/standard/${run.org}`);
  const ref = await signature.create(order, pdf);
  await deps.store.change(run.org, (change) =>
    putLink(change, 'agreement', run.subject, account.provider, ref),
  );
  return ref;
}

/** Revokes once sending has ended, so that a crash in between leaves no agreement out. */
async function revokeAgreement(context: AgreementContext): Promise<Outcome> {
  const { run, deps, stored, signature, ref } = context;
  if (isFinal(stored.agreement)) return undefined;
  if (await isBeingSent(context)) return { againInMs: SENDING_MS };
  if (ref !== null) {
    await signature.revoke(ref).catch(ignoreEnded);
  }
  const agreement = await readAndStore(context);
  if (agreement === null || agreement.state === 'draft') await storeReading(deps, run, UNSENT);
  else if (agreement.unconfirmed !== null) await storeReading(deps, run, REVOKED_UNSEEN);
  return undefined;
}

/** Ignores that it is completed, still a draft, or not found: the read that follows shows which. */
function ignoreEnded(error: unknown): void {
  const hasEnded = error instanceof ProviderError && ['conflict', 'not_found'].includes(error.kind);
  if (!hasEnded) throw error;
}

async function isBeingSent({ run, deps }: AgreementContext): Promise<boolean> {
  const rows = await deps.store.of(run.org).query(
    `select subject from task where org = $1 and kind = 'sign.send' and subject = $2
       and state = 'open' and requested > completed`,
    run.subject,
  );
  return rows.length > 0;
}

/** Reads the agreement until it has ended, with waits that double. */
async function refreshAgreement(context: AgreementContext): Promise<Outcome> {
  const agreement = await readAndStore(context);
  const againInMs = agreement && pollMs(agreement, context.deps.clock.now());
  if (againInMs === null) return undefined;
  return { againInMs, notice: unconfirmedNotice(agreement?.unconfirmed) };
}

const UNCONFIRMED: Record<UnconfirmedReading['state'], string> = {
  unknown: 'this status is unknown here. Look at the agreement there',
  missing:
    'the account does not show it. Check credentials and address, or revoke the agreement if it was deleted there',
};

/** The message about an unconfirmed agreement. Undefined if it is confirmed. */
function unconfirmedNotice(reading: UnconfirmedReading | null | undefined): string | undefined {
  if (!reading) return undefined;
  const { state, reason, since } = reading;
  return `The agreement is unconfirmed since ${since} (${reason ?? state}): ${UNCONFIRMED[state]}.`;
}

/** Reads and stores the agreement. @returns null if it is not at the provider, or erased */
async function readAndStore({ run, deps, stored, signature, ref }: AgreementContext) {
  if (ref === null) return null;
  const signees = stored.agreement.signees.map(({ id, name, email, provider_id: providerId }) => {
    return { id, name, email, providerId };
  });
  return storeReading(deps, run, await signature.read(ref, signees));
}

/** The time until the next reading. Null if there is none. */
function pollMs(agreement: Agreement, nowMs: number): number | null {
  const { created_at, sent_at } = agreement;
  const ageMs = nowMs - Date.parse(sent_at ?? created_at);
  if (!isFinal(agreement)) return Math.min(Math.max(ageMs, MINUTE_MS), MAX_POLL_MS);
  return mayGoOn(agreement) && ageMs <= WATCHED_MS ? ENDED_POLL_MS : null;
}

/**
 * Merges a reading into the stored agreement, within one change.
 * @throws NeedsAttention, once it is stored, if it was signed after its offer was changed or sent again
 */
async function storeReading(
  deps: SyncDeps,
  run: TaskRun,
  read: ReadAgreement,
): Promise<Agreement | null> {
  const now = nowOf(deps);
  const { agreement, isAfterChange } = await deps.store.change(run.org, async (change) => {
    const stored = await readAgreement(change, run.subject);
    if (!stored) return { agreement: null, isAfterChange: false };
    const agreement = mergeAgreement(stored.agreement, read, now);
    if (JSON.stringify(agreement) !== JSON.stringify(stored.agreement)) {
      await putAgreement(change, stored.offerId, agreement);
      await putEvents(change, run.subject, eventsOf(agreement));
      await moveOffer(change, stored, agreement);
    }
    if (read.state === 'completed' && agreement.state === 'completed') {
      await enqueueTask(change, 'sign.document', run.subject, now);
    }
    return {
      agreement,
      isAfterChange: await signedAfterOfferChanged(change, stored.offerId, agreement),
    };
  });
  if (isAfterChange) throw new NeedsAttention(SIGNED_AFTER_CHANGE);
  return agreement;
}

/** Fetches the signed document, and a month later the sealed one if there is one. */
async function fetchDocument({
  run,
  deps,
  stored,
  signature,
  ref,
}: AgreementContext): Promise<Outcome> {
  if (ref === null) return undefined;
  const content = await signature.signedDocument(ref).catch(throwUnready);
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-') {
    throw new NeedsAttention('The signed document is not a PDF.');
  }
  const { offerId, agreement } = stored;
  const createdAt = nowOf(deps);
  await deps.store.change(run.org, async (change) => {
    // It may have been erased.
    if ((await readAgreement(change, agreement.id)) === null) return;
    await putDocument(change, {
      offerId,
      agreementId: agreement.id,
      kind: 'signed',
      content,
      createdAt,
    });
  });
  const ageMs = deps.clock.now() - Date.parse(agreement.completed_at ?? createdAt);
  return ageMs < SEALED_AFTER_MS ? { againInMs: SEALED_AFTER_MS - ageMs } : undefined;
}

/** Rejects with `unavailable` if the document is not ready yet. */
function throwUnready(error: unknown): never {
  const isPassing =
    error instanceof ProviderError && ['not_found', 'unavailable'].includes(error.kind);
  if (!isPassing) throw error;
  throw new ProviderError('unavailable', error.message, error.retryAfterMs ?? DOCUMENT_RETRY_MS);
}

/** The agreement as it is sent. @throws NeedsAttention when its offer no longer exists */
async function agreementOrder(
  { store, encryption, baseUrl }: SyncDeps,
  org: string,
  { offerId, agreement, decryptPersonalNumbers }: StoredAgreement,
  { daysToSign }: SignatureAccount,
): Promise<AgreementOrder> {
  const { id } = agreement;
  const offer = await readOffer(store.of(org), offerId);
  if (!offer) throw new NeedsAttention('The offer of the agreement has been erased.');
  const numbers = decryptPersonalNumbers();
  const [mac] = encryption.macs(hookText(org, id));
  return {
    agreementId: id,
    title: offer.body.title,
    daysToSign,
    hookUrl: `${baseUrl}/integrations/hooks/${UNSIGNED_HOOK}/${org}/${id}.${mac.toString('base64url')}`,
    signees: agreement.signees.map(({ id, name, email, phone, method }, i): Signee => {
      const personalNumber = numbers[i] ?? null;
      return {
        id,
        name,
        email,
        method,
        ...(phone !== undefined && { phone }),
        ...(personalNumber !== null && { personalNumber }),
      };
    }),
  };
}
