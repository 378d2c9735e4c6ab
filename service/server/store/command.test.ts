/** `make publish` and `make rollback` as they are called, and the service as it follows them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { LOOKUP, rawCall } from '../../test/service.ts';
import type { Program } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';

const root = testFolder();
const [A, B, own] = ['a', 'b', 'own'].map((name) => join(root, name));
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');
const ARTIFACTS_URL = pathToFileURL(join(root, 'store')).href;

function run(script: string, words: string[], env: Record<string, string>) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return spawnSync(process.execPath, ['--import', 'tsx', path, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

/** Calls `make` as a person does. */
function make(...words: string[]) {
  const env = { ...process.env, ARTIFACTS_URL };
  return spawnSync('make', ['-s', ...words], { encoding: 'utf8', cwd: PROJECT, env });
}

async function versionAt({ base }: Program): Promise<unknown> {
  const { status, text } = await rawCall(base, LOOKUP);
  return status === 200 ? JSON.parse(text).dataset.version : status;
}

/** Whether a node serves a version, by /readyz, which is not limited. */
const serves = (node: Program, version: string) => async () =>
  JSON.parse((await rawCall(node.base, '/readyz')).text).versions.pv_yield === version;

test('publish, follow, roll back, and start again without the store', async () => {
  const unset = run('publish.ts', [], { ARTIFACTS: A, ARTIFACTS_URL: '' });
  assert.equal(unset.status, 1);
  assert.match(unset.stderr, /^error: nothing new was published: ARTIFACTS_URL is not set/);
  const publish = (artifacts: string) => {
    const { status, stdout, stderr } = run('publish.ts', [], {
      ARTIFACTS: artifacts,
      ARTIFACTS_URL,
    });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  assert.match(publish(A), /^Dataset 1\.0\.0 is current now, published /m);
  const node = await startProcess({ ARTIFACTS: own, ARTIFACTS_URL });
  await until(serves(node, '1.0.0'), 'A is served');
  publish(B);
  node.child.kill('SIGHUP');
  await until(serves(node, '1.1.0'), 'B is served');
  const unknown = make('rollback', 'TO=7.0.0');
  assert.notEqual(unknown.status, 0);
  assert.match(unknown.stderr, /^error: nothing was rolled back: TO is "7\.0\.0", expected/m);
  const back = make('rollback', 'TO=1.0.0');
  assert.equal(back.status, 0, back.stderr);
  assert.match(back.stdout, /It withdraws the newer 1\.1\.0/);
  node.child.kill('SIGHUP');
  await until(serves(node, '1.0.0'), 'A is served again');
  assert.equal(await versionAt(node), '1.0.0');
  const withdrawal = /1\.1\.0 is withdrawn: .* 1\.0\.0 .* It is taken/;
  await until(() => node.log.some((line) => withdrawal.test(line)), 'the withdrawal is logged');
  assert.match(make('rollback', 'TO=1.0.0').stdout, /^Nothing to do\. Now 1\.0\.0 is current/m);
  await node.stop();
  const again = await startProcess({ ARTIFACTS: own, ARTIFACTS_URL: 'http://127.0.0.1:2/sun' });
  assert.equal(await versionAt(again), '1.0.0', 'the withdrawn build stays withdrawn');
});
