/** Faults of a service's signals, artifacts, clock and disk. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { publishTo, startStore } from '../../server/store/s3-store.test-kit.ts';
import { movedClock } from '../../test/moved-clock.ts';
import { startProcess } from '../../test/process.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { INTEGRATIONS, launchProgram, SERVICE } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { A, B, startCallers, untilServed } from './calls.ts';
import { suite, survive } from './tally.ts';

const DAY_MS = 86_400_000;

suite('signals in the first second', false, async (random) => {
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGHUP', 'SIGTERM'] as const) {
    const [waitMs, program] = [random(1000), random(2) ? SERVICE : INTEGRATIONS];
    await survive(`${signal} after ${waitMs} ms`, async () => {
      const { child, log, listening } = launchProgram([program], { env: { ARTIFACTS: A.folder } });
      const ended = once(child, 'exit');
      await sleep(waitMs);
      child.kill(signal);
      const isUp = await listening.then(
        () => true,
        () => false,
      );
      if (isUp) child.kill('SIGTERM');
      const [code, by] = await ended;
      // Before its first line Node itself is loaded, which ends at any signal.
      assert.ok(code === 0 || (by === signal && log.length === 0), `${code ?? by}: ${log}`);
    });
  }
});

suite('artifacts and clock of a service', false, async (random) => {
  const folder = join(testFolder(), 'served');
  cpSync(A.folder, folder, { recursive: true });
  const clock = movedClock();
  const { base, child, log } = await startProcess({ ARTIFACTS: folder, ...clock.env });
  const callers = startCallers(base);
  async function reload(expected: RegExp) {
    log.length = 0;
    child.kill('SIGHUP');
    await until(() => log.some((line) => expected.test(line)), `${expected}`);
    await callers.more(9);
  }
  const faults: Record<string, (path: string, bytes: Buffer) => void> = {
    cut: (path, { length }) => truncateSync(path, random(length)),
    altered: (path, bytes) => writeFileSync(path, bytes.fill(1, random(bytes.length))),
    removed: (path) => rmSync(path),
    'a link to nothing': (path) => [rmSync(path), symlinkSync('nothing', path)],
    'of another version': (path) => cpSync(path.replace(folder, other().folder), path),
  };
  const other = () => (callers.builds.includes(A) ? B : A);
  for (const [fault, inject] of Object.entries(faults)) {
    for (const name of ['pv-yield.bin', 'prices.bin']) {
      await survive(`${name} is ${fault}, and the clock is set`, async () => {
        clock.move((random(800) - 400) * DAY_MS);
        const path = join(folder, name);
        inject(path, readFileSync(path));
        await reload(/The old ones? stays?/);
        const next = other();
        rmSync(path, { force: true });
        cpSync(next.folder, folder, { recursive: true });
        callers.builds = [A, B];
        await reload(/prices loaded/);
        callers.builds = [next];
        await callers.more(9);
      });
    }
  }
  await callers.stop();
});

suite('the disk of a service', skipWithoutDisk, async () => {
  const s3 = await startStore();
  await publishTo(s3.store, A.folder);
  const disk = smallDisk(16_384);
  const node = await startProcess({ ...s3.env, ARTIFACTS: join(disk.folder, 'artifacts') });
  await untilServed(node, A);
  const callers = startCallers(node.base);
  await survive('the disk is full', async () => {
    disk.fill(100);
    await publishTo(s3.store, B.folder);
    await until(() => node.log.some((line) => /old ones stay.*ENOSPC/.test(line)), 'it is logged');
    await callers.more(9);
    callers.builds = [A, B];
    disk.empty();
    await untilServed(node, B);
    callers.builds = [B];
    await callers.more(9);
  });
  await callers.stop();
});
