import type { Organisation } from '../organisations/organisations.ts';
import { sealerOf } from '../store/seal.ts';

export const ORG = 'solfirman';

/** The DATA_KEY of stores, where a test has no own. */
export const SEALER = sealerOf([Buffer.alloc(32, 3)]);

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
    documentMb: 200,
    taxSplit: 'per_started_cap',
    keptYears: 7,
    ...more,
  };
}
