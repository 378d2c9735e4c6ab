/** Faults of single processes: signals while one starts, a build that is killed or has a full disk, and memory. */
import assert from 'node:assert/strict';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeSmallRecipe } from '../../../pipeline/dataset/dataset.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { startOrders } from '../../integrations/test/orders.ts';
import { startProcess } from '../../test/process.ts';
import { residentMb } from '../../test/process-figures.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { launchProgram, SERVICE, untilLogged } from '../../test/start-program.ts';
import { call, PV } from './calls.ts';
import { type Act, report, suite, survive } from './tally.ts';

const STRATEGIES = '/api/v1/simulation/battery-strategies';
const CHEAPEST = { sizes_kwh: [10], strategies: ['self_consumption'] };
const OUTPUTS = ['pv-yield.bin', 'summary.csv', 'manifest.json'];
const COMPARISON = { pv: PV, battery: { capacity_kwh: 10 }, compare: CHEAPEST };

suite('signals in the first second', false, async (random) => {
  const { launch } = await startOrders();
  const programs = { service: () => launchProgram([SERVICE]), integrations: launch };
  for (const [program, start] of Object.entries(programs)) {
    for (const signal of ['SIGHUP', 'SIGTERM'] as const) {
      const waitMs = random(1_000);
      await survive(`${program}: ${signal} ${waitMs} ms after its first line`, async () => {
        const { child, log, listening, stop } = start();
        // Before that line Node itself is loaded, which ends at any signal.
        await untilLogged({ log }, /./);
        await sleep(waitMs);
        child.kill(signal);
        await listening.catch(() => 0);
        await stop('SIGTERM');
        assert.equal(child.exitCode, 0, log.join('\n'));
      });
    }
  }
});

suite('memory', false, async () => {
  // As `make serve` starts it.
  const node = await startProcess({ MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' });
  async function repeat(times: number, act: Act) {
    for (let i = 0; i < times; i++) await act();
  }
  async function reload() {
    node.log.length = 0;
    node.child.kill('SIGHUP');
    await untilLogged(node, /prices loaded/);
  }
  await survive('120 reloads, 1 000 comparisons, 10 000 visits', async () => {
    await reload();
    const peaksMb: number[] = [];
    await repeat(10, async () => {
      const visits = repeat(1_000, () => call(node.base, '/'));
      const comparisons = repeat(100, () => call(node.base, STRATEGIES, COMPARISON));
      await Promise.all([repeat(12, reload), comparisons, visits]);
      peaksMb.push(Math.round(residentMb(node.pid, 'VmHWM')));
    });
    console.log(`  ${peaksMb.join(', ')} MB`);
    assert.ok(peaksMb[9] <= 1.3 * peaksMb[0], 'memory grows');
  });
});

suite('a build', skipWithoutDisk, async (random) => {
  const [inputs, { folder, fill, empty }] = [testFolder(), smallDisk(4_096)];
  /** Builds a version, and kills the build at a change of its folder. @returns exit code and contents */
  async function make(dataset_version: string, killedAt = Infinity) {
    const words = ['--recipe', writeSmallRecipe(inputs, { dataset_version }), '--out', folder];
    const { child, listening } = launchProgram(['--import', 'tsx', 'pipeline/build.ts', ...words]);
    let changes = 0;
    const watcher = watch(folder, () => changes++ === killedAt && child.kill('SIGKILL'));
    await assert.rejects(listening);
    watcher.close();
    const files = OUTPUTS.map((name) => readFileSync(join(folder, name), 'latin1'));
    return [child.exitCode, files] as const;
  }
  const [, next] = await make('5.0.0');
  const [, old] = await make('2.0.0');
  await survive('its disk is full', async () => {
    fill(20);
    assert.deepEqual(await make('5.0.0'), [1, old]);
    empty();
  });
  for (const change of [random(2), 2 + random(3), 2 + random(3)]) {
    await survive(`it is killed at change ${change}`, async () => {
      const [, found] = await make('5.0.0', change);
      const broken = OUTPUTS.filter((_, i) => found[i] !== old[i] && found[i] !== next[i]);
      report('wrong answers', broken);
      assert.deepEqual(await make('2.0.0'), [0, old]);
    });
  }
});
