/** A build that is withdrawn stays withdrawn: A, B and A again are published, then processes die and the store is away. */
import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { rawCall, until } from '../../test/service.ts';
import type { Program } from '../../test/start-program.ts';
import { CURRENT, fetchedFolder, folderOf } from './current-build.ts';
import { pointerOf, publish, startStore } from './s3-store.test-kit.ts';

const root = testFolder();
const [A, B, own] = ['a', 'b', 'own'].map((name) => join(root, name));
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');
const pointer = join(fetchedFolder(own), CURRENT);
const AWAY = 'http://127.0.0.1:2/sun';

const s3 = await startStore('kept');

async function publishBuild(folder: string) {
  const { status, said } = await publish(s3, folder);
  assert.equal(status, 0, said);
  return pointerOf(s3);
}

/** Lines of the log that say something. */
function count({ log }: Program, pattern: RegExp): number {
  return log.filter((line) => pattern.test(line)).length;
}

/** Versions of the loaded artifacts. */
async function versionsOf({ base }: Program): Promise<string[]> {
  const { versions } = JSON.parse((await rawCall(base, '/readyz')).text);
  return [...new Set<string>([versions.pv_yield, versions.prices])];
}

const serves = (service: Program, version: string) => async () =>
  String(await versionsOf(service)) === version;

const atA = await publishBuild(A);
const service = await startProcess({ ...s3.env, ARTIFACTS: own });
await until(serves(service, '1.0.0'), 'A is served');
const atB = await publishBuild(B);
service.child.kill('SIGHUP');
await until(serves(service, '1.1.0'), 'B is served');

test('a running process takes the older build, and that is told once', async () => {
  assert.equal(count(service, /withdrawn/), 0);
  const { published_at, published_by } = await publishBuild(A);
  service.child.kill('SIGHUP');
  await until(serves(service, '1.0.0'), 'A is served again');
  const told = `Dataset 1.1.0 is withdrawn: the store has the older 1.0.0 as its current one, published ${published_at} by ${published_by}. It is taken.`;
  await until(() => count(service, /withdrawn/) > 0, 'the log is written');
  const [line, ...others] = service.log.filter((text) => text.includes('withdrawn'));
  assert.deepEqual([JSON.parse(line).msg, JSON.parse(line).level, others], [told, 40, []]);
});

test('a start without the store serves it, though the files of the withdrawn one are there and newer', async () => {
  service.child.kill('SIGKILL');
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(folderOf(own, atB), later, later);
  const again = await startProcess({ ARTIFACTS: own, ARTIFACTS_URL: AWAY });
  await until(() => count(again, /Loaded prices/) === 1, 'all is loaded');
  assert.deepEqual(await versionsOf(again), ['1.0.0']);
  await again.stop();
});

test('a damaged pointer serves nothing that may be withdrawn, and is told', async () => {
  const remembered = readFileSync(pointer);
  for (const damaged of [remembered.subarray(0, 50), JSON.stringify({ ...atA, digests: {} }), '']) {
    writeFileSync(pointer, damaged);
    const again = await startProcess({ ARTIFACTS: own, ARTIFACTS_URL: AWAY });
    assert.equal(count(again, /current\.json is damaged, or the build that it names is gone/), 1);
    const { versions } = JSON.parse((await rawCall(again.base, '/readyz')).text);
    assert.equal(versions.pv_yield, null);
    await again.stop();
  }
  const healed = await startProcess({ ...s3.env, ARTIFACTS: own });
  await until(serves(healed, '1.0.0'), 'the store says which');
  assert.deepEqual(JSON.parse(readFileSync(pointer, 'utf8')), await pointerOf(s3));
});
