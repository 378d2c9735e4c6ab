/**
 * The places of personal data and of secrets: every way is played, well and badly, and all that leaves
 * or is stored is searched. The table is exact: a value has to be found wherever the table allows it.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { LEAD } from '../demo/demo-data.ts';
import { bridgeAccount, startBridgeFake } from '../demo/fakes/bridge-fake.ts';
import type { Call, FakeServer, Reply } from '../demo/fakes/fake-server.ts';
import { fortnoxAccount, startFortnoxFake } from '../demo/fakes/fortnox-fake.ts';
import { hubspotAccount, startHubspotFake } from '../demo/fakes/hubspot-fake.ts';
import { scriveAccount, startScriveFake } from '../demo/fakes/scrive-fake.ts';
import { hookMacs } from '../store/agreements.ts';
import { erasuresOf } from '../store/erasures.ts';
import { openStore } from '../store/open-store.ts';
import { sealerOf } from '../store/seal.ts';
import { providersSource } from '../sync/providers-of.ts';
import { handlersOf } from '../sync/start-tasks.ts';
import { startWorker } from '../sync/worker.ts';
import { PDF } from './bodies.ts';
import { rawCall, startIntegrations, testOrganisation } from './integrations.ts';
import { STORES, type StoreKind } from './stores.ts';
import {
  ALLOWED,
  DATA_KEY,
  EVERYTHING,
  foundIn,
  LEAD_SECRET,
  OFFER_OF,
  PERSON,
  PROSPECT_OF,
  SIGNEES,
  WANTED,
} from './wanted.ts';

/** Replies that repeat all they got, one of each kind of failure. */
const REFUSALS: readonly Partial<Reply>[] = [
  { status: 302, headers: { location: `/${encodeURIComponent(EVERYTHING.slice(0, 500))}` } },
  ...[400, 401, 403, 404, 409, 422, 429, 500, 503].map((status) => ({ status })),
  { status: 200, headers: { 'content-type': 'text/html' } },
];

for (const kind of STORES) {
  test(`nobody's data and no secret is where it is not meant to be: ${kind.name}`, {
    skip: kind.skip,
  }, async () => {
    const world = await start(kind);
    try {
      await refused(world);
      const calls = Object.values(world.fakes).map(failing);
      await playWhole(world);
      await playBridge(world);
      await find(world);
      for (const count of calls) assert.ok(count() > REFUSALS.length, 'every way to fail was met');
      await databaseErrors(world);
    } finally {
      await world.stop();
    }
    await collect(world);
    const wanted = { ...WANTED, key: world.keys, mac: world.macs, slug: world.slugs };
    const inFiles = kind.name === 'SQLite' ? { 'files of the store': ['slug'] } : {};
    assert.deepEqual(foundIn(world.places, wanted), { ...ALLOWED, ...inFiles });
  });
}

type World = Awaited<ReturnType<typeof start>>;

