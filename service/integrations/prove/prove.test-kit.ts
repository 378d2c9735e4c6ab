/** Accounts on loopback, and a proof of them as the command runs it. */
import { join } from 'node:path';
import { after } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import type { FakeServer } from '../demo/fakes/fake-server.ts';
import { fortnoxAccount, startFortnoxFake } from '../demo/fakes/fortnox-fake.ts';
import { hubspotAccount, startHubspotFake } from '../demo/fakes/hubspot-fake.ts';
import { scriveAccount, startScriveFake } from '../demo/fakes/scrive-fake.ts';
import { dealProperties } from '../mapping/deal-properties.ts';
import type { Accounts } from '../providers/account.ts';
import { hubspot } from '../providers/hubspot.ts';
import { providersOf } from '../providers/ports-of.ts';
import { proofsOf } from '../providers/proofs/proofs-of.ts';
import { testClock } from '../test/clock.ts';
import { organisationOf } from '../test/organisation.ts';
import { openJournal } from './journal.ts';
import { patientClock } from './patient-clock.ts';
import { patientFetch } from './patient-fetch.ts';
import type { Run } from './run.ts';

const started: FakeServer[] = [];
after(() => Promise.all(started.map((fake) => fake.close())));

/** Three accounts that are set up, and a proof that is about to begin. */
export async function proofOfFakes() {
  const clock = testClock();
  const fakes = {
    crm: await startHubspotFake(),
    accounting: await startFortnoxFake(clock.now),
    signature: await startScriveFake(clock.now),
  };
  started.push(...Object.values(fakes));
  const crm = hubspotAccount(fakes.crm);
  await hubspot(crm, testClock()).setUp(dealProperties(crm.prefix));
  const accounting = {
    ...fortnoxAccount(fakes.accounting),
    scope: 'customer invoice settings bookkeeping',
  };
  const accounts = { crm, accounting, signature: scriveAccount(fakes.signature) };
  const file = join(testFolder(), 'organisations.json.proof-solfirman');
  const lines: string[] = [];
  /** A run by these accounts; another one has the same journal, as another start of the command. */
  const start = (mark = 'prov-1', changed: Partial<Accounts> = {}): Run => {
    const organisation = organisationOf({ id: 'solfirman', ...accounts, ...changed });
    const clocks = patientClock(clock);
    const fetch = patientFetch(globalThis.fetch, clock.sleep);
    const ports = providersOf(organisation, () => clocks, fetch);
    return {
      organisation,
      ports,
      proofs: proofsOf(organisation, ports, () => clocks, fetch),
      journal: openJournal(file),
      trial: { mark, today: '2026-11-21', hookUrl: 'https://sun.example/integrations/hooks/none' },
      print: (line) => lines.push(line),
    };
  };
  return { fakes, accounts, start, file, lines, text: () => lines.join('\n') };
}
