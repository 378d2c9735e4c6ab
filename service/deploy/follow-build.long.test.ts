/** Publishing and rolling back with PURGE, as whoever calls nginx before two nodes sees it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { pointerOf, publish, startStore } from '../server/artifacts/s3-store.test-kit.ts';
import { writeBuild } from '../test/build-folder.ts';
import { startProcess } from '../test/process.ts';
import { LOOKUP, rawCall, until } from '../test/service.ts';
import { nginxShell, skipWithoutNginx, startNginx } from './nginx.test-kit.ts';

/** Callers of one address have 60 lookups a minute. */
const ASK_EVERY_MS = 1000;
/** The second purge comes after that; nodes ask every five seconds. */
const LATE_S = 30;

const root = testFolder();
const [A, B] = ['a', 'b'].map((name) => join(root, name));
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test('two nodes and nginx go on to B and back to A in seconds, without a failed call', {
  skip: skipWithoutNginx,
}, async (t) => {
  await writeBuild(A, '1.0.0');
  await writeBuild(B, '1.1.0');
  const s3 = await startStore('kept');
  assert.equal((await publish(s3, A)).status, 0);
  const nodes = ['one', 'two'].map((name) =>
    startProcess({ ...s3.env, ARTIFACTS: join(root, name), TRUST_PROXY: '127.0.0.1' }),
  );
  const { base, folder } = await startNginx((await Promise.all(nodes)).map((node) => node.base));
  const env = {
    PURGE: `${path('purge.sh')} nginx`,
    NGINX_MACHINES: 'proxy',
    NGINX_SHELL: nginxShell(folder),
  };
  const ask = () => askThrough(base);
  await until(async () => (await rawCall(base, LOOKUP)).status === 200, 'A is served');
  await until(async () => (await ask()).cache === 'HIT', 'A is kept');
  const pointer = async () => (await pointerOf(s3)).dataset;

  const publishing = publish(s3, B, env);
  await watch(t, ask, pointer, '1.1.0', publishing);
  assert.equal((await publishing).status, 0);
  const rollback = spawn(
    process.execPath,
    ['--import', 'tsx', path('../server/artifacts/rollback.ts')],
    { env: { ...process.env, ...s3.env, ...env }, stdio: 'ignore' },
  );
  await watch(t, ask, pointer, '1.0.0', once(rollback, 'exit'));
  assert.equal(rollback.exitCode, 0);
});

async function askThrough(base: string) {
  const { status, headers, text } = await rawCall(base, LOOKUP);
  assert.equal(status, 200, text);
  return { cache: headers['x-cache'], version: JSON.parse(text).dataset.version as string };
}

/** Asks once a second until a command has ended; holds that the last answer of before was within LATE_S of the pointer. */
async function watch(
  t: TestContext,
  ask: () => ReturnType<typeof askThrough>,
  pointer: () => Promise<string>,
  version: string,
  command: Promise<unknown>,
): Promise<void> {
  const nowS = () => performance.now() / 1000;
  let [namedS, newS, oldS, asked, hasEnded] = [Number.NaN, Number.NaN, Number.NaN, 0, false];
  command.finally(() => {
    hasEnded = true;
  });
  for (; !hasEnded; asked++) {
    if (Number.isNaN(namedS) && (await pointer()) === version) namedS = nowS();
    const answer = await ask();
    if (answer.version !== version) oldS = nowS();
    else if (Number.isNaN(newS)) newS = nowS();
    await wait(ASK_EVERY_MS);
  }
  await command;
  assert.ok(oldS - namedS < LATE_S, `a former answer ${oldS - namedS} s behind current.json`);
  assert.deepEqual(await ask(), { cache: 'HIT', version }, 'kept anew');
  const [first, last] = [newS - namedS, oldS - namedS].map((seconds) => seconds.toFixed(1));
  t.diagnostic(`to ${version}: first ${first} s, last of before ${last} s, ${asked} calls`);
}