async function start(kind: StoreKind) {
  let skippedMs = 0;
  const clock = {
    now: () => Date.now() + skippedMs,
    sleep: async (ms: number) => {
      await sleep(5);
      skippedMs += ms;
    },
  };
  const [hubspot, fortnox, scrive, bridge] = await Promise.all([
    startHubspotFake(),
    startFortnoxFake(clock.now),
    startScriveFake(clock.now),
    startBridgeFake(clock.now),
  ]);
  const fakes: Record<string, FakeServer> = {
    'to HubSpot': hubspot,
    'to Fortnox': fortnox,
    'to Scrive': scrive,
    'to the bridge': bridge,
  };
  const solar = testOrganisation('solfirman', {
    leadSecrets: [LEAD_SECRET],
    crm: hubspotAccount(hubspot),
    accounting: fortnoxAccount(fortnox),
    signature: scriveAccount(scrive),
  });
  const other = testOrganisation('annan', {
    crm: null,
    accounting: null,
    signature: bridgeAccount(bridge),
  });
  const fault = { isOn: false };
  const now = () => {
    if (fault.isOn) throw Object.assign(new Error(EVERYTHING), { detail: EVERYTHING });
    return new Date();
  };
  const sealer = sealerOf([DATA_KEY]);
  const place = await kind.place();
  const store = await openStore(place, sealer);
  after(store.close);
  const erasuresFile = join(testFolder(), 'erasures');
  const erasures = erasuresOf(store, erasuresFile, { warn: assert.fail, error: assert.fail });
  const { base, log, parts } = await startIntegrations([solar, other], {
    store,
    sealer,
    erasures,
    now,
  });
  const organisation = (id: string) => parts.organisations.current.find((one) => one.id === id);
  const worker = startWorker({
    store,
    handlers: handlersOf({
      store,
      sealer,
      clock,
      organisation,
      providers: providersSource(clock),
      baseUrl: parts.baseUrl,
    }),
    mayRun: () => true,
    clock,
    random: Math.random,
    log: parts.log,
  });
  const places = new Map<string, string[]>();
  const add = (place: string, text: string) =>
    void places.set(place, [...(places.get(place) ?? []), text]);

  /** Makes a call, and adds its answer to the place where it belongs. */
  async function ask(method: string, path: string, body?: unknown, key: string | null = solar.key) {
    const answer = await rawCall(`${base}${path}`, key, method, body);
    const headers = JSON.stringify([...answer.headers]);
    const page = path.startsWith('/i/') ? 'page of an offer' : 'answers to the key';
    add(answer.status >= 400 ? 'errors' : page, answer.text + headers);
    return answer;
  }

  /** Waits until it holds; time passes fast while no task is running. */
  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) {
      const lease = new Date(clock.now()).toISOString();
      const sql = 'select subject from task where lease_until > $1 limit 1';
      const busy = await store.changeAll((all) => all.query(sql, lease));
      if (busy.length === 0) skippedMs += 20 * 60_000;
      await sleep(20);
    }
  }

  return {
    kind,
    place,
    erasuresFile,
    hubspot,
    fortnox,
    scrive,
    bridge,
    fakes,
    solar,
    other,
    store,
    base,
    log,
    places,
    add,
    ask,
    until,
    fault,
    keys: [...[solar, other].map(({ key }) => key), 'ik_of_nobody_at_all'],
    macs: [] as string[],
    slugs: [] as string[],
    sealer,
    async stop() {
      await worker.stop();
      await Promise.all(Object.values(fakes).map((fake) => fake.close()));
    },
  };
}

const V1 = '/integrations/v1';

