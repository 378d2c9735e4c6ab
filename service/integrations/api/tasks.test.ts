import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultAccount } from '../store/queues.ts';
import { enqueueTask } from '../store/tasks.ts';
import { PROSPECT } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const { organisation, key } = testOrganisation('solfirman');
const { call, store } = await startIntegrations([{ organisation, key }]);
for (const id of ['open', 'done', 'failed', 'attention']) {
  await call(key, 'PUT', `/prospects/${id}`, PROSPECT);
}
await store.change('solfirman', async (change) => {
  await change.query(
    `update task set completed = requested, state = 'done' where org = $1 and subject = 'done'`,
  );
  for (const state of ['failed', 'attention']) {
    await change.query(
      `update task set state = $2, attempts = 9, last_error = 'HubSpot: refused (400)',
       run_at = '2999-01-01T00:00:00.000Z' where org = $1 and subject = $2`,
      state,
    );
  }
});

test('tasks are listed by state, what has nothing left to do is done', async () => {
  for (const state of ['open', 'done', 'failed', 'attention']) {
    const { tasks } = (await call(key, 'GET', `/tasks?state=${state}`)).json;
    assert.deepEqual(
      tasks.map(({ subject }: { subject: string }) => subject),
      [state],
    );
    assert.equal(tasks[0].state, state);
  }
  assert.equal((await call(key, 'GET', '/tasks')).json.tasks.length, 4);
  const answer = await call(key, 'GET', '/tasks?state=lost');
  assert.equal(refusal(answer, 422, 'invalid_parameter').field, 'state');
});

test('the standing counts what is left and since when', async () => {
  const { json } = await call(key, 'GET', '/status');
  const { oldest_due_at, ...rest } = json;
  assert.deepEqual(rest, {
    organisation: 'solfirman',
    crm: 'hubspot',
    accounting: 'fortnox',
    signature: 'scrive',
    tasks: { open: 1, attention: 1, failed: 1 },
    paused: [],
    key: { label: 'shop' },
  });
  assert.ok(Date.parse(oldest_due_at) <= Date.now());
});

test('what is to look again in a month is no work that is left; what failed is, since it first did', async () => {
  const later = '2999-01-01T00:00:00.000Z';
  const before = (await call(key, 'GET', '/status')).json;
  await store.change('solfirman', (change) => enqueueTask(change, 'sign.document', 'a-1', later));
  assert.deepEqual((await call(key, 'GET', '/status')).json, before);
  const { tasks } = (await call(key, 'GET', '/tasks?state=open')).json;
  assert.ok(tasks.some(({ subject }: { subject: string }) => subject === 'a-1'));
  const failing = (since: string | null) =>
    store.change('solfirman', (change) =>
      change.query(
        `update task set failing_since = $2 where org = $1 and kind = 'sign.document'`,
        since,
      ),
    );
  await failing('2026-01-01T00:00:00.000Z');
  const { json } = await call(key, 'GET', '/status');
  assert.deepEqual([json.tasks.open, json.oldest_due_at], [2, '2026-01-01T00:00:00.000Z']);
  await failing(null);
});

test('a failed task is due again after a retry, and the prospect shows why it failed', async () => {
  const { crm } = (await call(key, 'GET', '/prospects/failed')).json;
  assert.deepEqual([crm.state, crm.error], ['failed', 'HubSpot: refused (400)']);
  const { status, json } = await call(key, 'POST', '/tasks/crm.sync/failed/retry');
  assert.deepEqual([status, json.state, json.attempts], [202, 'open', 0]);
  assert.ok(Date.parse(json.run_at) <= Date.now());
  assert.equal((await call(key, 'GET', '/prospects/failed')).json.crm.state, 'pending');
  for (const path of ['crm.sync/nobody', 'crm.lost/failed', 'invoice.create/failed']) {
    refusal(await call(key, 'POST', `/tasks/${path}/retry`), 404, 'not_found');
  }
});

test('an account at fault is listed with its kinds and tasks, and a retry tries it at once', async () => {
  const why = 'HubSpot, find a contact: answered 401.';
  const [now, until] = ['2026-11-23T12:00:00.000Z', '2999-01-01T00:00:00.000Z'];
  await store.changeAll((all) =>
    faultAccount(all, { org: 'solfirman', kind: 'crm.sync' }, { why, now, until }),
  );
  const paused = async () => (await call(key, 'GET', '/status')).json.paused;
  assert.deepEqual(await paused(), [{ kind: 'crm.sync', since: now, until, why }]);
  const { tasks } = (await call(key, 'GET', '/tasks')).json;
  for (const { kind, state, paused } of tasks) {
    assert.equal(paused, kind === 'crm.sync' && state === 'open' ? why : null);
  }
  const postponed = `update task set attempts = 1, run_at = $2 where org = $1 and subject = 'open'`;
  await store.change('solfirman', (change) => change.query(postponed, until));
  const { json } = await call(key, 'POST', '/tasks/crm.sync/open/retry');
  assert.ok(Date.parse(json.run_at) <= Date.now());
  assert.deepEqual(await paused(), [{ kind: 'crm.sync', since: now, until: null, why }]);
});
