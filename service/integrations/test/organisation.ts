import type { Organisation } from '../organisations/organisations.ts';

export const ORG = 'solfirman';

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
    ...more,
  };
}
