/**
 * An agreement from its draft on. A reading of the provider moves it forward; an end without a signature needs
 * evidence, and is taken back when the provider shows that it goes on.
 */
import type {
  Agreement,
  AgreementDoubt,
  AgreementSignee,
  AgreementState,
} from '../../../schemas/types.ts';
import type { ReadAgreement, ReadSignee } from '../ports.ts';

/** The states of an agreement that goes on; each follows the one before. */
const STEPS: readonly AgreementState[] = ['draft', 'created', 'opened', 'partly_signed'];

/**
 * Readings that a fault at the provider, or in its credentials, may show of an agreement that goes on. Others are
 * what the provider reports as an event.
 */
const DOUBTFUL: readonly ReadAgreement['state'][] = ['deleted', 'missing', 'failed', 'unknown'];
/** Those of them that are believed when they are read twice, this far apart. */
const BELIEVED: readonly AgreementDoubt['state'][] = ['deleted', 'failed'];
const BELIEVED_AFTER_MS = 3_600_000;
/** Two words for an agreement that is not found: without and with evidence that the account is right. */
const NOT_FOUND: readonly AgreementDoubt['state'][] = ['missing', 'deleted'];

const SIGNEE_STEPS: readonly AgreementSignee['status'][] = ['pending', 'opened', 'signed'];

/** An event of one of six kinds, with its stored time. */
export interface AgreementEvent {
  kind: 'created' | 'opened' | 'signed' | 'completed' | 'revoked' | 'deleted';
  /** The signee who opened or signed. Null if it is another kind. */
  signeeId: string | null;
  at: string;
}

/** A signee who has done nothing yet. */
export type NewSignee = Pick<AgreementSignee, 'id' | 'name' | 'email' | 'phone' | 'method'>;

/**
 * An agreement before it goes out.
 * @param createdAt ISO UTC
 */
export function draftAgreement(
  id: string,
  createdAt: string,
  signees: readonly NewSignee[],
): Agreement {
  return {
    id,
    state: 'draft',
    reason: null,
    created_at: createdAt,
    sent_at: null,
    completed_at: null,
    revoked_at: null,
    deleted_at: null,
    doubt: null,
    signees: signees.map((signee) => ({
      ...signee,
      provider_id: null,
      status: 'pending',
      opened_at: null,
      signed_at: null,
      signed_at_source: null,
    })),
  };
}

/** Whether it has ended, for all that is known. */
export function isFinal({ state }: Pick<Agreement, 'state'>): boolean {
  return !STEPS.includes(state);
}

/**
 * The agreement after a reading. Completed stays; another end stays until a reading shows that it goes on or
 * is completed; a signature stays, and times are never overwritten.
 * @param now ISO UTC, for events without a time at the provider
 */
export function mergeAgreement(stored: Agreement, read: ReadAgreement, now: string): Agreement {
  const isOut = read.state !== 'draft';
  const signees = stored.signees.map((signee) => {
    const seen = read.signees.find(({ id }) => id === signee.id);
    return seen ? mergeSignee(signee, seen, { isOut, now }) : signee;
  });
  const merged = { ...stored, signees, sent_at: stored.sent_at ?? sentAt(read, now) };
  const doubt = doubtOf(stored, read, now);
  if (doubt && !isBelieved(doubt, now)) return { ...merged, doubt };
  return { ...merged, doubt: null, ...changeOf(stored, signees, read, now) };
}

/** The doubt that a reading leaves. Null if it leaves none, or shows what is known. */
function doubtOf(
  { state: known, deleted_at, doubt }: Agreement,
  { state, reason }: ReadAgreement,
  now: string,
): AgreementDoubt | null {
  if (!isDoubtful(state)) return null;
  const isKnown = state === known || (state === 'deleted' && deleted_at !== null);
  if (isKnown || (known === 'completed' && state === 'failed')) return null;
  if (state === 'missing' && isFinal({ state: known })) return null;
  const isSame = [doubt?.state, state].every((one) => one !== undefined && NOT_FOUND.includes(one));
  return { state, reason, since: doubt && (isSame || doubt.state === state) ? doubt.since : now };
}

function isDoubtful(state: ReadAgreement['state']): state is AgreementDoubt['state'] {
  return DOUBTFUL.includes(state);
}

