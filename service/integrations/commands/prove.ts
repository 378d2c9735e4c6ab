/** Proves an organisation's accounts: make integrations-prove ORG=id [CONFIRM=yes]. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { swedishDay } from '#engine/swedish-day.ts';
import { readSettings } from '../../http/settings.ts';
import { INTEGRATIONS_SETTINGS } from '../config.ts';
import { named, readOrganisations } from '../organisations/organisations.ts';
import { openJournal } from '../prove/journal.ts';
import { patientClock } from '../prove/patient-clock.ts';
import { patientFetch } from '../prove/patient-fetch.ts';
import { planProof, printLeft } from '../prove/plan-proof.ts';
import { prove } from '../prove/prove.ts';
import type { Run } from '../prove/run.ts';
import { providersOf } from '../providers/ports-of.ts';
import { proofsOf } from '../providers/proofs/proofs-of.ts';

try {
  const [, , id, confirm] = process.argv;
  const run = runOf(id);
  process.once('SIGINT', () => end(run, 130)).once('SIGTERM', () => end(run, 143));
  if (confirm !== 'yes') planProof(run);
  else if (!(await prove(run))) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function runOf(id: string): Run {
  const { ORGANISATIONS_FILE, BASE_URL } = INTEGRATIONS_SETTINGS;
  const { organisationsFile, baseUrl } = readSettings(
    { ORGANISATIONS_FILE, BASE_URL },
    process.env,
  );
  const organisation = named(readOrganisations(organisationsFile, process.env), id);
  const clocks = {
    crm: patientClock({ now: Date.now, sleep }),
    accounting: patientClock({ now: Date.now, sleep }),
    signature: patientClock({ now: Date.now, sleep }),
  };
  const fetch = patientFetch(globalThis.fetch, sleep);
  const ports = providersOf(organisation, (port) => clocks[port], fetch);
  const mark = `prov-${randomBytes(4).toString('hex')}`;
  return {
    organisation,
    ports,
    proofs: proofsOf(organisation, ports, (port) => clocks[port], fetch),
    journal: openJournal(`${organisationsFile}.proof-${organisation.id}`),
    trial: {
      mark,
      today: swedishDay(),
      hookUrl: `${baseUrl}/integrations/hooks/none`,
    },
    print: console.log,
  };
}

/** Ends a proof halfway: what it has made stays until the next one. */
function end({ journal, print }: Run, code: number): void {
  print('Ended halfway.');
  printLeft(journal.entries(), print);
  process.exit(code);
}
