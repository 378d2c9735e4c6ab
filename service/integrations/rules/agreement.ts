/**
 * The states of an agreement. Readings of the provider move it forward. An end without a signature is undone if the
 * provider shows that the agreement goes on. A missing agreement or an unknown status ends nothing.
 */
import type {
  Agreement,
  AgreementSignee,
  AgreementState,
  UnconfirmedReading,
} from '../../../schemas/types.ts';
import type { ReadAgreement, ReadSignee } from '../ports.ts';

/** The states of an agreement that has not ended, in their order. */
const STEPS: readonly AgreementState[] = ['draft', 'created', 'opened', 'partly_signed'];

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
    unconfirmed: null,
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

/** Whether it has ended. */
export function isFinal({ state }: Pick<Agreement, 'state'>): boolean {
  return !STEPS.includes(state);
}

/**
 * The agreement after a reading. Completed stays. Another end stays until a reading shows that it goes on or
 * is completed. A signature stays, and times are never overwritten.
 * @param now ISO UTC, for events without a time at the provider
 */
export function mergeAgreement(stored: Agreement, read: ReadAgreement, now: string): Agreement {
  const isOut = read.state !== 'draft';
  const signees = stored.signees.map((signee) => {
    const seen = read.signees.find(({ id }) => id === signee.id);
    return seen ? mergeSignee(signee, seen, { isOut, now }) : signee;
  });
  const merged = { ...stored, signees, sent_at: stored.sent_at ?? sentAt(read, now) };
  const unconfirmed = unconfirmedReading(stored, read, now);
  return { ...merged, unconfirmed, ...changeOf(stored, signees, read, now) };
}

/** A reading that shows no state. Null if it shows one, or the agreement has ended. */
function unconfirmedReading(
  { state: known, unconfirmed: before }: Agreement,
  { state, reason }: ReadAgreement,
  now: string,
): UnconfirmedReading | null {
  if ((state !== 'missing' && state !== 'unknown') || isFinal({ state: known })) return null;
  return { state, reason, since: before?.state === state ? before.since : now };
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

/** The change that a reading makes to state, times and reason. */
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

/** Since when a completed agreement is deleted. Null if the provider shows it again. */
function deletedAt({ deleted_at }: Agreement, read: ReadAgreement['state'], now: string) {
  if (read === 'completed') return null;
  return read === 'deleted' ? (deleted_at ?? now) : deleted_at;
}

/** The change of an agreement that goes on. One that had ended goes on only if it is out. */
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

const NOT_SENT = 'not sent';
const NOT_FOUND = 'not found';

/** The end of an agreement that never went out. */
export const UNSENT: ReadAgreement = { state: 'revoked', reason: NOT_SENT, signees: [] };

/** The end of an agreement that a person revokes while the account does not show it. */
export const REVOKED_UNSEEN: ReadAgreement = { state: 'revoked', reason: NOT_FOUND, signees: [] };

/** The end of an agreement that the provider rejected. @param why its message */
export function refusedReading(why: string): ReadAgreement {
  return { ...UNSENT, reason: `${NOT_SENT}: ${why}` };
}

/** Whether it ended because the provider rejected it, not because a person revoked it. */
export function isRefused({ state, reason }: Pick<Agreement, 'state' | 'reason'>): boolean {
  return state === 'revoked' && reason !== null && reason.startsWith(`${NOT_SENT}: `);
}

/** Whether it may still be signed at the provider: it timed out, was deleted, or was not found when it was revoked. */
export function mayGoOn({ state, reason }: Pick<Agreement, 'state' | 'reason'>): boolean {
  return ['expired', 'deleted', 'failed'].includes(state) || reason === NOT_FOUND;
}
