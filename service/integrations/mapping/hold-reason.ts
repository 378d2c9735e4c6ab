import type { HoldReason } from '../../../schemas/types.ts';

/** Leads of an organisation within the last 24 hours, before the one that is judged. */
export interface LeadCounts {
  /** From the visitor's near network, IPv6 /48 or IPv4 /24; held ones, too: a script that goes on stays held. */
  near: number;
  /** Taken from its wide network, IPv6 /32 or IPv4 /16. */
  wide: number;
  /** Taken from anywhere. */
  taken: number;
}

/** Leads of 24 hours after which the next is held. */
export const LEADS_A_DAY: LeadCounts = { near: 20, wide: 60, taken: 200 };

/**
 * The reason to set a lead aside for a person to look at; null to take it. A held one counts for its near
 * network alone: a script there closes nobody else's way.
 */
export function reasonToHold({ near, wide, taken }: LeadCounts): HoldReason | null {
  if (near >= LEADS_A_DAY.near) return 'near_network';
  if (wide >= LEADS_A_DAY.wide) return 'wide_network';
  return taken >= LEADS_A_DAY.taken ? 'all' : null;
}
