/** Work of a server for callers who have gone while they waited. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import express from 'express';
import { createHttpServer } from '../http-server.ts';

const CALLERS = 200;
/** Asks on so many connections, as far as the kernel, and is gone. */
const ASK_AND_GO = `
let written = 0;
for (let i = 0; i < ${CALLERS}; i++) {
  const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1');
  socket.write('GET /gone HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => {
    if (++written === ${CALLERS}) process.exit();
  });
}`;

test('callers who have gone while the service was busy cost no answer, and the next is answered', async () => {
  const begun: string[] = [];
  const server = createHttpServer(
    express().use((request, response) => {
      begun.push(request.path);
      if (request.path === '/long') spawnSync(process.execPath, ['-e', ASK_AND_GO, String(port)]);
      response.end(request.path);
    }),
  );
  after(() => server.close().closeAllConnections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  assert.equal(await ask('/long'), '/long');
  assert.equal(await ask('/next'), '/next');
  assert.deepEqual(begun, ['/long', '/next']);
});
