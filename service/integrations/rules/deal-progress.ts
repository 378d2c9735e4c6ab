/** How far a deal has come by its offers, and which of its values are ours to change. */
import type {
  AgreementState,
  DealStages,
  OfferInvoice,
  OfferState,
} from '../../../schemas/types.ts';

/** Steps of an offer, in their order. */
const MILESTONES = ['sent', 'signed', 'invoiced', 'paid'] as const;
type Milestone = (typeof MILESTONES)[number];

/** An offer as far as its deal follows it. */
export interface FollowedOffer {
  id: string;
  state: OfferState;
  /** Place in the order of all changes. */
  seq: number;
  invoice: OfferInvoice | null;
  /** State of its newest agreement. Null if there is none. */
  agreementState: AgreementState | null;
}

/** The last step that an offer has come to. Null if it has come to none, or is back from it. */
export function milestoneOf({ state, invoice, agreementState }: FollowedOffer): Milestone | null {
  if (invoice?.paid_on) return 'paid';
  const isThere = invoice?.state === 'created' || invoice?.state === 'attention';
  if (state === 'invoiced' && isThere) return 'invoiced';
  if (agreementState === null) return null;
  if (state === 'signed' || state === 'invoiced') return 'signed';
  return state === 'out_for_signature' && agreementState !== 'draft' ? 'sent' : null;
}

/** The offer that the deal follows: the one that has come furthest, of several the one that changed last. */
export function leadingOffer<Offer extends FollowedOffer>(
  offers: readonly Offer[],
): Offer | undefined {
  return [...offers].sort((a, b) => rankOf(b) - rankOf(a) || b.seq - a.seq).at(0);
}

/** One that was sent in vain is behind a draft. */
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

/** The value to set in the place of one that is ours. Null where it is right, or a person's. */
export function ownChange<Value>(
  now: Value | null,
  ours: readonly (Value | null)[],
  wanted: Value | null,
): Value | null {
  return wanted === now || !ours.includes(now) ? null : wanted;
}
