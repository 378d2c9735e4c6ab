/** Measures of a real process whose CRM refuses it, and of its store with a clock that stands. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { listen } from '../test/listen.ts';
import { INTEGRATIONS, startProgram } from '../test/start-program.ts';
import { until } from '../test/until.ts';
import { createIntegrationsMetrics } from './metrics.ts';
import { newKey } from './organisations/organisations.ts';
import { openStore } from './store/sqlite.ts';
import { enqueueTask } from './store/tasks.ts';
import { PROSPECT } from './test/bodies.ts';
import { rawCall, testOrganisation } from './test/integrations.ts';
import { crmRecord, ENCRYPTION, recordOf, writeOrganisations } from './test/organisation.ts';
import { newStoreFile } from './test/stores.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const HOUR_AGO = '2026-11-21T11:00:00.000Z';
const LATER = '2026-11-21T12:00:01.000Z';

/** The value of a measure, undefined if it is not there. */
function valueIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('a process whose CRM refuses it shows who waits, for how long, and the requests', async () => {
  const crm = await listen((_request, response) => void response.writeHead(401).end());
  after(crm.close);
  const folder = testFolder();
  const { key, sha256 } = newKey();
  const organisation = recordOf(sha256, { crm: crmRecord(crm.base) });
  const integrations = await startProgram([INTEGRATIONS], {
    env: {
      ORGANISATIONS_FILE: writeOrganisations(folder, organisation),
      TOKEN: 'x',
      BASE_URL: 'https://sun.example',
      DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
      STORE_FILE: join(folder, 'store.db'),
      INTEGRATIONS_METRICS_PORT: '0',
    },
  });
  after(() => integrations.stop());
  const url = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(integrations.log.join('\n'))?.[0] ?? '';
  const read = async () => (await fetch(url)).text();
  const api = `${integrations.base}/integrations/v1`;
  assert.equal((await rawCall(`${api}/prospects/p1`, key, 'PUT', PROSPECT)).status, 201);
  assert.equal((await rawCall(`${api}/prospects/p2`, key, 'GET')).status, 404);
  const queue = '{org="solfirman",kind="crm.sync"}';
  const isPaused = async () => valueIn(await read(), `sun_integrations_queue_paused${queue}`) === 1;
  await until(isPaused, 'the queue is paused');
  const text = await read();
  assert.ok((valueIn(text, `sun_integrations_queue_age_seconds${queue}`) ?? 0) > 0);
  const labels = '{org="solfirman",kind="crm.sync",state="open"}';
  assert.equal(valueIn(text, `sun_integrations_tasks${labels}`), 1);
  assert.equal(valueIn(text, 'sun_integrations_store_up'), 1);
  for (const status of [201, 404]) {
    assert.equal(valueIn(text, `sun_integrations_requests_total{status="${status}"}`), 1, text);
  }
  assert.match(text, /^sun_build_info\{version="\d+\.\d+\.\d+",commit="\w+/m);
  const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  // Absent it has no status. Node's own measures are not named as it likes.
  if (promtool.status !== null) assert.doesNotMatch(promtool.stderr, /sun_|error while/);
});

const { organisation } = testOrganisation('a');
const suspended = { ...testOrganisation('b').organisation, isActive: false };
const organisations = { current: [organisation, suspended] };

async function open() {
  const store = await openStore(newStoreFile(), ENCRYPTION);
  const measured = { organisations, store, now: () => new Date(NOW), droppedLines: () => 0 };
  return { store, metrics: createIntegrationsMetrics(measured) };
}
const readFrom = async (metrics: ReturnType<typeof createIntegrationsMetrics>, name: string) =>
  valueIn(await metrics.metrics(), name);

test('an age is that of the oldest that is due or failing, and 0 when nothing is', async () => {
  const { store, metrics } = await open();
  const age = () =>
    readFrom(metrics, 'sun_integrations_queue_age_seconds{org="a",kind="crm.sync"}');
  assert.equal(await age(), undefined);
  await store.change('a', (change) => enqueueTask(change, 'crm.sync', 'p1', LATER));
  assert.equal(await age(), 0, 'due in the future');
  await store.change('a', (change) => enqueueTask(change, 'crm.sync', 'p2', HOUR_AGO));
  assert.equal(await age(), 3600);
  await store.changeAll((all) => all.query(`update task set state = 'done' where subject = 'p2'`));
  assert.equal(await age(), 0);
  const fails = `update task set failing_since = '2026-11-21T10:00:00.000Z' where subject = 'p1'`;
  await store.changeAll((all) => all.query(fails));
  assert.equal(await age(), 7200, 'tried again later, and failing for two hours');
  await store.close();
});

test('tasks are counted by state, and a pause that is over is none', async () => {
  const { store, metrics } = await open();
  const states = ['open', 'attention', 'attention', 'attention', 'failed', 'failed'];
  for (const [i, state] of states.entries()) {
    await store.change('a', (change) => enqueueTask(change, 'sign.send', `p${i}`, HOUR_AGO));
    const sql = 'update task set state = $2 where subject = $1';
    await store.changeAll((all) => all.query(sql, `p${i}`, state));
  }
  const count = (state: string) =>
    readFrom(metrics, `sun_integrations_tasks{org="a",kind="sign.send",state="${state}"}`);
  assert.deepEqual(await Promise.all(['open', 'attention', 'failed'].map(count)), [1, 3, 2]);
  const isPaused = () =>
    readFrom(metrics, 'sun_integrations_queue_paused{org="a",kind="sign.send"}');
  for (const [until, expected] of [
    [LATER, 1],
    [NOW, 0],
    ['', 0],
  ] as const) {
    await store.changeAll((all) => all.query('update queue set paused_until = $1', until));
    assert.equal(await isPaused(), expected, until);
  }
  await store.close();
});

test('a suspended organisation has only the kinds that read', async () => {
  const { store, metrics } = await open();
  for (const task of ['crm.sync', 'sign.refresh'] as const)
    await store.change('b', (change) => enqueueTask(change, task, 'x', HOUR_AGO));
  const age = (task: string) =>
    readFrom(metrics, `sun_integrations_queue_age_seconds{org="b",kind="${task}"}`);
  assert.deepEqual([await age('crm.sync'), await age('sign.refresh')], [undefined, 3600]);
  await store.close();
});

test('an unreachable store is reported, and no queue is', async () => {
  const { store, metrics } = await open();
  await store.change('a', (change) => enqueueTask(change, 'crm.sync', 'p1', HOUR_AGO));
  assert.equal(await readFrom(metrics, 'sun_integrations_store_up'), 1);
  await store.close();
  const text = await metrics.metrics();
  assert.equal(valueIn(text, 'sun_integrations_store_up'), 0);
  assert.doesNotMatch(text, /^sun_integrations_queue_age_seconds/m);
});
