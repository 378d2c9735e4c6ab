/** Behaviour when file descriptors are short. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { constantYear, ownDataBody } from '../api/simulation/test/requests.ts';
import { affordableConnections } from '../http/setting-values.ts';
import { writeBuild } from './build-folder.ts';
import { rawCall } from './service.ts';
import { SERVICE, startProgram } from './start-program.ts';
import { until } from './until.ts';

test('connections leave the process what it needs itself, and are never more than enough', () => {
  assert.equal(affordableConnections(1024), 824);
  assert.equal(affordableConnections(1_048_576), 10_000);
  assert.equal(affordableConnections(240), 60);
});

test('more connections than descriptors, from the first moment on: the service starts and simulates', async () => {
  const folder = testFolder();
  await writeBuild(folder, '1.0.0');
  const { base, port, stop } = await startProgram([SERVICE], {
    env: { ARTIFACTS: folder },
    openFiles: 300,
  });
  const sockets: Socket[] = [];
  try {
    for (let i = 0; i < 500; i++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      // Keeps the connection: without a request it would be ended.
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    }
    const isOpen = ({ bytesRead, destroyed }: Socket) => bytesRead > 0 && !destroyed;
    await until(
      () => sockets.every((one) => one.destroyed || isOpen(one)),
      'all are answered or cut',
    );
    const open = sockets.filter(isOpen);
    assert.ok(open.length > 0 && open.length <= 100, `${open.length} connections`);
    for (const socket of open) socket.destroy();
    // A node that has not seen the connections end cuts this one as it cut those beyond its bound.
    const isLive = () =>
      rawCall(base, '/livez').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(isLive, 'there is room again');
    const body = JSON.stringify(ownDataBody({ pv: { hourly_kwh: constantYear(1) } }));
    const answer = await rawCall(base, '/api/v1/simulation', { method: 'POST', body });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(JSON.parse((await rawCall(base, '/readyz')).text).simulator, true);
  } finally {
    for (const socket of sockets) socket.destroy();
    await stop();
  }
});
