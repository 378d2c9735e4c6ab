/** The organisations of the bench: so many that none reaches its limit of calls a minute. */
import { newKey } from '../organisations/keys.ts';

export const PREFIX = 'solar';
const COUNT = 40;

/** An organisation's id and its key. */
interface BenchOrganisation {
  id: string;
  key: string;
}

/** @returns the organisations, and the text of their file. @param crmUrl the address of their CRM */
export function benchOrganisations(crmUrl: string) {
  const made = Array.from({ length: COUNT }, (_, i) => ({ id: `org-${i}`, ...newKey() }));
  const file = {
    organisations: made.map(({ id, sha256 }) => ({
      id,
      name: id,
      subscription: 'active',
      api_keys_sha256: [sha256],
      crm: {
        provider: 'hubspot',
        base_url: crmUrl,
        token: { env: 'CRM_TOKEN' },
        prefix: PREFIX,
        pipeline: 'default',
        stage: 'first',
      },
    })),
  };
  const organisations: BenchOrganisation[] = made.map(({ id, key }) => ({ id, key }));
  return { organisations, text: JSON.stringify(file) };
}
