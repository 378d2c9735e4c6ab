/** Calls of providers about agreements, and who may sign by what there. */
import type { Signee } from '../ports.ts';
import type { SignatureAccount } from './account.ts';

/** The segment of addresses whose calls are not signed: their last part is ours alone. Agreements that are out have it. */
export const UNSIGNED_HOOK = 'scrive';

/** The way to sign that the service has for certain. */
export function customerMethodOf({
  provider,
}: Pick<SignatureAccount, 'provider'>): Signee['method'] {
  return provider === 'scrive' ? 'bankid' : 'standard';
}
