/** Agreements that ended before they were out. */
import type { Agreement } from '../../../schemas/types.ts';
import type { ReadAgreement } from '../ports.ts';

const REASON = 'not sent';

/** The end of an agreement that never went out. */
export const NOT_SENT: ReadAgreement = { state: 'revoked', reason: REASON, signees: [] };

/** The end of an agreement that the provider refused. @param why in its words */
export function refusedReading(why: string): ReadAgreement {
  return { ...NOT_SENT, reason: `${REASON}: ${why}` };
}

/** Whether it ended because the provider refused it, not because somebody took it back. */
export function isRefused({ state, reason }: Pick<Agreement, 'state' | 'reason'>): boolean {
  return state === 'revoked' && reason !== null && reason.startsWith(`${REASON}: `);
}
