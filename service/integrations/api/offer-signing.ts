/** Whether an offer is still shown, and how far its signing has come. */
import type { Agreement, Offer } from '../../../schemas/types.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { OfferContent, SigningState } from '../pages/offer-contract.ts';
import { isRefused } from '../rules/agreement.ts';
import type { OwnStatements } from '../store/store.ts';
import { readTask } from '../store/tasks.ts';

const DAY_MS = 86_400_000;
/** Days for which an expired offer is still shown. */
const KEPT_DAYS = 30;

/** Whether an offer is shown no more. */
export function isOver(validUntil: string, now: Date): boolean {
  return now.getTime() > Date.parse(validUntil) + (KEPT_DAYS + 1) * DAY_MS;
}

/** Whether an offer's last day has passed. */
function hasLapsed(validUntil: string, now: Date): boolean {
  return now.getTime() >= Date.parse(validUntil) + DAY_MS;
}

type Shown = Pick<Offer, 'state' | 'agreement' | 'valid_until'>;

/** How far signing has come, and how many of the signees have signed. */
export async function findSigning(
  db: OwnStatements,
  organisation: Organisation,
  offer: Shown,
  now: Date,
): Promise<OfferContent['signing']> {
  const signees = offer.agreement?.signees ?? [];
  const signed = signees.filter(({ status }) => status === 'signed').length;
  const state = await signingState(db, organisation, offer, now);
  return { state, signed, all: signees.length };
}

async function signingState(
  db: OwnStatements,
  organisation: Organisation,
  offer: Shown,
  now: Date,
): Promise<SigningState> {
  const { state, agreement } = offer;
  if (state === 'draft') return draftState(offer, now);
  if (agreement === null || state === 'signed' || state === 'invoiced') {
    return state === 'out_for_signature' ? 'outForSignature' : state;
  }
  if (state === 'revoked') return endState(agreement);
  if (agreement.unconfirmed !== null) return 'uncertain';
  if (agreement.state === 'draft') return sendingState(db, organisation, agreement.id);
  return agreement.state === 'partly_signed' ? 'partlySigned' : 'outForSignature';
}

function draftState({ agreement, valid_until }: Shown, now: Date): SigningState {
  if (agreement?.state === 'completed') return 'signedPrevious';
  if (hasLapsed(valid_until, now)) return 'lapsed';
  return agreement === null ? 'draft' : 'renewed';
}

function endState(agreement: Agreement): SigningState {
  const { state, signees } = agreement;
  if (state === 'failed') return state;
  if (signees.some(({ status }) => status === 'declined')) return 'declined';
  if (state === 'expired') return 'timedOut';
  if (state === 'deleted') return state;
  return isRefused(agreement) ? 'notSent' : 'revoked';
}

/** The state of the task that sends an agreement: it may have failed, or wait for the account or the subscription. */
async function sendingState(
  db: OwnStatements,
  { isActive }: Organisation,
  agreementId: string,
): Promise<SigningState> {
  const task = await readTask(db, 'sign.send', agreementId);
  if (task?.state === 'attention' || task?.state === 'failed') return 'notSent';
  const isLate = !isActive || (task !== null && (task.paused !== null || task.last_error !== null));
  return isLate ? 'delayed' : 'sending';
}
