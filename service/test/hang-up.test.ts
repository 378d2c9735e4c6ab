/** SIGHUP while the service is still being started: it ends nothing, and what is new is taken in. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { newApiKey } from '../http/guards/api-keys.ts';
import { writeBuild } from './build-folder.ts';
import { SERVICE } from './start-program.ts';
import { until } from './until.ts';

const EMBEDS = fileURLToPath(new URL('../../fixtures/embeds.json', import.meta.url));
const folder = testFolder();
await writeBuild(folder, '1.0.0');

function run(env: Record<string, string>): { child: ChildProcess; log: string[] } {
  const child = spawn(process.execPath, [SERVICE], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ARTIFACTS: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  const log: string[] = [];
  createInterface(child.stdout).on('line', (line) => log.push(line));
  return { child, log };
}

const linesOf = (log: string[], pattern: RegExp) => log.filter((line) => pattern.test(line)).length;

/** Whether the process has a handler of that signal, as the Linux kernel reports it. */
function handles(child: ChildProcess, signal: number): boolean {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const [, caught] = /SigCgt:\s+(\w+)/.exec(status) ?? [];
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

/** The writing end of a pipe, once somebody reads it. Undefined until then. */
function writer(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

test('SIGHUP from the first moment on does not end it', async () => {
  const { child, log } = run({});
  await until(() => handles(child, 1), 'it handles SIGHUP');
  child.kill('SIGHUP');
  await until(() => linesOf(log, /listening at/) === 1, 'it listens');
  await until(() => linesOf(log, /prices loaded/) > 0, 'it has loaded all');
  assert.equal(child.exitCode, null);
});

test('keys that are new since it read the old are taken in on a SIGHUP before it listens', async () => {
  const keys = join(folder, 'keys.txt');
  // A file that is being read for as long as the test wants.
  assert.equal(spawnSync('mkfifo', [keys]).status, 0);
  const env = { API_KEYS_FILE: keys, EMBEDS_FILE: EMBEDS };
  const { child, log } = run(env);
  let pipe: number | undefined;
  await until(() => {
    pipe ??= writer(keys);
    return pipe !== undefined;
  }, 'the keys are being read');
  child.kill('SIGHUP');
  rmSync(keys);
  writeFileSync(keys, newApiKey('shop').line);
  writeFileSync(Number(pipe), '# none yet\n');
  closeSync(Number(pipe));
  await until(() => linesOf(log, /API keys loaded: 1/) > 0, 'the new keys are taken in');
  await until(() => linesOf(log, /listening at/) === 1, 'it listens');
  assert.equal(child.exitCode, null);
});
