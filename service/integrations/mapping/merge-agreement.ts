/** An agreement from its draft on: a reading of the provider only moves it forward. */
import type { Agreement, AgreementSignee, AgreementState } from '../../../schemas/types.ts';
import type { ReadAgreement, ReadSignee } from '../ports.ts';

/** The states of an agreement that goes on; each follows the one before. */
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
    signees: signees.map((signee) => ({
      ...signee,
      status: 'pending',
      opened_at: null,
      signed_at: null,
      signed_at_source: null,
    })),
  };
}

/** Whether nothing more can happen but that the provider deletes it. */
export function isFinal({ state }: Pick<Agreement, 'state'>): boolean {
  return !STEPS.includes(state);
}

/**
 * The agreement after a reading. Completed, revoked, deleted or failed: the first that is read
 * stays; times are never overwritten; no order or repetition of readings leads to another end.
 * @param now ISO UTC, for events without a time at the provider
 */
export function mergeAgreement(stored: Agreement, read: ReadAgreement, now: string): Agreement {
  const signees = stored.signees.map((signee) => {
    const seen = read.signees.find(({ id }) => id === signee.id);
    return seen ? mergeSignee(signee, seen, now) : signee;
  });
  const merged = { ...stored, signees, sent_at: stored.sent_at ?? sentAt(read, now) };
  if (read.state === 'deleted') merged.deleted_at = stored.deleted_at ?? now;
  if (isFinal(stored)) return merged;
  return { ...merged, ...ending(read, now), state: stateOf(stored, signees, read) };
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

/** Time and reason of an end. */
function ending({ state, reason }: ReadAgreement, now: string): Partial<Agreement> {
  if (state === 'completed') return { completed_at: now };
  if (state === 'revoked') return { revoked_at: now, reason };
  return state === 'failed' ? { reason } : {};
}

function stateOf(
  stored: Agreement,
  signees: readonly AgreementSignee[],
  { state }: ReadAgreement,
): AgreementState {
  if (state !== 'draft' && state !== 'pending') return state;
  const furthestRead = furthest(STEPS, state === 'draft' ? 'draft' : 'created', stepOf(signees));
  return furthest(STEPS, stored.state, furthestRead);
}

/** The state that the signees have brought it to. */
function stepOf(signees: readonly AgreementSignee[]): AgreementState {
  if (signees.some(({ status }) => status === 'signed')) return 'partly_signed';
  return signees.some(({ status }) => status === 'opened') ? 'opened' : 'draft';
}

function mergeSignee(stored: AgreementSignee, read: ReadSignee, now: string): AgreementSignee {
  const status = statusOf(stored.status, read.status);
  const hasSignedNow = status === 'signed' && stored.signed_at === null;
  return {
    ...stored,
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

/** The status of a signee: signed and declined are final. */
function statusOf(
  stored: AgreementSignee['status'],
  read: AgreementSignee['status'],
): AgreementSignee['status'] {
  if (stored === 'declined' || stored === 'signed') return stored;
  return read === 'declined' ? read : furthest(SIGNEE_STEPS, stored, read);
}

function furthest<Step>(steps: readonly Step[], a: Step, b: Step): Step {
  return steps.indexOf(a) > steps.indexOf(b) ? a : b;
}
