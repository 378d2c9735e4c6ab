/** Attacks by what the service is made to do: parse, simulate, log, load. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Attack, call, open, simulationBody } from './attack.ts';
import type { Target } from './target.ts';

const STRATEGIES = '/api/v1/simulation/battery-strategies';
const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));

/** Small on the wire, a million things to parse. */
const COSTLY = ['['.repeat(1_000_000), '{"a":'.repeat(350_000), `[${'{},'.repeat(600_000)}0]`].map(
  (text) => gzipSync(text),
);

async function sendCostlyBodies(target: Target): Promise<string> {
  let refused = 0;
  for (let round = 0; round < 3; round++) {
    const posts = COSTLY.flatMap((body, i) =>
      [0, 1].map((j) =>
        call(target, STRATEGIES, {
          method: 'POST',
          body,
          headers: { 'content-encoding': 'gzip' },
          localAddress: `127.0.2.${1 + 2 * i + j}`,
        }),
      ),
    );
    for (const { status } of await Promise.all(posts)) {
      assert.ok(status === 422 || status === 400, `a body answers ${status}`);
      refused++;
    }
  }
  return `${refused} refused`;
}

/** Comparisons from ever new addresses keep both threads busy. */
async function keepNodeBusy(target: Target): Promise<string> {
  const own = '127.0.3.1';
  let attacking = true;
  const compare = simulationBody({
    prices: { peak_charge_sek_per_kw_month: 60 },
    battery: { capacity_kwh: 1, soc_min: 0 },
    compare: { sizes_kwh: [60, 70, 80, 90, 100, 110] },
  });
  let next = 0;
  const attacker = async () => {
    while (attacking) {
      const localAddress = `127.0.4.${1 + (next++ % 250)}`;
      await call(target, STRATEGIES, { method: 'POST', body: compare, localAddress });
    }
  };
  const attackers = [1, 2, 3, 4].map(attacker);
  const ask = () =>
    call(target, '/api/v1/simulation', {
      method: 'POST',
      body: simulationBody(),
      localAddress: own,
    });
  let served = 0;
  let busy = 0;
  while (busy < 30 && served < 5) {
    const { status } = await ask();
    if (status === 503) busy++;
    else served++;
  }
  attacking = false;
  await Promise.all(attackers);
  assert.ok(busy >= 10, `busy only ${busy} times`);
  while (served < 10) {
    assert.equal((await ask()).status, 200, `simulation ${served + 1} of the 10 of a minute`);
    served++;
  }
  assert.equal((await ask()).status, 429, 'the eleventh');
  return `${busy} busy answers, then all 10 simulations of the minute`;
}

async function stallLog(target: Target): Promise<string> {
  target.child.stdout.pause();
  const line = `GET /${'n'.repeat(1000)} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'i'.repeat(128)}\r\n\r\n`;
  const last = line.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  for (let i = 0; i < 100; i++) {
    const socket = open(target);
    socket.end(line.repeat(99) + last);
    await once(socket.resume(), 'close');
  }
  const began = performance.now();
  const exit = once(target.child, 'exit');
  target.child.kill('SIGTERM');
  await Promise.race([exit, wait(12_000)]);
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 10, `it took ${seconds.toFixed(1)} s to end`);
  assert.equal(target.child.exitCode, 0, 'exit code');
  return `ended ${seconds.toFixed(1)} s after SIGTERM`;
}

async function loadWrongFile(target: Target): Promise<string> {
  const folder = artifactsOf(target);
  copyFileSync(join(ARTIFACTS, 'pv-yield.bin'), join(folder, 'pv-yield.bin'));
  truncateSync(join(folder, 'pv-yield.bin'), 3 * 2 ** 30);
  target.log.length = 0;
  target.child.kill('SIGHUP');
  const told = () => target.log.find((line) => line.includes('No new yield dataset'));
  for (let i = 0; i < 400 && !told(); i++) await wait(25);
  rmSync(folder, { recursive: true });
  assert.match(told() ?? '', /pv-yield\.bin/, 'the log names the file');
  assert.equal((await call(target, '/livez')).status, 200);
  return 'refused by name';
}

const folder = mkdtempSync(join(tmpdir(), 'attack-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const artifactsOf = (_target: Target) => folder;

export const WORK_ATTACKS: Attack[] = [
  {
    name: 'bodies that cost',
    tried: '18 gzips of 1 to 3 kB that inflate to a million brackets, six at a time',
    megabytes: 150,
    run: sendCostlyBodies,
  },
  {
    name: 'a busy node',
    tried: 'both threads kept busy from 250 addresses while one caller asks',
    megabytes: 300,
    run: keepNodeBusy,
  },
  {
    name: 'a stalled reader of the log',
    tried: '10 000 requests of 1 kB while nobody reads standard output, then SIGTERM',
    megabytes: 100,
    run: stallLog,
  },
  {
    name: 'a file of 3 GiB',
    tried: 'pv-yield.bin grown to 3 GiB (sparse), SIGHUP',
    megabytes: 60,
    start: { env: { ARTIFACTS: folder } },
    early: true,
    run: loadWrongFile,
  },
];
