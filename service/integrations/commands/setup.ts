/** Sets up an organisation's systems, which is needed once: make integrations-setup ORG=id. */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { readSettings } from '../../http/settings.ts';
import { configuredOrganisations, INTEGRATIONS_SETTINGS } from '../config.ts';
import { named, type Organisation } from '../organisations/organisations.ts';
import { providersSource } from '../providers/ports-of.ts';
import { dealProperties } from '../rules/deal-properties.ts';

const { org } = commandLine('integrations setup');

// Settings that are missing are named before a file is read.
const { ORGANISATIONS_FILE, BASE_URL } = INTEGRATIONS_SETTINGS;
const { baseUrl } = readSettings({ ORGANISATIONS_FILE, BASE_URL }, process.env);
await setUp(named(configuredOrganisations(process.env), org), baseUrl);

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
