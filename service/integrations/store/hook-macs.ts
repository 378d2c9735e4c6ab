import type { Sealer } from './seal.ts';

/**
 * What makes a hook's address of an agreement unguessable, where the provider signs nothing; the first
 * is to give out, those after it were given out under older keys.
 */
export function hookMacs(sealer: Sealer, org: string, agreementId: string): Buffer[] {
  return sealer.macs(`scrive|${org}|${agreementId}`);
}
