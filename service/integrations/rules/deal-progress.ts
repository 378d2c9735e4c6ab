/** The progress of a deal by its offers, and which of its values are ours to change. */
import type {
  AgreementState,
  DealStages,
  OfferInvoice,
  OfferState,
} from '../../../schemas/types.ts';

/** Steps of an offer, in their order, at which a deal may move by itself. */
export const MILESTONES = ['sent', 'signed', 'invoiced', 'paid'] as const;
export type Milestone = (typeof MILESTONES)[number];

/** Properties of an offer that the progress of a deal depends on. */
export interface FollowedOffer {
  id: string;
  state: OfferState;
  /** Position in the order of changes. */
  seq: number;
  invoice: OfferInvoice | null;
  /** State of its newest agreement. Null if there is none. */
  agreementState: AgreementState | null;
}

/** The last step that an offer has reached. Null if it has reached none, or was revoked. */
export function milestoneOf({ state, invoice, agreementState }: FollowedOffer): Milestone | null {
  if (invoice?.paid_on) return 'paid';
  const isThere = invoice?.state === 'created' || invoice?.state === 'attention';
  if (state === 'invoiced' && isThere) return 'invoiced';
  if (agreementState === null) return null;
  if (state === 'signed' || state === 'invoiced') return 'signed';
  return state === 'out_for_signature' && agreementState !== 'draft' ? 'sent' : null;
}

/** The offer that decides the deal: the one with the furthest step, of several the one that changed last. */
export function leadingOffer<Offer extends FollowedOffer>(
  offers: readonly Offer[],
): Offer | undefined {
  return [...offers].sort((a, b) => rankOf(b) - rankOf(a) || b.seq - a.seq).at(0);
}

/** A revoked offer ranks behind a draft. */
function rankOf(offer: FollowedOffer): number {
  const milestone = milestoneOf(offer);
  if (milestone !== null) return 1 + MILESTONES.indexOf(milestone);
  return offer.state === 'revoked' ? -1 : 0;
}

/** The stage of the offer's step, or of the last one before it that has a stage. Null if none has. */
export function stageOf(offer: FollowedOffer, stages: DealStages): string | null {
  const milestone = milestoneOf(offer);
  if (milestone === null) return null;
  const reached = MILESTONES.slice(0, MILESTONES.indexOf(milestone) + 1);
  return reached.map((one) => stages[one]).findLast((stage) => stage !== undefined) ?? null;
}

/** The value to set. Null if it is set already, or a person has set another one. */
export function ownChange<Value>(
  now: Value | null,
  ours: readonly (Value | null)[],
  target: Value | null,
): Value | null {
  return target === now || !ours.includes(now) ? null : target;
}