/** A word that is not known, and an account that may be another's, are no evidence of an end, however often it is read. */
function isBelieved({ state, since }: AgreementDoubt, now: string): boolean {
  return BELIEVED.includes(state) && Date.parse(now) - Date.parse(since) >= BELIEVED_AFTER_MS;
}

/** The events that have happened, each once. */
export function eventsOf(agreement: Agreement): AgreementEvent[] {
  const { sent_at, completed_at, revoked_at, deleted_at, signees } = agreement;
  const events = [
    event('created', sent_at),
    ...signees.flatMap(({ id, status, opened_at, signed_at }) => [
      event('opened', opened_at, id),
      event('signed', status === 'signed' ? signed_at : null, id),
    ]),
    event('completed', completed_at),
    event('revoked', revoked_at),
    event('deleted', deleted_at),
  ];
  return events.flat();
}

function event(
  kind: AgreementEvent['kind'],
  at: string | null,
  signeeId: string | null = null,
): AgreementEvent[] {
  return at === null ? [] : [{ kind, signeeId, at }];
}

function sentAt({ state }: ReadAgreement, now: string): string | null {
  return state === 'pending' || state === 'completed' ? now : null;
}

const NOT_ENDED = { reason: null, revoked_at: null, deleted_at: null };

/** The change that a reading which is believed makes to state, times and reason. */
function changeOf(
  stored: Agreement,
  signees: readonly AgreementSignee[],
  { state, reason }: ReadAgreement,
  now: string,
): Partial<Agreement> {
  if (stored.state === 'completed') return { deleted_at: deletedAt(stored, state, now) };
  if (state === 'completed') return { ...NOT_ENDED, state, completed_at: now };
  if (state === 'draft' || state === 'pending') return stepTo(stored, signees, state);
  if (state === 'unknown' || state === 'missing' || state === stored.state) return {};
  if (state === 'deleted') {
    const isRevoked = stored.state === 'revoked';
    return { state: isRevoked ? 'revoked' : 'deleted', deleted_at: stored.deleted_at ?? now };
  }
  const revokedAt = state === 'revoked' ? now : null;
  return { ...NOT_ENDED, state, reason, revoked_at: revokedAt };
}

/** Since when a completed agreement is deleted: it is none any more where the provider shows it again. */
function deletedAt({ deleted_at }: Agreement, read: ReadAgreement['state'], now: string) {
  if (read === 'completed') return null;
  return read === 'deleted' ? (deleted_at ?? now) : deleted_at;
}

/** An agreement that goes on; one that had ended begins to again only when it is out. */
function stepTo(
  stored: Agreement,
  signees: readonly AgreementSignee[],
  state: 'draft' | 'pending',
): Partial<Agreement> {
  if (state === 'draft') return {};
  const isBack = isFinal(stored);
  const read = furthest(STEPS, 'created', stepOf(signees));
  return isBack ? { ...NOT_ENDED, state: read } : { state: furthest(STEPS, stored.state, read) };
}

/** The state that the signees have brought it to. */
function stepOf(signees: readonly AgreementSignee[]): AgreementState {
  if (signees.some(({ status }) => status === 'signed')) return 'partly_signed';
  return signees.some(({ status }) => status === 'opened') ? 'opened' : 'draft';
}

function mergeSignee(
  stored: AgreementSignee,
  read: ReadSignee,
  { isOut, now }: { isOut: boolean; now: string },
): AgreementSignee {
  const status = statusOf(stored.status, read.status);
  const hasSignedNow = status === 'signed' && stored.signed_at === null;
  return {
    ...stored,
    // It may change until the agreement is out.
    provider_id: stored.provider_id ?? (isOut ? read.providerId : null),
    status,
    opened_at: stored.opened_at ?? read.openedAt ?? (read.status === 'opened' ? now : null),
    ...(hasSignedNow
      ? {
          signed_at: read.signedAt ?? now,
          signed_at_source: read.signedAt === null ? 'received' : 'provider',
        }
      : {}),
  };
}

/** The status of a signee: a signature stays, and who declined may still sign. */
function statusOf(
  stored: AgreementSignee['status'],
  read: AgreementSignee['status'],
): AgreementSignee['status'] {
  if (stored === 'signed' || read === 'signed') return 'signed';
  if (stored === 'declined' || read === 'declined') return 'declined';
  return furthest(SIGNEE_STEPS, stored, read);
}

function furthest<Step>(steps: readonly Step[], a: Step, b: Step): Step {
  return steps.indexOf(a) > steps.indexOf(b) ? a : b;
}
