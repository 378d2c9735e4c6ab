/** The connections of a node, shared out among its processes. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from './build-folder.ts';
import { startProcess } from './process.ts';
import { until } from './service.ts';

const MOST = 8;

const folder = testFolder();
await writeBuild(folder, '1.0.0');

interface Caller {
  socket: Socket;
  isServed: boolean;
}

function caller(base: string): Caller {
  const socket = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => {});
  after(() => socket.destroy());
  const asking: Caller = { socket, isServed: false };
  socket.on('data', () => {
    asking.isServed = true;
  });
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  return asking;
}

test('each of two processes serves half of MAX_CONNECTIONS, refuses the rest at once, and has room again', async () => {
  const { base, log } = await startProcess({
    ARTIFACTS: folder,
    PROCESSES: '2',
    METRICS_PORT: '0',
    MAX_CONNECTIONS: String(MOST),
    // Otherwise an address has a quarter of them.
    TRUST_PROXY: '127.0.0.1',
  });
  await until(() => log.filter((line) => /Listening/.test(line)).length === 2, 'both listen');
  const callers: Caller[] = [];
  const told = () => log.filter((line) => /All 4 connections of this process/.test(line)).length;
  // The primary gives connections to whoever is free, so that one process may have its part well before the other.
  await until(() => {
    callers.push(caller(base));
    return told() === 2;
  }, 'each tells once that it has its part');
  const served = () => callers.filter(({ isServed }) => isServed);
  const refused = () => callers.filter(({ socket, isServed }) => socket.destroyed && !isServed);
  await until(() => served().length + refused().length === callers.length, 'all have an end');
  assert.equal(served().length, MOST);
  assert.equal(told(), 2);

  const measures = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(log.join('\n'))?.[0] ?? '';
  // A process that is too busy to tell its measures is in them as it was before.
  const line = `sun_http_connections_refused_total ${callers.length - MOST}\n`;
  await until(
    async () => (await (await fetch(measures)).text()).includes(line),
    `the node tells ${line}`,
  );
  for (const { socket } of served()) socket.destroy();
  await until(async () => {
    const next = caller(base);
    await until(() => next.isServed || next.socket.destroyed, 'it is served or refused');
    return next.isServed;
  }, 'another is served');
});
