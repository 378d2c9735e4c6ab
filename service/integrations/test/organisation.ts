import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Organisation } from '../organisations/organisations.ts';
import { encryptionOf } from '../store/encryption.ts';
import type { FortnoxFake } from './fakes/fortnox.ts';

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

/** An organisation as its file has it. */
export function recordOf(sha256: string, more: object = {}) {
  const named = { id: ORG, name: 'Solfirman AB', subscription: 'active' };
  return { ...named, api_keys_sha256: [sha256], ...more };
}

/** A HubSpot account at that address, as the file has it. */
export function crmRecord(base_url: string) {
  const deals = { prefix: 'solar', pipeline: 'default', stage: 'appointmentscheduled' };
  return { provider: 'hubspot', base_url, token: { env: 'TOKEN' }, ...deals };
}

/** A Fortnox account at a fake, as the file has it. */
export function accountingRecord({ url, credentials }: Pick<FortnoxFake, 'url' | 'credentials'>) {
  return {
    provider: 'fortnox',
    base_url: url,
    token_url: url,
    client_id: credentials.clientId,
    client_secret: { env: 'CLIENT_SECRET' },
    tenant_id: credentials.tenantId,
    units: { st: 'st' },
    accounts: { '25': 3001 },
  };
}

/** Writes a file of organisations into the folder. @returns its path */
export function writeOrganisations(folder: string, ...organisations: object[]): string {
  const path = join(folder, 'organisations.json');
  writeFileSync(path, JSON.stringify({ organisations }));
  return path;
}
