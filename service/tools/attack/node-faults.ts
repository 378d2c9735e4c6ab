/** Faults of the node itself: broken files, a clock that jumps. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fakeClock, withoutFakeClock } from '../../test/fake-clock.ts';
import { type Attack, call, LOOKUP } from './attack.ts';
import type { Target } from './target.ts';

const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));
const DAY_S = 86_400;

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The ways in which a file on disk may be broken. */
const BREAKS: [name: string, broken: (path: string) => void][] = [
  ['cut in half', (path) => truncateSync(path, readFileSync(path).length / 2)],
  ['one bit of the middle flipped', flipBit],
  ['removed', (path) => rmSync(path)],
];

function flipBit(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(path, bytes);
}

function putArtifacts(): void {
  for (const name of ['manifest.json', 'pv-yield.bin', 'prices.bin']) {
    copyFileSync(join(ARTIFACTS, name), join(folder, name));
  }
}

/** Makes the service look again and waits for what it logs about it. */
async function lookAgain(target: Target, said: RegExp): Promise<void> {
  target.log.length = 0;
  target.child.kill('SIGHUP');
  for (let i = 0; i < 400 && !target.log.some((line) => said.test(line)); i++) await wait(25);
  const line = target.log.find((line) => said.test(line));
  assert.ok(line, `the log says ${said}: ${target.log.slice(0, 5).join(' ')}`);
}

async function breakFiles(target: Target): Promise<string> {
  await lookAgain(target, /No new yield dataset/);
  assert.equal((await call(target, LOOKUP)).status, 503, 'a lookup without a dataset');
  putArtifacts();
  await lookAgain(target, /Loaded yield dataset/);
  const right = await call(target, LOOKUP);
  for (const [how, broken] of BREAKS) {
    for (const name of ['pv-yield.bin', 'prices.bin']) {
      broken(join(folder, name));
      await lookAgain(target, new RegExp(`The old one.* stay|No new .*${name}`));
      assert.deepEqual(await call(target, LOOKUP), right, `${name} ${how}`);
      putArtifacts();
    }
  }
  return 'started without any and said so; then each time the old ones stayed, answers the same';
}

async function clockJumps(target: Target): Promise<string> {
  const localAddress = '127.0.6.1';
  const ask = () => call(target, LOOKUP, { localAddress });
  const used = async () => {
    for (let i = 0; i < 60; i++) await ask();
    assert.equal((await ask()).status, 429, 'the 61st lookup');
  };
  const seen: string[] = [];
  for (const [name, seconds] of [
    ['a day on', DAY_S],
    ['two days back', -DAY_S],
  ] as const) {
    await used();
    clock.set(seconds);
    const began = performance.now();
    while ((await ask()).status !== 200) {
      assert.ok(performance.now() - began < 65_000, `${name}: still refused after 65 s`);
      await wait(500);
    }
    seen.push(`${name}: let in after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  return seen.join(', ');
}

const clock = fakeClock(join(folder, 'clock'));

export const NODE_FAULTS: Attack[] = [
  {
    name: 'broken artifacts',
    tried: 'a start without any; then yields and prices cut, a bit flipped, removed while running',
    megabytes: 200,
    start: { env: { ARTIFACTS: folder } },
    early: true,
    run: breakFiles,
  },
  {
    name: 'a clock that jumps',
    tried: 'a day on and two days back, each time with the limit used up',
    megabytes: 60,
    start: { env: clock.env },
    run: async (target) => {
      if (withoutFakeClock) throw new Error(withoutFakeClock);
      return clockJumps(target);
    },
  },
];
