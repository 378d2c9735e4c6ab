/** A script that sends leads by an installer's form, and people who send theirs: from the form to the CRM. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import type { Prospect } from '../../../schemas/types.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { issueToken } from '../../pages/embedded/form-token.ts';
import { readEmbeds } from '../../pages/server/embeds.ts';
import { rawCall, startTestService, testLoaded } from '../../test/service.ts';
import { hubspotAccount, startHubspotFake } from '../demo/fakes/hubspot-fake.ts';
import { providersSource } from '../sync/providers-of.ts';
import { handlersOf } from '../sync/start-tasks.ts';
import { startWorker } from '../sync/worker.ts';
import { startIntegrations, testOrganisation } from './integrations.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DAY_MS = 86_400_000;
const SCRIPTED = 206;
/** The form takes five an hour from a /56: the script goes through those of its /48. */
const A_NETWORK = 5;
/** As many as a node computes. */
const AT_A_TIME = 2;

const hubspot = await startHubspotFake();
const mine = testOrganisation('solfirman', {
  leadSecrets: [SECRET],
  crm: hubspotAccount(hubspot),
});
const { base, call, parts, store } = await startIntegrations([mine]);
let skippedMs = 0;
let isFast = false;
const clock = {
  now: () => Date.now() + skippedMs,
  sleep: async (ms: number) => {
    await sleep(5);
    if (isFast) skippedMs += ms;
  },
};
const worker = startWorker({
  store,
  handlers: handlersOf({
    ...parts,
    clock,
    organisation: () => mine.organisation,
    providers: providersSource(clock),
  }),
  mayRun: () => true,
  clock,
  random: Math.random,
  log: parts.log,
});

const file = join(testFolder(), 'embeds.json');
const lead = {
  ...fixture.demo.lead,
  sink: `${base}/integrations/hooks/leads/solfirman`,
  secret_env: 'HOOK',
};
writeFileSync(file, JSON.stringify({ demo: { ...fixture.demo, lead } }));
const embeds = readEmbeds(file, { HOOK: SECRET });
const form = await startTestService({
  loaded: { ...testLoaded(), prices: testPrices(), embeds },
  trustProxy: 1,
});
after(async () => {
  await worker.stop();
  await hubspot.close();
});

const INPUTS = {
  lat: 59.13,
  lng: 15.29,
  faces: [{ tilt: 40, azimuth: 180, panel_count: 20 }],
  panel: 0,
  yearly_kwh: 15_000,
  ev_km_per_day: 0,
  chargers: 1,
  adults: 2,
  main_fuse_a: 20,
};

/** Sends the form as its page does, from that address. */
async function send(email: string, address: string): Promise<number> {
  const { formKey } = embeds.get('demo') ?? assert.fail();
  const contact = {
    first_name: 'Åsa',
    last_name: 'Ek',
    email,
    phone: null,
    street: 'Storgatan 1',
    postal_code: '72212',
    city: 'Västerås',
  };
  const token = issueToken(formKey, 'demo', Date.now() - 10_000);
  const body = {
    token,
    inputs: INPUTS,
    system: 'charger',
    contact,
    consent: '2026-11',
    website: '',
  };
  const { status } = await rawCall(form.base, '/embedded/demo/leads', {
    method: 'POST',
    headers: {
      origin: form.base,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
  });
  return status;
}

/** An address of the script's. */
function addressOf(i: number): string {
  const network = Math.floor(i / A_NETWORK).toString(16);
  return `2001:db8:5c:${network.padStart(2, '0')}00::${i}`;
}

const get = async (path: string) => (await call(mine.key, 'GET', path)).json;

async function heldLeads(): Promise<Prospect[]> {
  const all: Prospect[] = [];
  for (let after = 0; ; ) {
    const { leads, next } = await get(`/held-leads?after=${after}`);
    if (leads.length === 0) return all;
    all.push(...leads);
    after = next;
  }
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 1_500; i++) {
    if (await holds()) return;
    await sleep(20);
  }
  assert.fail(what);
}

test('a flood of leads from one /48 is held, and closes nobody else’s way', async (t) => {
  const began = performance.now();
  for (let i = 0; i < SCRIPTED; i += AT_A_TIME) {
    const pair = [i, i + 1].map((j) => send(`script${j}@example.com`, addressOf(j)));
    assert.deepEqual(await Promise.all(pair), [201, 201]);
  }
  const floodMs = performance.now() - began;

  const sentAt = performance.now();
  // From a /48 next to the script's, of the same provider.
  assert.equal(await send('honest@example.com', '2001:db8:5d::1'), 201);
  await until(
    () => hubspot.contacts.size === 21 && hubspot.deals.size === 21,
    'the CRM lacks some',
  );
  const honestMs = performance.now() - sentAt;
  const inCrm = () => [...hubspot.contacts.values()].map(({ properties }) => properties.email);
  assert.ok(inCrm().includes('honest@example.com'));

  const held = await heldLeads();
  assert.equal(held.length, SCRIPTED - 20);
  assert.ok(held.every(({ state, crm }) => state === 'held' && crm.state === 'none'));
  assert.equal((await get('/status')).held_leads, SCRIPTED - 20);
  const calls = hubspot.calls.map(({ path, body }) => `${path} ${body}`).join('\n');
  assert.ok(
    held.every(({ email }) => email && !calls.includes(email)),
    'none was told to the CRM',
  );
  const digests = async () => {
    const all = [];
    for (let next = '0'; ; ) {
      const page = await get(`/events?after=${next}`);
      if (page.events.length === 0) break;
      all.push(...page.events);
      next = page.next;
    }
    return all.filter(({ kind }) => kind === 'leads.held');
  };
  assert.deepEqual(await digests(), []);

  skippedMs = DAY_MS + 6 * 60_000;
  await until(async () => (await digests()).length > 0, 'no digest');
  const events = await digests();
  assert.equal(events.length, 1);
  const { day, ...counts } = events[0].data;
  assert.deepEqual(counts, {
    taken: 21,
    held: 186,
    networks: 1,
    largest_network: 186,
    waiting: 186,
  });
  assert.equal(hubspot.deals.size, 21);

  // The CRM takes 80 calls in 10 s.
  isFast = true;
  for (const { id } of held) {
    const { status, json } = await call(mine.key, 'POST', `/held-leads/${id}/release`);
    assert.deepEqual([status, json.state], [200, 'active']);
  }
  await until(() => hubspot.deals.size === SCRIPTED + 1, 'a released one is not in the CRM');
  const scripted = Array.from({ length: SCRIPTED }, (_, i) => `script${i}@example.com`);
  assert.deepEqual(inCrm().sort(), ['honest@example.com', ...scripted].sort(), 'none is lost');
  assert.deepEqual(await heldLeads(), []);
  t.diagnostic(
    `${SCRIPTED} scripted leads of ${day} in ${(floodMs / 1000).toFixed(0)} s; the honest one was in the CRM after ${honestMs.toFixed(0)} ms`,
  );
});