/** Sends calls that are rejected, malformed or nobody's. */
async function refused(world: World): Promise<void> {
  const { ask, solar, add, base } = world;
  const text = encodeURIComponent(PERSON.email);
  for (const path of [
    `${V1}/prospects/${text}`,
    `${V1}/prospects/191212121212`,
    `${V1}/prospects/Kanarina-Ekmansdotter`,
    `/integrations/Kanarina`,
    `${V1}/offers/19121212-1212/preview`,
    `${V1}/offers?after=${text}`,
    `${V1}/prospects?email=${text}&phone=Kanarina&reference=${text}`,
    `${V1}/prospects?email=${text}&email=${text}`,
    `${V1}/prospects/${text}/export`,
    `${V1}/tasks?state=${text}`,
    `${V1}/offers/x/documents/${text}`,
    `/i/${text}`,
    `/i/Kanarina-191212121212?l=${text}`,
    `/Kanarina/Ekmansdotter`,
    `/${EVERYTHING.slice(0, 300).replace(/[^A-Za-z]/g, '%')}`,
    `/integrations/hooks/scrive/solfirman/ag_1.${'Kanarina'.padEnd(43, '-')}`,
    `/integrations/hooks/standard/${text}`,
    `/integrations/hooks/leads/solfirman`,
  ]) {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
      const body = method === 'GET' ? undefined : EVERYTHING;
      await ask(method, path, body);
      await ask(method, path, body, 'ik_of_nobody_at_all');
    }
  }
  for (const [path, good] of [
    [`${V1}/prospects/p1`, PROSPECT_OF],
    [`${V1}/offers/o1`, { ...OFFER_OF, prospect_id: 'p0' }],
    [`${V1}/tax-reductions`, OFFER_OF],
  ] as const) {
    const method = path.endsWith('reductions') ? 'POST' : 'PUT';
    await ask(method, path, EVERYTHING);
    await ask(method, path, `{${EVERYTHING}`);
    for (const name of Object.keys(good)) {
      for (const bad of [{ 'Kanarina 19121212-1212': 1 }, [EVERYTHING], EVERYTHING]) {
        const { status, text } = await ask(method, path, { ...good, [name]: bad });
        assert.ok(status >= 400, text);
      }
    }
  }
  await ask('PUT', `${V1}/prospects/191212121212`, PROSPECT_OF);
  await ask('PUT', `${V1}/prospects/p1`, { ...PROSPECT_OF, first_name: 'Kanarina\nEkmansdotter' });
  for (const secret of [LEAD_SECRET, `whsec_${Buffer.alloc(24).toString('base64')}`]) {
    for (const lead of [EVERYTHING, `{${EVERYTHING}`]) {
      const { status, text } = await sendLead(base, lead, secret, 'bad');
      assert.ok(status >= 400);
      add('errors', text);
    }
  }
  assert.equal((await ask('GET', `${V1}/status`, undefined, solar.key)).status, 200);
}

