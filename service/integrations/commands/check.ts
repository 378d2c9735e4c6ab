/** Reads from every system of every organisation what writing to it needs: make integrations-check [ORG=id]. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../../http/settings.ts';
import { INTEGRATIONS_SETTINGS } from '../config.ts';
import { type Organisation, readOrganisations } from '../organisations/organisations.ts';
import { findingLine, inspectAccount, PORTS } from '../prove/inspect-account.ts';
import { patientClock } from '../prove/patient-clock.ts';
import { patientFetch } from '../prove/patient-fetch.ts';
import { providersOf } from '../providers/ports-of.ts';
import { proofsOf } from '../providers/proofs/proofs-of.ts';

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
  const clock = patientClock({ now: Date.now, sleep });
  const fetch = patientFetch(globalThis.fetch, sleep);
  const ports = providersOf(organisation, () => clock, fetch);
  const proofs = proofsOf(organisation, ports, () => clock, fetch);
  for (const port of PORTS) {
    const line = `${organisation.id}: ${port} ${organisation[port]?.provider ?? 'none'}`;
    if (!ports[port]) {
      console.log(line);
      continue;
    }
    for (const finding of await inspectAccount(organisation, proofs, port)) {
      console.log(`${line}: ${findingLine(finding)}`);
      if (finding.fault !== null && !finding.isNote) process.exitCode = 1;
    }
  }
}
