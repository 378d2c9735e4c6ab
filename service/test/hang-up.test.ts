/** SIGHUP while the service is still being started: what is new is taken in. That it ends nothing, units.test.ts shows. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { newApiKey } from '../http/guards/api-keys.ts';
import { writeBuild } from './build-folder.ts';
import { launchProgram, SERVICE, untilLogged } from './start-program.ts';
import { until } from './until.ts';

const EMBEDS = fileURLToPath(new URL('../../fixtures/embeds.json', import.meta.url));
const folder = testFolder();
await writeBuild(folder, '1.0.0');

/** The writing end of a pipe, once somebody reads it. Undefined until then. */
function writer(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

test('keys that are new since it read the old are taken in on a SIGHUP before it listens', async () => {
  const keys = join(folder, 'keys.txt');
  // A file that is being read for as long as the test wants.
  assert.equal(spawnSync('mkfifo', [keys]).status, 0);
  const env = { ARTIFACTS: folder, API_KEYS_FILE: keys, EMBEDS_FILE: EMBEDS };
  const program = launchProgram([SERVICE], { env });
  const { child, listening, stop } = program;
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
  await untilLogged(program, /API keys loaded: 1/);
  await listening;
  assert.equal(child.exitCode, null);
  await stop();
});
