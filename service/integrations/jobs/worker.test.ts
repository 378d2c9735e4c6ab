import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import type { TaskState } from '../../../schemas/types.ts';
import { until } from '../../test/until.ts';
import { ProviderError } from '../ports.ts';
import { CallsUsedUp, type Clock } from '../providers/rate-limit.ts';
import { faultsOf, retryFaults, TASK_KINDS, type TaskKind } from '../store/queues.ts';
import type { Store } from '../store/store.ts';
import { enqueueTask, type Handler, listTasks, NeedsAttention } from '../store/tasks.ts';
import { CLOCK } from '../test/clock.ts';
import { openEmpty } from '../test/stores.ts';
import { startWorker, type WorkerDeps } from './worker.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 21);

/** A time that passes by so much at each sleep unless a task is under way, and the test may move. */
function ticking(tickMs: number): Clock & { ms: number } {
  const clock = {
    ms: START_MS,
    now: () => clock.ms,
    sleep: async () => {
      await nextTurn();
      if (underWay === 0) clock.ms += tickMs;
    },
  };
  return clock;
}

interface TaskRow {
  subject: string;
  state: string;
  attempts: number;
  last_error: string | null;
}

function tasksOf(store: Store, org: string): Promise<TaskRow[]> {
  const sql =
    'select subject, state, attempts, last_error from task where org = $1 order by subject';
  return store.of(org).query<TaskRow>(sql);
}

async function ask(store: Store, org: string, subject: string, kind: TaskKind = 'crm.sync') {
  await store.change(org, (change) =>
    enqueueTask(change, kind, subject, '2026-01-01T00:00:00.000Z'),
  );
}

/** Tasks under way. */
let underWay = 0;

function worker(store: Store, more: Partial<WorkerDeps>, handler: Handler) {
  const counted: Handler = async (run) => {
    underWay++;
    return handler(run).finally(() => underWay--);
  };
  const handlers = Object.fromEntries(
    TASK_KINDS.map((kind) => [kind, counted]),
  ) as WorkerDeps['handlers'];
  const log = pino({ level: 'silent' });
  const deps = { store, handlers, mayRun: () => true, clock: CLOCK, random: () => 0.5, log };
  return startWorker({ ...deps, ...more });
}

async function untilStates(store: Store, org: string, state: string): Promise<void> {
  const areAll = async () => (await tasksOf(store, org)).every((task) => task.state === state);
  await until(areAll, `all tasks are ${state}`);
}

test('each is carried out once, those of one account one after the other', async () => {
  const store = await openEmpty();
  const subjects = Array.from({ length: 60 }, (_, i) => `p-${i}`).sort();
  await Promise.all(subjects.map((subject) => ask(store, `org-${subject.length}`, subject)));
  const ran: string[] = [];
  const underWay = new Map<string, number>();
  const atATime: number[] = [];
  const { stop } = worker(store, {}, async ({ org, subject }) => {
    ran.push(subject);
    underWay.set(org, (underWay.get(org) ?? 0) + 1);
    atATime.push(underWay.get(org) ?? 0);
    await new Promise(setImmediate);
    underWay.set(org, (underWay.get(org) ?? 0) - 1);
    return undefined;
  });
  for (const org of ['org-3', 'org-4']) await untilStates(store, org, 'done');
  await stop();
  assert.deepEqual(ran.sort(), subjects);
  assert.equal(Math.max(...atATime), 1);
});

test('changes fold: it runs once for all before it, and once more for all while it runs', async () => {
  const store = await openEmpty();
  for (let i = 0; i < 50; i++) await ask(store, 'a', 'p');
  let runs = 0;
  const { stop } = worker(store, {}, async () => {
    if (++runs === 1) for (let i = 0; i < 50; i++) await ask(store, 'a', 'p');
    return undefined;
  });
  await until(() => runs >= 2);
  await untilStates(store, 'a', 'done');
  await stop();
  assert.equal(runs, 2);
});

