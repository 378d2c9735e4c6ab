/** The two simulation slots of a node, whichever of its processes is asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { childrenOf } from '../../test/process-figures.ts';
import { rawCall, until } from '../../test/service.ts';

const ROUNDS = 5;
const SIMULATION = '/api/v1/simulation';
const DAY = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 3 : 0));
const HOUSE = { pv: { monthly_profile: Array(12).fill(DAY) } };
const SHORT = JSON.stringify(HOUSE);
/** Most of a second of computing, long enough to ask others meanwhile. */
const LONG = JSON.stringify({
  ...HOUSE,
  prices: { peak_charge_sek_per_kw_month: 60 },
  battery: { capacity_kwh: 1, soc_min: 0 },
  compare: { sizes_kwh: [60, 70, 80, 90, 100, 110] },
});

const folder = testFolder();
await writeBuild(folder, '1.0.0');
const env = { ARTIFACTS: folder, PROCESSES: '2', METRICS_PORT: '0', TRUST_PROXY: '1' };
const { base, pid, log } = await startProcess(env);
await until(() => log.filter((line) => /Listening/.test(line)).length === 2, 'both listen');
const measuresUrl = () => /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(log.join('\n'))?.[0] ?? '';
await until(() => measuresUrl() !== '', 'the measures have an address');
const measures = measuresUrl();

let callers = 0;
/** A call on a connection of its own, which the processes take in turn, of a caller without history. */
async function ask(path: string, body: string): Promise<number> {
  const headers = { 'x-forwarded-for': `198.51.${callers >> 8}.${callers++ & 255}` };
  return (await rawCall(base, path, { method: 'POST', headers, body })).status;
}

async function readMeasure(name: string): Promise<number> {
  const text = await (await fetch(measures)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Two that compute, and whether one of them is over. */
async function holdBoth() {
  let over = 0;
  const held = [0, 1].map(() =>
    ask(`${SIMULATION}/battery-strategies`, LONG).finally(() => over++),
  );
  await until(
    async () => over > 0 || (await readMeasure('sun_simulation_slots_used')) === 2,
    'both compute',
  );
  return { all: Promise.allSettled(held), isOver: () => over > 0 };
}

/** Whether the threads of every process run, each of which has its prices by then. */
const threadsRun = async () => (await readMeasure('sun_simulation_threads_ready')) === 1;

const none = async () => (await readMeasure('sun_simulation_slots_used')) === 0;

test('while two simulations are computed, no process of the node begins a third', async () => {
  await until(threadsRun, 'threads run');
  let refused = 0;
  for (let round = 0; round < ROUNDS; ) {
    const { all, isOver } = await holdBoth();
    const thirds = await Promise.all(Array.from({ length: 6 }, () => ask(SIMULATION, SHORT)));
    // Otherwise a slot may have been free.
    if (!isOver()) {
      assert.deepEqual(thirds, Array(6).fill(503));
      refused += thirds.length;
      round++;
    }
    for (const result of await all) assert.deepEqual(result, { status: 'fulfilled', value: 200 });
    await until(none, 'both slots are back');
  }
  assert.equal(refused, 6 * ROUNDS);
});

test('the slots of a process that is killed come back', async () => {
  const [victim] = childrenOf(pid);
  const { all } = await holdBoth();
  process.kill(victim, 'SIGKILL');
  await all;
  await until(() => log.some((line) => line.includes('another takes its place')), 'it is told');
  await until(
    () => log.filter((line) => /Listening/.test(line)).length === 3,
    'the new one listens',
  );
  await until(threadsRun, 'its threads run');
  await until(async () => (await ask(SIMULATION, SHORT)) === 200, 'a simulation is computed');
  await until(none, 'all slots are back');
  const again = await holdBoth();
  for (const result of await again.all)
    assert.deepEqual(result, { status: 'fulfilled', value: 200 });
});
