import type { Organisation } from '../organisations/organisations.ts';
import { encryptionOf } from '../store/encryption.ts';

export const ORG = 'solfirman';

/** The default DATA_KEY of test stores. */
export const ENCRYPTION = encryptionOf([Buffer.alloc(32, 3)]);

/** An organisation without a key and without other systems, except for the given values. */
export function organisationOf(more: Partial<Organisation> = {}): Organisation {
  return {
    id: ORG,
    name: 'Solfirman AB',
    isActive: true,
    keys: [],
    leadSecrets: [],
    crm: null,
    accounting: null,
    signature: null,
    taxSplit: 'per_started_cap',
    retentionYears: 7,
    ...more,
  };
}
