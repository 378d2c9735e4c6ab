/** The audit log: which key did what when, for the organisation alone, and nobody's data. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEntry } from '../../../schemas/types.ts';
import { newKey } from '../organisations/keys.ts';
import { forgetOld } from '../store/forget-old.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import {
  DOCUMENT,
  startIntegrations,
  type TestOrganisation,
  testOrganisation,
} from '../test/integrations.ts';
import { openEmpty } from '../test/stores.ts';

const DAY_MS = 86_400_000;
const V1 = '/integrations/v1';

/** An organisation with two keys, "shop" and "office", and another organisation. */
async function start() {
  const mine = testOrganisation('solfirman');
  const office = newKey();
  const second = { sha256: Buffer.from(office.sha256, 'hex'), label: 'office', expiresOn: null };
  const both: TestOrganisation = {
    key: mine.key,
    organisation: {
      ...mine.organisation,
      keys: [...mine.organisation.keys, second],
      accounting: mine.organisation.accounting && {
        ...mine.organisation.accounting,
        requiresSignature: false,
      },
    },
  };
  const other = testOrganisation('annan');
  const clock = { now: new Date('2026-11-23T08:00:00.000Z') };
  const store = await openEmpty();
  const { call } = await startIntegrations([both, other], { store, now: () => clock.now });
  const audit = async (key: string, after = 0) =>
    (await call(key, 'GET', `/audit?after=${after}`)).json as {
      entries: AuditEntry[];
      next: number;
    };
  return { call, store, clock, audit, shop: mine.key, office: office.key, other: other.key };
}

const told = ({ key, action, subject, calls }: AuditEntry) =>
  [key, action, subject, calls].join(' ');

describe(`the audit log `, () => {
  test('tells which key did what when, to its organisation alone', async () => {
    const { call, clock, audit, shop, office, other } = await start();
    await call(shop, 'PUT', '/prospects/p1', PROSPECT);
    clock.now = new Date('2026-11-23T09:00:00.000Z');
    await call(office, 'GET', '/prospects/p1');
    await call(office, 'DELETE', '/prospects/p1');
    await call(other, 'PUT', '/prospects/p1', PROSPECT);
    const { entries, next } = await audit(shop);
    assert.deepEqual(entries.map(told), [
      'shop PUT /prospects/{id} p1 1',
      'office DELETE /prospects/{id} p1 1',
      'office GET /prospects/{id} p1 1',
    ]);
    assert.deepEqual(
      entries.map(({ first_at, at }) => [first_at, at].map((time) => time.slice(11, 13)).join()),
      ['08,08', '09,09', '09,09'],
    );
    assert.deepEqual((await audit(other)).entries.map(told), ['shop PUT /prospects/{id} p1 1']);
    // What came since: the look at the log itself.
    assert.deepEqual((await audit(shop, next)).entries.map(told), ['shop GET /audit  1']);
  });

  test('counts the alike reads of a day in one entry, however often they are written', async () => {
    const { call, clock, audit, shop } = await start();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await call(shop, 'GET', '/offers');
      clock.now = new Date(clock.now.getTime() + 60_000);
      await audit(shop);
    }
    clock.now = new Date(clock.now.getTime() + DAY_MS);
    await call(shop, 'GET', '/offers');
    const offers = (await audit(shop)).entries.filter(({ action }) => action === 'GET /offers');
    assert.deepEqual(
      offers.map(({ calls, first_at, at }) => [calls, first_at.slice(8, 16), at.slice(8, 16)]),
      [
        [12, '23T08:00', '23T08:02'],
        [1, '24T08:03', '24T08:03'],
      ],
    );
  });

  test('is kept for 400 days', async () => {
    const { call, clock, store, audit, shop } = await start();
    const began = clock.now.getTime();
    await call(shop, 'PUT', '/prospects/p1', PROSPECT);
    for (const [days, left] of [
      [400, 1],
      [401, 0],
    ]) {
      clock.now = new Date(began + days * DAY_MS);
      await forgetOld(store, clock.now);
      const { entries } = await audit(shop);
      assert.equal(entries.filter(({ action }) => action.startsWith('PUT')).length, left);
    }
  });

  test('is read to its end page by page, none twice and none left out', async () => {
    const { call, audit, shop } = await start();
    for (let i = 0; i < 130; i++) await call(shop, 'GET', `/offers?after=${i}`);
    for (let i = 0; i < 130; i++) await call(shop, 'PUT', `/prospects/p${i}`, PROSPECT);
    for (let i = 0; i < 130; i++) await call(shop, 'GET', `/prospects/p${i}`);
    const seen: string[] = [];
    for (let after = 0; ; ) {
      const { entries, next } = await audit(shop, after);
      assert.ok(entries.length <= 199);
      seen.push(...entries.map(told).filter((line) => !line.includes('/audit')));
      if (entries.every(({ action }) => action === 'GET /audit')) break;
      after = next;
    }
    assert.equal(seen.length, 261);
    assert.equal(new Set(seen).size, 261);
  });
});

test('a change that fails leaves no entry, nor does a call that is refused', async () => {
  const { call, audit, shop } = await start();
  await call(shop, 'PUT', '/prospects/p1', { email: 'nobody' });
  await call(shop, 'GET', '/prospects/p1');
  await call(shop, 'DELETE', '/prospects/p1');
  await call(shop, 'POST', '/offers/o1/invoice');
  assert.deepEqual((await audit(shop)).entries, []);
});

test('every operation of the contract that changes or works out something is there, and nobody’s data', async () => {
  const { call, audit, shop } = await start();
  const make = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await call(shop, method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${text}`);
  };
  await make('PUT', '/prospects/p1', PROSPECT);
  await make('PUT', '/prospects/p2', PROSPECT);
  await make('DELETE', '/prospects/p2');
  await make('POST', '/held-leads/p1/release');
  await make('PUT', '/offers/o1', OFFER);
  await make('PUT', '/offers/o1/agreement/document', PDF);
  await make('PUT', '/offers/o1/agreement/document', Buffer.concat([PDF, PDF]));
  await make('DELETE', '/offers/o1/documents/agreement_2');
  await make('POST', '/offers/o1/agreement', { signees: SIGNEES });
  await make('POST', '/offers/o1/agreement/revoke');
  await make('POST', '/tasks/crm.sync/p1/retry');
  await make('PUT', '/offers/o2', OFFER);
  await make('POST', '/offers/o2/invoice');
  const { entries } = await audit(shop);
  const operations = Object.entries(DOCUMENT.paths as Record<string, object>).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(V1.length)}`),
  );
  assert.deepEqual(
    new Set(entries.map(({ action }) => action)),
    new Set(operations.filter((operation) => !operation.startsWith('GET'))),
  );
  assert.equal(
    entries.find(({ action }) => action.startsWith('POST /tasks'))?.subject,
    'crm.sync/p1',
  );
  const text = JSON.stringify(entries);
  for (const value of ['anna', 'Storgatan', 'example', '1912']) assert.ok(!text.includes(value));
});
