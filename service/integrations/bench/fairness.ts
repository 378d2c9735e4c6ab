/**
 * Measures how long an organisation's 18 prospects take to its CRM, alone and beside others whose CRM takes every
 * call and never answers: "make bench-fairness".
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { startHangingFake } from '../demo/fakes/hanging-fake.ts';
import { hubspotAccount, startHubspotFake } from '../demo/fakes/hubspot-fake.ts';
import { dealProperties } from '../mapping/deal-properties.ts';
import { openStore } from '../store/open-store.ts';
import { putProspect } from '../store/prospects.ts';
import type { Store } from '../store/store.ts';
import { startTasks } from '../sync/start-tasks.ts';
import { organisationOf, SEALER } from '../test/organisation.ts';

const PROSPECTS = 18;
const WAITING = 200;
/** The CRM that answers takes so long for a call. */
const ANSWERS_AFTER_MS = 100;

for (const hanging of [0, 1, 3]) {
  const seconds = await measure(hanging);
  console.log(`${PROSPECTS} prospects beside ${hanging} hanging CRMs: ${seconds.toFixed(1)} s`);
}

/** @param hanging number of organisations whose CRM never answers, with many prospects each */
async function measure(hanging: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fairness-'));
  const store = await openStore({ file: join(folder, 'store.db'), databaseUrl: undefined }, SEALER);
  const [slow, crm] = [await startHangingFake(), await startHubspotFake()];
  for (const { name, isUnique } of dealProperties('solar')) {
    crm.properties.set(name, { name, type: 'string', hasUniqueValue: isUnique });
  }
  const others = Array.from({ length: hanging }, (_, i) => `hanging-${i}`);
  const organisations = {
    current: [
      organisationOf({ id: 'own', crm: hubspotAccount(crm) }),
      ...others.map((id) => organisationOf({ id, crm: hubspotAccount({ ...crm, url: slow.url }) })),
    ],
  };
  for (const org of others) await put(store, org, WAITING);
  const log = pino({ level: 'silent' });
  const tasks = startTasks(
    { store, sealer: SEALER, organisations, baseUrl: 'http://a', log },
    later,
  );
  // The others' calls are under way when its prospects come.
  if (hanging > 0) await sleep(2_000);
  const startMs = performance.now();
  await put(store, 'own', PROSPECTS);
  while (crm.deals.size < PROSPECTS) await sleep(20);
  const seconds = (performance.now() - startMs) / 1000;
  await Promise.all([slow.close(), tasks.stop()]);
  await Promise.all([crm.close(), store.close()]);
  rmSync(folder, { recursive: true });
  return seconds;
}

async function later(...call: Parameters<typeof fetch>): Promise<Response> {
  await sleep(ANSWERS_AFTER_MS);
  return fetch(...call);
}

async function put(store: Store, org: string, count: number): Promise<void> {
  await store.change(org, async (change) => {
    for (let i = 0; i < count; i++) {
      const request = { email: `p${i}@example.com`, first_name: 'Anna', last_name: 'Ek' };
      await putProspect(change, { id: `p-${i}`, request, source: 'api', hasCrm: true });
    }
  });
}
