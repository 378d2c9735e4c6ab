/** Reads from every system of every organisation what writing to it needs: make integrations-check [ORG=id]. */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { configuredOrganisations } from '../config.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { PORTS } from '../providers/account.ts';
import { checkAccount } from '../providers/check/check-account.ts';

const { org: only = '' } = commandLine('integrations check');

const all = configuredOrganisations(process.env);
const chosen = all.filter(({ id }) => only === '' || id === only);
if (chosen.length === 0) throw new Error(`There is no organisation "${only}".`);
for (const organisation of chosen) await check(organisation);

async function check(organisation: Organisation): Promise<void> {
  for (const port of PORTS) {
    const line = `${organisation.id}: ${port} ${organisation[port]?.provider ?? 'none'}`;
    if (organisation[port] === null) console.log(line);
    for (const finding of await checkAccount(organisation, port, { now: Date.now, sleep })) {
      const { what, fault, isNote = false } = finding;
      console.log(`${line}: ${what}: ${fault ?? 'ok'}`);
      if (fault !== null && !isNote) process.exitCode = 1;
    }
  }
}
