/** Sets up an organisation's systems, which is needed once: make integrations-setup ORG=id. */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { readSettings } from '../../http/settings.ts';
import { configuredOrganisations, INTEGRATIONS_SETTINGS } from '../config.ts';
import { named, type Organisation } from '../organisations/organisations.ts';
import { providersSource } from '../providers/ports-of.ts';
import { dealProperties } from '../rules/deal-properties.ts';

const { org } = commandLine('integrations setup');

const organisations = configuredOrganisations(process.env);
const { BASE_URL } = INTEGRATIONS_SETTINGS;
await setUp(named(organisations, org), readSettings({ BASE_URL }, process.env).baseUrl);

/** Sets the systems up. A second run changes nothing. */
async function setUp(organisation: Organisation, baseUrl: string): Promise<void> {
  const { crm, signature } = providersSource({ now: Date.now, sleep })(organisation);
  if (organisation.crm && crm) {
    const properties = dealProperties(organisation.crm.prefix);
    await crm.setUp(properties);
    console.log(`${organisation.crm.provider}: deals have ${properties.length} properties.`);
  }
  if (organisation.signature && signature) {
    await signature.registerHook(`${baseUrl}/integrations/hooks/standard/${organisation.id}`);
    console.log(`${organisation.signature.provider}: reports agreements to this process.`);
  }
}
