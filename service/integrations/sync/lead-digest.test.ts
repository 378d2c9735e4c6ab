import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonToHold } from '../mapping/hold-reason.ts';
import { forgetOld } from '../store/forget-old.ts';
import { enqueueDigest, recordOrigin } from '../store/lead-origins.ts';
import { readTask } from '../store/task-list.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';
import { openEmpty } from '../test/stores.ts';
import { providersSource } from './providers-of.ts';
import { handlersOf } from './start-tasks.ts';

const ORG = 'solfirman';
const NOW = new Date('2026-11-24T00:05:00.000Z');

test(`the digest of a day has its counts, and comes once`, {}, async () => {
  const mine = testOrganisation(ORG);
  const store = await openEmpty();
  const { call, parts } = await startIntegrations([mine], { store });
  const leads = async (at: string, near: string, count: number) => {
    for (let i = 0; i < count; i++) {
      await store.change(ORG, async (change) => {
        const because = reasonToHold({ near: i, wide: 0, taken: 0 });
        await recordOrigin(change, { at, network: { near, wide: 'w' }, because });
        if (because) await enqueueDigest(change, at);
      });
    }
  };
  await leads('2026-11-22T23:59:59.999Z', 'a', 22);
  await leads('2026-11-23T00:00:00.000Z', 'a', 30);
  await leads('2026-11-23T23:59:59.999Z', 'b', 25);
  await leads('2026-11-23T12:00:00.000Z', 'c', 3);
  await leads('2026-11-24T00:00:00.000Z', 'a', 25);

  const task = await readTask(store.of(ORG), 'leads.digest', '2026-11-23');
  assert.equal(task?.run_at, '2026-11-24T00:05:00.000Z');
  const clock = { now: () => NOW.getTime(), sleep: async () => {} };
  const digest = handlersOf({
    ...parts,
    clock,
    organisation: () => mine.organisation,
    providers: providersSource(clock),
  })['leads.digest'];
  const run = { org: ORG, kind: 'leads.digest' as const, attempts: 1 };
  assert.deepEqual(await digest({ ...run, subject: '2026-11-24' }), { againInMs: 86_400_000 });
  for (let times = 0; times < 2; times++) await digest({ ...run, subject: '2026-11-23' });

  const { events, next } = (await call(mine.key, 'GET', '/events')).json;
  const digests = events.filter((event: { kind: string }) => event.kind === 'leads.held');
  const data = {
    day: '2026-11-23',
    taken: 43,
    held: 15,
    networks: 2,
    largest_network: 10,
    waiting: 0,
  };
  const [{ at, ...told }] = digests;
  assert.ok(Date.parse(at) <= Date.now());
  assert.deepEqual(told, { kind: 'leads.held', subject: '2026-11-23', data });
  assert.equal(digests.length, 1);
  const after = (await call(mine.key, 'GET', `/events?after=${next}`)).json;
  assert.deepEqual(after, { events: [], next });

  await forgetOld(store, new Date(Math.max(NOW.getTime(), Date.now()) + 401 * 86_400_000));
  assert.deepEqual((await call(mine.key, 'GET', '/events')).json.events, []);
});
