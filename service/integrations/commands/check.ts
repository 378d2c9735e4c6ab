/** Reads once from every system of every organisation: make integrations-check [ORG=id]. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../../http/settings.ts';
import { INTEGRATIONS_SETTINGS } from '../config.ts';
import { type Organisation, readOrganisations } from '../organisations/organisations.ts';
import { providersSource } from '../sync/providers-of.ts';

const providersOf = providersSource({ now: Date.now, sleep });
const PORTS = ['crm', 'accounting', 'signature'] as const;

try {
  const { ORGANISATIONS_FILE } = INTEGRATIONS_SETTINGS;
  const { organisationsFile } = readSettings({ ORGANISATIONS_FILE }, process.env);
  const [, , only = ''] = process.argv;
  const all = readOrganisations(organisationsFile, process.env);
  const wanted = all.filter(({ id }) => only === '' || id === only);
  if (wanted.length === 0) throw new Error(`There is no organisation "${only}".`);
  for (const organisation of wanted) await check(organisation);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function check(organisation: Organisation): Promise<void> {
  const providers = providersOf(organisation);
  for (const port of PORTS) {
    const line = `${organisation.id}: ${port} ${organisation[port]?.provider ?? 'none'}`;
    try {
      await providers[port]?.check();
      console.log(providers[port] ? `${line}: ok` : line);
    } catch (error) {
      console.log(`${line}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}
