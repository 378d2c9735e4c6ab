import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { until } from '../../test/until.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { dealProperties } from '../rules/deal-properties.ts';
import { readAgreement } from '../store/agreements.ts';
import { documentsOf } from '../store/documents.ts';
import { readOffer } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import { openStore } from '../store/sqlite.ts';
import type { OwnStatements } from '../store/store.ts';
import type { FakeAgreement } from './fakes/agreement.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from './fakes/fortnox.ts';
import { refuse } from './fakes/fortnox-rules.ts';
import { hubspotAccount, refuseValue, startHubspotFake } from './fakes/hubspot.ts';
import { refuse as refuseStart, scriveAccount, startScriveFake } from './fakes/scrive.ts';
import type { FakeServer, Reply } from './fakes/server.ts';
import { ENCRYPTION, ORG } from './organisation.ts';
import { newStoreFile } from './stores.ts';

/** Number of kills. "make test-kills" has 50. */
const KILLS = Number(process.env.KILLS ?? 4);
const WRITES = 8;
/** Runs in a day of a process's clock, which starts 20 minutes later each time. */
const RUNS_A_DAY = 72;

const folder = testFolder();
const script = join(folder, 'killed.cjs');

/** Bundled, since it is started very often. */
before(() =>
  build({
    entryPoints: [fileURLToPath(new URL('./killed.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    outfile: script,
  }),
);

/** Another system, which gets what is on disk. */
interface OtherSystem {
  fake: FakeServer;
  accounts: Partial<Organisation>;
  /** Our ids that it has, as often as it has them. */
  ids(): string[];
  /** Further things that must be there once. */
  more?(): string[];
  /** The refusal of a POST as it cannot be, if the system has one that a person's retry mends. */
  refusal?: Reply;
  /** Comes before the last run. */
  atLast?(): void;
  /** The state of one of ours in the store. */
  standing(db: OwnStatements, id: string): Promise<string>;
  /** The state of one of ours when the other system has all of it. */
  done(id: string): string;
}

async function prospects(): Promise<OtherSystem> {
  const fake = await startHubspotFake();
  for (const { name, kind, isUnique } of dealProperties('solar')) {
    const type = kind === 'number' ? 'number' : 'string';
    fake.properties.set(name, { name, type, hasUniqueValue: isUnique });
  }
  return {
    fake,
    refusal: refuseValue('validationRules', 'solar_adults'),
    accounts: { crm: hubspotAccount(fake) },
    ids: () => [...fake.deals.values()].map(({ properties }) => properties.solar_prospect_id),
    more: () => [
      ...[...fake.contacts.values()].map(({ properties: { email, phone } }) => email ?? phone),
    ],
    standing: async (db, id) => {
      const { state, contact_id, deal_id } = (await readProspect(db, id))?.crm ?? assert.fail();
      const contacts = [...(fake.associations.get(String(deal_id)) ?? [])];
      const { amount, solar_offer_url: url } = fake.deals.get(String(deal_id))?.properties ?? {};
      return `${state} with ${contacts.length}, ${contacts[0] === contact_id}, ${amount}, ${url}`;
    },
    done: (id) => `synced with 1, true, 215000, /i/slug-${id}`,
  };
}

async function invoices(): Promise<OtherSystem> {
  let calls = 0;
  // A call a second: the limit is for a clock that does not skip.
  const fake = await startFortnoxFake(() => 1_000 * calls++);
  return {
    fake,
    refusal: refuse('unknownUnit'),
    accounts: { accounting: fortnoxAccount(fake) },
    ids: () => fake.invoices.map((invoice) => invoice.ExternalInvoiceReference1),
    more: () => [
      ...fake.customers.map(({ Email }) => Email),
      ...fake.reductions.map((one) => `${one.ReferenceNumber} ${one.SocialSecurityNumber}`),
    ],
    standing: async (db, id) => {
      const { invoice } = (await readOffer(db, id)) ?? assert.fail();
      const number = invoice?.number;
      const persons = fake.reductions.filter(({ ReferenceNumber }) => ReferenceNumber === number);
      return `${invoice?.state} ${invoice?.error} ${persons.length} persons, ${invoice?.paid_on}`;
    },
    // Those that are there are paid. The others would be looked at again in six hours.
    atLast: () => payAll(fake),
    done: () => 'created null 2 persons, 2026-12-20',
  };
}

async function agreements(): Promise<OtherSystem> {
  const fake = await startScriveFake();
  const refused = new Set<string>();
  let starts = 0;
  // A signee with something to sign does so at one of the next calls, and every tenth start is refused for good.
  fake.refuses = ({ path }) => {
    for (const { id, state } of fake.agreements.values()) {
      if (state !== 'pending' || Math.random() < 0.5) continue;
      for (const signee of [0, 1]) fake.sign(id, signee);
    }
    const [, id] = /\/([^/]+)\/start$/.exec(path) ?? [];
    if (id === undefined || ++starts % 10 !== 0) return undefined;
    refused.add(ourId(fake.agreements.get(id)));
    return refuseStart('methodSwitchedOff');
  };
  return {
    fake,
    accounts: { signature: scriveAccount(fake) },
    ids: () => [...fake.agreements.values()].map(ourId),
    standing: async (db, id) => {
      const documents = await documentsOf(db, `o-${id}`);
      const stored = await readAgreement(db, id);
      return [stored?.agreement.state, ...documents.map((one) => one.id)].join();
    },
    // A refused document is a draft there, and its offer may be corrected. Unless that answer was lost, too.
    done(id) {
      const { state } = [...fake.agreements.values()].find((one) => ourId(one) === id) ?? {};
      if (state === 'closed') return 'completed,agreement_1,signed_1';
      return refused.has(id) ? 'revoked,agreement_1' : 'signed';
    },
  };
}

/** Our id of an agreement: a draft has it as its title, and no address yet. */
function ourId({ reference, title }: Pick<FakeAgreement, 'reference' | 'title'> = NOWHERE): string {
  return /([^/]+)\.[^.]+$/.exec(reference)?.[1] ?? title;
}
const NOWHERE = { reference: '', title: '' };

/** Pays what is there, from the next call on. */
function payAll(fake: FortnoxFake): void {
  const before = fake.refuses;
  fake.refuses = (call) => {
    for (const invoice of fake.invoices) invoice.FinalPayDate = '2026-12-20';
    return before(call);
  };
}

function start(file: string, accounts: object, run: number, writes: number) {
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_PATH: join(PROJECT, 'node_modules'),
      STORE_FILE: file,
      ACCOUNTS: JSON.stringify(accounts),
      RUN: String(run),
      WRITES: String(writes),
    },
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { child, lines, reader };
}

/** @returns the ids that were reported on disk */
async function killOften(
  storePath: string,
  { fake, accounts, atLast }: OtherSystem,
): Promise<string[]> {
  const onDisk: string[] = [];
  for (let i = 0; i < KILLS; i++) {
    const { child, lines, reader } = start(storePath, accounts, i, WRITES);
    // The kill comes after so many writes or so many calls: each write leads to at least one call.
    const limit = Math.floor(Math.random() * WRITES);
    const [writes, calls] = i % 2 ? [limit, 0] : [0, fake.calls.length + 1 + limit];
    const closed = once(reader, 'close');
    const isDue = () => lines.length > writes && fake.calls.length >= calls;
    await until(() => isDue() || child.exitCode !== null, `${writes} writes, ${calls} calls`);
    assert.equal(child.exitCode, null, 'it ended by itself');
    child.kill('SIGKILL');
    await Promise.all([once(child, 'close'), closed]);
    onDisk.push(...lines.filter((line) => line.startsWith('k-')));
  }
  // A day later, when every poll is due.
  atLast?.();
  const last = start(storePath, accounts, KILLS + RUNS_A_DAY, 0);
  assert.deepEqual(await once(last.child, 'close'), [0, null]);
  return onDisk;
}

for (const make of [prospects, invoices, agreements]) {
  test(`${KILLS} kills lose and double none of the ${make.name}`, {}, async (t) => {
    const storePath = newStoreFile();
    const scene = await make();
    const { fake, refusal, ids, more, standing, done } = scene;
    t.after(fake.close);
    let posts = 0;
    fake.isLost = ({ method }) => method === 'POST' && ++posts % 5 === 0;
    const refused = refuseSome(fake, refusal);
    const onDisk = await killOften(storePath, scene);

    const found = ids();
    assert.deepEqual(
      onDisk.filter((id) => !found.includes(id)),
      [],
      'lost',
    );
    assert.deepEqual(twice(found), [], 'there twice');
    assert.deepEqual(twice(more?.() ?? []), [], 'there twice');
    const store = await openStore(storePath, ENCRYPTION);
    t.after(store.close);
    for (const id of found) assert.equal(await standing(store.of(ORG), id), done(id), id);
    t.diagnostic(
      `${onDisk.length} on disk when killed, ${found.length} at the provider, ${posts} POSTs, every fifth without an answer, ${refused()} refused`,
    );
    assert.ok(onDisk.length > KILLS / 2, `only ${onDisk.length} were on disk when it was killed`);
    assert.ok(posts >= onDisk.length, 'POSTs were made, and every fifth lost its answer');
  });
}

/** Refuses every tenth POST of what is made, for good or for a while. @returns the number of refusals so far */
function refuseSome(fake: FakeServer, refusal: Reply | undefined): () => number {
  const before = fake.refuses;
  const kinds = [refusal ?? { status: 503 }, { status: 423 }, { status: 429 }, { status: 503 }];
  let posts = 0;
  let refused = 0;
  fake.refuses = (call) => {
    const isMaking = call.method === 'POST' && !call.path.includes('token');
    const own = before(call);
    if (own === undefined && !(isMaking && ++posts % 10 === 0)) return undefined;
    refused++;
    return own ?? kinds[(posts / 10 - 1) % kinds.length];
  };
  return () => refused;
}

function twice(all: readonly string[]): string[] {
  return all.filter((one, i) => all.indexOf(one) < i);
}