test('a notice of a task that goes on is shown until it is over, once', async () => {
  const store = await openEmpty();
  await ask(store, 'a', 'a-1', 'sign.refresh');
  let runs = 0;
  let isOver = false;
  const { stop } = worker(store, { clock: ticking(HOUR_MS / 3) }, async () => {
    runs++;
    return { againInMs: HOUR_MS, notice: isOver ? undefined : 'in doubt' };
  });
  const shown = async (state: TaskState) =>
    (await listTasks(store.of('a'), state)).map(({ last_error }) => last_error);
  await until(() => runs > 2);
  assert.deepEqual([await shown('attention'), await shown('open')], [['in doubt'], []]);
  isOver = true;
  await until(async () => (await shown('open')).length === 1);
  await stop();
  assert.deepEqual([await shown('attention'), await shown('open')], [[], [null]]);
});

test('one organisation’s many do not hold up another’s one', async () => {
  const store = await openEmpty();
  await store.change('many', async (change) => {
    for (let i = 0; i < 100; i++) await enqueueTask(change, 'crm.sync', `m-${i}`, '2026-01-01');
  });
  const ran: string[] = [];
  const { stop } = worker(store, {}, async ({ org }) => {
    if (ran.push(org) === 20) await ask(store, 'few', 'f');
    return undefined;
  });
  await until(() => ran.length > 100);
  await stop();
  const place = ran.indexOf('few');
  assert.ok(place >= 20 && place < 30, `it was the ${place}th`);
});

test('an account’s fault fails nothing and holds up nobody else: one task tries it, and all go once it answers', async () => {
  const store = await openEmpty();
  const subjects = Array.from({ length: 10 }, (_, i) => `p-${i}`);
  for (const subject of subjects) await ask(store, 'a', subject, 'sign.refresh');
  await ask(store, 'a', 'p-0', 'sign.document');
  await ask(store, 'a', 'o', 'invoice.create');
  await ask(store, 'b', 'p-0', 'sign.refresh');
  const clock = ticking(60_000);
  let isMended = false;
  let tries = 0;
  const { stop } = worker(store, { clock }, async ({ org, kind }) => {
    if (isMended || org === 'b' || kind === 'invoice.create') return undefined;
    tries++;
    throw new ProviderError('auth', 'Scrive, read a document: answered 401.');
  });
  await until(() => clock.ms > START_MS + 3 * 24 * HOUR_MS);
  await untilStates(store, 'b', 'done');
  const tasks = await tasksOf(store, 'a');
  assert.deepEqual(
    tasks.map(({ state, attempts }) => `${state} ${attempts}`),
    ['done 0', ...Array(11).fill('open 0')],
  );
  const perDay = tries / ((clock.ms - START_MS) / (24 * HOUR_MS));
  assert.ok(perDay <= 100 && perDay > 40, `${perDay} a day`);
  const faults = await faultsOf(store.of('a'));
  assert.deepEqual(
    faults.map(({ kind: each, why }) => `${each}: ${why}`),
    ['sign.document', 'sign.refresh'].map(
      (each) => `${each}: Scrive, read a document: answered 401.`,
    ),
  );
  isMended = true;
  const atMs = clock.ms;
  await store.changeAll(retryFaults);
  await untilStates(store, 'a', 'done');
  assert.ok(clock.ms - atMs <= 10 * 60_000, `${clock.ms - atMs} ms later`);
  assert.deepEqual(await faultsOf(store.of('a')), []);
  await stop();
});

test('a task that is due later runs then, at once when it is requested, and soon when the clock is set back by a day', async () => {
  const store = await openEmpty();
  const request = () => ask(store, 'a', 'p', 'sign.refresh');
  await request();
  const clock = ticking(60_000);
  // When each ran: the clock ticks on until the worker has stopped.
  const ranAtMs: number[] = [];
  const { stop } = worker(store, { clock }, async () => {
    ranAtMs.push(clock.ms);
    return { againInMs: HOUR_MS };
  });
  await until(() => ranAtMs.length >= 2);
  await request();
  await until(() => ranAtMs.length >= 3);
  clock.ms -= 24 * HOUR_MS;
  const { ms: setBack } = clock;
  const before = ranAtMs.length;
  await until(() => ranAtMs.length > before);
  await stop();
  assert.ok(ranAtMs[1] - ranAtMs[0] >= HOUR_MS);
  assert.ok(ranAtMs[2] - ranAtMs[1] < HOUR_MS);
  const waitedMs = ranAtMs[before] - setBack;
  assert.ok(waitedMs <= HOUR_MS + 120_000, `${waitedMs / HOUR_MS} h`);
});

