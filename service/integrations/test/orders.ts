/** Orders of an organisation: leads, prospects, agreements and invoices, which its providers must have once. */
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { freePort } from '../../test/free-port.ts';
import { movedClock } from '../../test/moved-clock.ts';
import { INTEGRATIONS, launchProgram, startReady } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { LEAD, OFFER, PDF, SIGNEES } from '../demo/demo-data.ts';
import { newKey } from '../organisations/organisations.ts';
import { dealProperties } from '../rules/deal-properties.ts';
import { PROSPECT } from './bodies.ts';
import { startFortnoxFake } from './fakes/fortnox.ts';
import { startHubspotFake } from './fakes/hubspot.ts';
import { startScriveFake } from './fakes/scrive.ts';
import { signedHeaders } from './fakes/server.ts';
import { rawCall } from './integrations.ts';
import { accountingRecord, crmRecord, recordOf, writeOrganisations } from './organisation.ts';

const { key, sha256 } = newKey();
const LEAD_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
/** The clock's step while work is left: long enough for retries. */
const STEP_MS = 20 * 60_000;

/** Starts the providers. `start` starts the process, on a file of its own unless one is named. */
export async function startOrders(storeFile = join(testFolder(), 'store.db')) {
  let calls = 0;
  const hubspot = await startHubspotFake();
  // A call a second: the limit is for a clock that does not skip.
  const fortnox = await startFortnoxFake(() => 1_000 * calls++);
  const scrive = await startScriveFake();
  const fakes = [hubspot, fortnox, scrive];
  after(() => Promise.all(fakes.map((fake) => fake.close())));
  for (const { name, kind, isUnique } of dealProperties('solar')) {
    const type = kind === 'number' ? 'number' : 'string';
    hubspot.properties.set(name, { name, type, hasUniqueValue: isUnique });
  }
  const clock = movedClock();
  const base = `http://127.0.0.1:${await freePort()}`;
  const organisation = recordOf(sha256, {
    lead_secret: { env: 'LEAD_SECRET' },
    crm: crmRecord(hubspot.url),
    accounting: { ...accountingRecord(fortnox), requires_signature: false },
    signature: {
      provider: 'scrive',
      base_url: `${scrive.url}/api/v2`,
      credentials: { env: 'CREDENTIALS' },
    },
  });
  const env = {
    ...clock.env,
    INTEGRATIONS_PORT: new URL(base).port,
    BASE_URL: base,
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    ORGANISATIONS_FILE: writeOrganisations(testFolder(), organisation),
    STORE_FILE: storeFile,
    LEAD_SECRET,
    TOKEN: hubspot.token,
    CLIENT_SECRET: fortnox.credentials.clientSecret,
    CREDENTIALS: scrive.credentials,
  };
  const ids: string[] = [];

  const call = (method: string, path: string, body?: unknown) =>
    rawCall(`${base}/integrations/v1${path}`, key, method, body);

  /** Repeats a call until the process takes it, which may be killed meanwhile. What it has taken already is 409. */
  async function insist(make: () => Promise<{ status: number }>, what: string): Promise<void> {
    await until(async () => {
      const { status } = await make().catch(() => ({ status: 503 }));
      if (status < 300 || status === 409) return true;
      if (status < 500 && status !== 429) throw new Error(`${what} answers ${status}`);
      await sleep(20);
      return false;
    }, `${what} is taken`);
  }

  function sendLead(id: string): Promise<Response> {
    const contact = { ...LEAD.contact, email: `lead-${id}@example.com` };
    const body = JSON.stringify({ ...LEAD, reference: id, contact });
    const at = new Date(Date.now() + clock.aheadMs);
    const headers = signedHeaders(LEAD_SECRET, id, body, at);
    return fetch(`${base}/integrations/hooks/leads/solfirman`, { method: 'POST', headers, body });
  }

  /** Orders one of each, and the lead twice. Resolves when the process has taken all. */
  async function order(): Promise<void> {
    const id = `k-${ids.length}`;
    ids.push(id);
    const offer = { ...OFFER, prospect_id: id };
    const signed = `/offers/signed-${id}`;
    for (let i = 0; i < 2; i++) await insist(() => sendLead(id), 'the lead');
    for (const [method, path, body] of [
      ['PUT', `/prospects/${id}`, { ...PROSPECT, email: `${id}@example.com` }],
      ['PUT', signed, offer],
      ['PUT', `${signed}/agreement/document`, PDF],
      ['POST', `${signed}/agreement`, { signees: SIGNEES }],
      ['PUT', `/offers/${id}`, offer],
      ['POST', `/offers/${id}/invoice`],
    ] as const) {
      await insist(() => call(method, path, body), path);
    }
  }

  /** People act: they sign, and retry the steps that were left to them. Time passes. */
  async function goOn(): Promise<void> {
    await sleep(50);
    clock.move(STEP_MS);
    for (const { id, state } of scrive.agreements.values()) {
      if (state !== 'pending') continue;
      for (const signee of [0, 1]) scrive.sign(id, signee);
      for (let i = 0; i < 2; i++) await scrive.sendHook(id);
    }
    const { tasks } = (await call('GET', '/tasks?state=failed')).json;
    for (const { kind, subject } of tasks) await call('POST', `/tasks/${kind}/${subject}/retry`);
  }

  /** All prospects or offers, by their ids. */
  async function list(kind: 'prospects' | 'offers') {
    const found = new Map();
    for (let after = 0; ; ) {
      const { json } = await call('GET', `/${kind}?after=${after}`);
      if (json[kind].length === 0) return found;
      for (const one of json[kind]) found.set(one.id, one);
      after = json.next;
    }
  }

  const emails = () => [...hubspot.contacts.values()].map((one) => one.properties.email);
  const invoices = () => fortnox.invoices.map((one) => one.ExternalInvoiceReference1);

  /** Steps of accepted orders that are not done, here or at a provider. */
  async function undone(): Promise<string[]> {
    await goOn();
    const [prospects, offers] = [await list('prospects'), await list('offers')];
    const done: Record<string, (id: string) => boolean> = {
      prospect: (id) => prospects.get(id)?.crm?.state === 'synced',
      lead: (id) => emails().includes(`lead-${id}@example.com`),
      invoice: (id) => offers.get(id)?.invoice?.state === 'created' && invoices().includes(id),
      agreement: (id) => offers.get(`signed-${id}`)?.documents.length === 2,
    };
    return Object.entries(done).flatMap(([what, isDone]) =>
      ids.filter((id) => !isDone(id)).map((id) => `${what} ${id}`),
    );
  }

  /** Waits while some work is done each minute. @returns what is not done then, and what a provider has twice */
  async function settle(): Promise<{ lost: string[]; doubled: string[] }> {
    let lost = await undone();
    for (let isStuck = false; lost.length > 0 && !isStuck; ) {
      const before = lost.length;
      const isLess = async () => {
        lost = await undone();
        return lost.length < before;
      };
      isStuck = await until(isLess).then(
        () => false,
        () => true,
      );
    }
    const sent = scrive.agreements.size - ids.length;
    const all = [
      ...[...hubspot.deals.values()].map((one) => one.properties.solar_prospect_id),
      ...emails(),
      ...invoices().map((id) => `invoice ${id}`),
      ...fortnox.customers.map(({ Email }) => `customer ${Email}`),
      ...fortnox.reductions.map((one) => `${one.ReferenceNumber} ${one.SocialSecurityNumber}`),
      ...Array<string>(Math.max(0, sent + 1)).fill('agreements'),
    ];
    return { lost, doubled: all.filter((one, i) => all.indexOf(one) < i) };
  }

  async function start() {
    const program = await startReady([INTEGRATIONS], { env });
    after(() => program.stop());
    return program;
  }
  const launch = () => launchProgram([INTEGRATIONS], { env });

  return { fakes, clock, call, order, settle, start, launch };
}
