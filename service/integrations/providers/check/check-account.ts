/** Checks what writing to an organisation's accounts needs. */
import { dealProperties } from '../../rules/deal-properties.ts';
import type { Accounts, SignatureAccount } from '../account.ts';
import { signatureOf } from '../ports-of.ts';
import type { Clock } from '../rate-limit.ts';
import { type Finding, type Fixes, findingOf } from './finding.ts';
import { checkFortnox } from './fortnox-check.ts';
import { checkHubspot } from './hubspot-check.ts';

export const PORTS = ['crm', 'accounting', 'signature'] as const;

const SIGNATURE_FIXES: Record<SignatureAccount['provider'], Fixes> = {
  scrive: {
    insufficient_privileges:
      'Make personal credentials with the rights to create, check and send: Scrive, Integration settings.',
  },
  standard: { unauthorized: 'Compare signature.token with the bridge’s.' },
};

/** Checks one account of an organisation. @returns no findings where it has none */
export async function checkAccount(
  { crm, accounting, signature }: Accounts,
  port: (typeof PORTS)[number],
  clock: Clock,
  fetch = globalThis.fetch,
): Promise<Finding[]> {
  if (port === 'crm') {
    return crm ? checkHubspot(crm, dealProperties(crm.prefix), clock, fetch) : [];
  }
  if (port === 'accounting') return accounting ? checkFortnox(accounting, clock, fetch) : [];
  if (signature === null) return [];
  const what = signature.provider === 'scrive' ? 'reads documents' : 'reads the webhooks';
  const reads = () => signatureOf(signature, clock, fetch).check();
  return [await findingOf(SIGNATURE_FIXES[signature.provider], what, reads)];
}
