/** Faults around two nodes on one store and one Redis, behind nginx: their callers learn of none. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { skipWithoutNginx, startNginx } from '../../deploy/nginx.test-kit.ts';
import { publishTo, startStore } from '../../server/store/s3-store.test-kit.ts';
import { freePort } from '../../test/free-port.ts';
import { startProcess } from '../../test/process.ts';
import { skipWithoutRedis, startRedis } from '../../test/redis.ts';
import { startRelay } from '../../test/relay.ts';
import { launchProgram } from '../../test/start-program.ts';
import { A, B, startCallers, untilServed } from './calls.ts';
import { suite, survive } from './tally.ts';

suite('two nodes on one store', skipWithoutNginx || skipWithoutRedis, async (random) => {
  const root = testFolder();
  const s3 = await startStore();
  await publishTo(s3.store, A.folder);
  const redisPort = await freePort();
  const server = await startRedis(redisPort);
  const [store, redis] = [
    await startRelay(Number(new URL(s3.url).port)),
    await startRelay(redisPort),
  ];
  after(() => Promise.all([store.cut(), redis.cut()]));
  const start = (port: number) =>
    startProcess({
      ...s3.env,
      PORT: String(port),
      ARTIFACTS: join(root, String(port)),
      ARTIFACTS_URL: s3.url.replace(/:\d+/, `:${store.port}`),
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_DELAY_MS: '500',
    });
  const nodes = [await start(await freePort()), await start(await freePort())];
  for (const node of nodes) await untilServed(node, A);
  const nginx = await startNginx(nodes.map(({ base }) => base));
  const callers = startCallers(nginx.base);

  const faults: [string, begin: () => unknown, end: () => unknown][] = [
    ['the store is unreachable', store.cut, store.mend],
    ['the store is slow', () => store.slow(100), () => store.slow(0)],
    ['Redis is unreachable', redis.cut, redis.mend],
    ['Redis is slow', () => redis.slow(250), () => redis.slow(0)],
    ['Redis is stopped', () => server.kill('SIGSTOP'), () => server.kill('SIGCONT')],
  ];
  for (const [i, [fault, begin, end]] of faults.entries()) {
    const signal = i % 2 ? 'SIGTERM' : 'SIGKILL';
    await survive(`${fault}, and a node gets ${signal}`, async () => {
      await begin();
      await callers.more(random(20));
      const which = random(2);
      await nodes[which].stop(signal);
      if (signal === 'SIGTERM') assert.equal(nodes[which].child.exitCode, 0);
      await callers.more(random(20));
      nodes[which] = await start(nodes[which].port);
      await untilServed(nodes[which], A);
      await end();
      await callers.more(9);
    });
  }

  const command = ['--import', 'tsx', 'service/server/store/publish.ts', '--artifacts', B.folder];
  for (const at of [random(2), 2 + random(2)]) {
    await survive(`publish is killed at object ${at}`, async () => {
      const { child, listening } = launchProgram(command, { env: s3.env });
      listening.catch(() => {});
      let puts = 0;
      s3.beforePut = () => {
        if (puts++ !== at) return;
        child.kill('SIGKILL');
        // The stand-in would store the half that came, which S3 does not.
        throw new Error('The publisher is gone.');
      };
      callers.builds = [A, B];
      await once(child, 'exit');
      await callers.more(9);
    });
  }
  await survive('a build is published while the store comes and goes', async () => {
    s3.beforePut = () => {};
    await publishTo(s3.store, B.folder);
    for (let i = 0; i < 3; i++) {
      await store.cut();
      await callers.more(random(9));
      await store.mend();
      for (const { child } of nodes) child.kill('SIGHUP');
      await callers.more(random(9));
    }
    for (const node of nodes) await untilServed(node, B);
    callers.builds = [B];
    await callers.more(20);
  });
  await callers.stop();
});
