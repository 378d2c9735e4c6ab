/** Checks what writing to an organisation's accounts needs. */
import { dealProperties } from '../../rules/deal-properties.ts';
import type {
  AccountingAccount,
  Accounts,
  CrmAccount,
  Port,
  SignatureAccount,
} from '../account.ts';
import { signatureOf } from '../ports-of.ts';
import type { Clock } from '../rate-limit.ts';
import { type Finding, type Fixes, findingOf } from './finding.ts';
import { checkFortnox } from './fortnox-check.ts';
import { checkHubspot } from './hubspot-check.ts';

/** The compiler asks for a new provider's. */
const CRM: Record<CrmAccount['provider'], typeof checkHubspot> = { hubspot: checkHubspot };
const ACCOUNTING: Record<AccountingAccount['provider'], typeof checkFortnox> = {
  fortnox: checkFortnox,
};
const SIGNATURE: Record<SignatureAccount['provider'], { what: string; fixes: Fixes }> = {
  scrive: {
    what: 'reads documents',
    fixes: {
      insufficient_privileges:
        'Make personal credentials with the rights to create, check and send: Scrive, Integration settings.',
    },
  },
  standard: {
    what: 'reads the webhooks',
    fixes: { unauthorized: 'Compare signature.token with the bridge’s.' },
  },
};

/** Checks one account of an organisation. @returns no findings where it has none */
export async function checkAccount(
  { crm, accounting, signature }: Accounts,
  port: Port,
  clock: Clock,
): Promise<Finding[]> {
  if (port === 'crm') {
    return crm ? CRM[crm.provider](crm, dealProperties(crm.prefix), clock) : [];
  }
  if (port === 'accounting') {
    return accounting ? ACCOUNTING[accounting.provider](accounting, clock) : [];
  }
  if (signature === null) return [];
  const { what, fixes } = SIGNATURE[signature.provider];
  const reads = () => signatureOf(signature, clock).check();
  return [await findingOf(fixes, what, reads)];
}