test('whose calls are used up waits for its window, nobody waits for it, and nothing failed', async () => {
  const store = await openEmpty();
  for (let i = 0; i < 20; i++) await ask(store, 'a', `p-${i}`);
  for (let i = 0; i < 20; i++) await ask(store, 'b', `p-${i}`);
  const clock = ticking(100);
  const atMs: Record<string, number[]> = { a: [], b: [] };
  const { stop } = worker(store, { clock }, async ({ org, attempts }) => {
    assert.equal(attempts, 1);
    if (org === 'a' && clock.ms < START_MS + 9_000) throw new CallsUsedUp(9_000);
    atMs[org].push(clock.ms);
    return undefined;
  });
  for (const org of ['a', 'b']) await untilStates(store, org, 'done');
  await stop();
  assert.deepEqual([atMs.a.length, atMs.b.length], [20, 20]);
  assert.ok(Math.max(...atMs.b) < START_MS + 9_000, 'before it');
});

test('a task that keeps failing is given up after 48 h, and runs again when it is requested', async () => {
  const store = await openEmpty();
  await ask(store, 'a', 'p');
  const clock = ticking(600_000);
  const tries: number[] = [];
  let isUp = false;
  const { stop } = worker(store, { clock }, async () => {
    tries.push(clock.ms);
    if (!isUp) throw new ProviderError('unavailable', 'It answered 503.');
    return undefined;
  });
  await untilStates(store, 'a', 'failed');
  const [task] = await tasksOf(store, 'a');
  assert.equal(task.last_error, 'It answered 503.');
  const spanMs = (tries.at(-1) ?? 0) - tries[0];
  assert.ok(spanMs >= 48 * HOUR_MS && spanMs < 49 * HOUR_MS, String(spanMs / HOUR_MS));
  const gapsMs = tries.slice(1).map((ms, i) => ms - tries[i]);
  assert.ok(Math.max(...gapsMs) <= HOUR_MS + 600_000, 'never more than an hour and a poll');
  isUp = true;
  await ask(store, 'a', 'p');
  await untilStates(store, 'a', 'done');
  await stop();
  assert.deepEqual(await tasksOf(store, 'a'), [
    { subject: 'p', state: 'done', attempts: 0, last_error: null },
  ]);
});

test('what needs a person waits for one, and nothing is said of anybody', async () => {
  const store = await openEmpty();
  for (const subject of ['attention', 'failed', 'fault']) await ask(store, 'a', subject);
  const { stop } = worker(store, {}, async ({ subject }) => {
    if (subject === 'attention') throw new NeedsAttention('The totals differ.');
    if (subject === 'failed') throw new ProviderError('invalid', 'It answered 400.');
    throw new TypeError('anna@example.com is no function');
  });
  await until(async () => (await tasksOf(store, 'a')).every(({ last_error }) => last_error));
  await stop();
  const [attention, failed, fault] = await tasksOf(store, 'a');
  assert.deepEqual([attention.state, attention.last_error], ['attention', 'The totals differ.']);
  assert.deepEqual([failed.state, failed.last_error], ['failed', 'It answered 400.']);
  assert.equal(fault.state, 'open');
  assert.match(String(fault.last_error), /TypeError at worker\.test\.ts:\d+/);
});

test('an organisation that is suspended waits without its attempts counting', async () => {
  const store = await openEmpty();
  await ask(store, 'a', 'p');
  await ask(store, 'a', 'g', 'sign.refresh');
  const clock = ticking(10_000);
  let isActive = false;
  const ran: string[] = [];
  const { stop } = worker(
    store,
    { mayRun: (_org, what) => isActive || what === 'sign.refresh', clock },
    async ({ subject, attempts }) => void ran.push(`${subject} ${attempts}`),
  );
  await until(() => clock.ms > START_MS + HOUR_MS);
  assert.deepEqual(ran, ['g 1']);
  isActive = true;
  await until(() => ran.length >= 2);
  await stop();
  assert.equal(ran[1], 'p 1');
});