async function sendLead(base: string, body: string, secret: string, id: string) {
  const now = new Date();
  const answer = await fetch(`${base}/integrations/hooks/leads/solfirman`, {
    method: 'POST',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Makes a provider fail in every way, and then work again. @returns the number of its calls */
function failing(fake: FakeServer) {
  let failures = 0;
  fake.refuses = (call: Call) => {
    const reply = REFUSALS[failures++];
    if (reply === undefined) return undefined;
    const everything = `${EVERYTHING} ${call.path} ${call.body} ${JSON.stringify(call.headers)}`;
    const fields = ['message', 'category', 'policyName', 'error_type', 'error_message', 'code'];
    const body: Record<string, unknown> = Object.fromEntries(
      fields.map((one) => [one, everything]),
    );
    body.ErrorInformation = { Message: everything, Code: everything };
    return { status: 500, ...reply, body };
  };
  let drops = 0;
  fake.isLost = ({ method }) => method === 'POST' && failures > REFUSALS.length && drops++ === 0;
  return () => failures;
}

/** Waits until it holds; a task that was given up is tried again. */
async function untilThere(
  { until, ask, store, add }: World,
  org: string,
  key: string,
  holds: () => Promise<boolean>,
): Promise<void> {
  await until(async () => {
    if (await holds()) return true;
    const rows = await store
      .of(org)
      .query<{ kind: string; subject: string; last_error: string | null }>(
        `select kind, subject, last_error from task where org = $1 and state in ('failed', 'attention')`,
      );
    for (const { kind, subject, last_error } of rows) {
      add('errors of tasks', String(last_error));
      add('errors of tasks', (await ask('GET', `${V1}/tasks`, undefined, key)).text);
      await ask('POST', `${V1}/tasks/${kind}/${subject}/retry`, undefined, key);
    }
    return false;
  });
}

/** Plays lead, prospect, deal, offer, page, signature, invoice, reductions; every provider fails in all ways. */
async function playWhole(world: World): Promise<void> {
  const { ask, base, hubspot, fortnox, scrive, solar, slugs, macs, sealer } = world;
  const { first_name, last_name, email, phone } = PERSON;
  const contact = {
    ...LEAD.contact,
    first_name,
    last_name,
    email,
    phone,
    street: 'Kanariegatan 9',
  };
  const lead = await sendLead(base, JSON.stringify({ ...LEAD, contact }), LEAD_SECRET, 'good');
  assert.equal(lead.status, 204, lead.text);
  assert.equal((await ask('PUT', `${V1}/prospects/p1`, PROSPECT_OF)).status, 201);
  await untilThere(world, 'solfirman', solar.key, async () => {
    const { json } = await ask('GET', `${V1}/prospects/p1`);
    return json.crm.state === 'synced' && hubspot.deals.size === 2;
  });
  const offer = await ask('PUT', `${V1}/offers/o1`, { ...OFFER_OF, prospect_id: 'p1' });
  assert.equal(offer.status, 201, offer.text);
  slugs.push(String(new URL(offer.json.public_url).pathname.split('/').at(-1)));
  await ask('GET', `${V1}/offers/o1/preview`);
  await ask('GET', `${V1}/offers?after=0`);
  await sign(world, 'o1', solar.key);
  const hasDrafts = async () => {
    await signAgain(world, 'o1', solar.key);
    return [...scrive.agreements.values()].some(isOut);
  };
  await untilThere(world, 'solfirman', solar.key, hasDrafts);
  const agreement = (await ask('GET', `${V1}/offers/o1/agreement`)).json;
  macs.push(...hookMacs(sealer, 'solfirman', agreement.id).map((mac) => mac.toString('base64url')));
  for (const [id, one] of scrive.agreements) {
    if (!isOut(one)) continue;
    for (const i of [0, 1]) scrive.sign(id, i);
    assert.equal(
      (await ask('POST', new URL(one.reference).pathname, EVERYTHING, null)).status,
      204,
    );
  }
  await untilThere(world, 'solfirman', solar.key, async () =>
    (await ask('GET', `${V1}/offers/o1`)).json.documents.some(isSigned),
  );
  await ask('GET', `${V1}/offers/o1/documents/signed_1`);
  await ask('POST', `${V1}/offers/o1/invoice`);
  await untilThere(world, 'solfirman', solar.key, async () => {
    const { invoice } = (await ask('GET', `${V1}/offers/o1`)).json;
    return invoice?.state === 'created';
  });
  assert.equal(fortnox.reductions.length, 2);
  for (const language of ['sv', 'en']) {
    assert.equal((await ask('GET', `/i/${slugs[0]}?l=${language}`, undefined, null)).status, 200);
  }
}

/** Finds, exports and erases. */
async function find(world: World): Promise<void> {
  const { ask, other } = world;
  const found = await ask('GET', `${V1}/prospects?email=${encodeURIComponent(PERSON.email)}`);
  assert.equal(found.json.prospects.length, 2);
  const { status, json } = await ask('GET', `${V1}/prospects/p1/export`);
  assert.deepEqual([status, json.offers.length], [200, 1]);
  await ask('PUT', `${V1}/prospects/p9`, PROSPECT_OF, other.key);
  assert.equal((await ask('DELETE', `${V1}/prospects/p9`, undefined, other.key)).status, 204);
}

async function sign({ ask }: World, offer: string, key: string): Promise<void> {
  await ask('PUT', `${V1}/offers/${offer}/agreement/document`, PDF, key);
  const sent = await ask('POST', `${V1}/offers/${offer}/agreement`, { signees: SIGNEES }, key);
  assert.equal(sent.status, 202, sent.text);
}

/** Sends an offer once more whose agreement was refused. */
async function signAgain(world: World, offer: string, key: string): Promise<void> {
  const { json } = await world.ask('GET', `${V1}/offers/${offer}`, undefined, key);
  if (json.state === 'revoked') await sign(world, offer, key);
}

const isOut = ({ state }: { state: string }) => state === 'pending';
const isSigned = ({ kind }: { kind: string }) => kind === 'signed';

/** Plays the other organisation's agreement, by the bridge, with good and bad hooks. */
async function playBridge(world: World): Promise<void> {
  const { ask, bridge, other, base, add } = world;
  await ask('PUT', `${V1}/prospects/p2`, PROSPECT_OF, other.key);
  await ask('PUT', `${V1}/offers/o2`, { ...OFFER_OF, prospect_id: 'p2' }, other.key);
  await sign(world, 'o2', other.key);
  await untilThere(world, 'annan', other.key, async () => {
    await signAgain(world, 'o2', other.key);
    return bridge.agreements.size > 0;
  });
  const [id] = bridge.agreements.keys();
  for (const i of [0, 1]) bridge.sign(id, i);
  for (const message of [
    bridge.message(id, 'completed'),
    bridge.message(EVERYTHING, 'completed'),
    bridge.message(id, 'completed', { atMs: 0 }),
  ]) {
    const url = `${base}/integrations/hooks/standard/annan`;
    const answer = await fetch(url, {
      method: 'POST',
      ...message,
      body: new Uint8Array(message.body),
    });
    add('errors', await answer.text());
  }
  await untilThere(world, 'annan', other.key, async () =>
    (await ask('GET', `${V1}/offers/o2`, undefined, other.key)).json.documents.some(isSigned),
  );
}

/** The database rejects a row and repeats it, to the API and to a task; and something unforeseen fails. */
async function databaseErrors(world: World): Promise<void> {
  const { ask, store, kind, until, fault, solar } = world;
  const statements =
    kind.name === 'PostgreSQL'
      ? [
          'alter table offer add constraint refused check (version < 0) not valid',
          'alter table link add constraint refused check (ref is null) not valid',
        ]
      : [
          `create trigger refused1 before insert on offer begin select raise(abort, 'refused'); end`,
          `create trigger refused2 before insert on link begin select raise(abort, 'refused'); end`,
        ];
  for (const sql of statements) await store.changeAll((all) => all.query(sql));
  const put = await ask('PUT', `${V1}/offers/o3`, { ...OFFER_OF, prospect_id: 'p1' });
  assert.equal(put.status, 500);
  await ask('PUT', `${V1}/prospects/p3`, PROSPECT_OF);
  await until(async () => {
    const { tasks } = (await ask('GET', `${V1}/tasks?state=open`)).json;
    return tasks.some(({ last_error }: { last_error: string | null }) =>
      /fault/.test(last_error ?? ''),
    );
  });
  fault.isOn = true;
  const document = await ask('PUT', `${V1}/offers/o1/agreement/document`, PDF, solar.key);
  assert.equal(document.status, 500);
  fault.isOn = false;
}

/** Collects the log, the calls to other systems, every column of every table, and the bytes of the files. */
async function collect({
  log,
  fakes,
  add,
  store,
  kind,
  place,
  erasuresFile,
}: World): Promise<void> {
  for (const line of log) add('log', line);
  add('tombstones', readFileSync(erasuresFile, 'latin1'));
  for (const file of ['', '-wal', '-shm'].map((end) => `${place.file}${end}`)) {
    if (existsSync(file)) add('files of the store', readFileSync(file, 'latin1'));
  }
  for (const [name, { calls }] of Object.entries(fakes)) {
    for (const { path, query, headers, body } of calls) {
      add(name, `${path} ${query} ${JSON.stringify(headers)} ${body} ${formOf(body)}`);
    }
  }
  const tables = await store.changeAll((all) =>
    all.query<{ name: string }>(
      kind.name === 'PostgreSQL'
        ? 'select tablename as name from pg_tables where schemaname = current_schema()'
        : `select name from sqlite_master where type = 'table'`,
    ),
  );
  assert.ok(tables.length > 10);
  for (const { name } of tables) {
    const rows = await store.changeAll((all) =>
      all.query<Record<string, unknown>>(`select * from ${name}`),
    );
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      add(`${name}.${column}`, Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
    }
  }
}

/** A form's values as they were before they were encoded. */
function formOf(body: Buffer): string {
  return [...new URLSearchParams(body.toString()).values()].join(' ');
}
