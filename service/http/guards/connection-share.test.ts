/** How many connections a server and an address may have open. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import { boundConnections } from './connection-share.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function start(most: number, proxy = ''): Promise<{ port: number; told: string[] }> {
  const told: string[] = [];
  const server = createServer((_request, response) => response.end());
  servers.push(server);
  boundConnections(
    server,
    most,
    (address) => address === proxy,
    (sentence) => told.push(sentence),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, told };
}

/** A connection that has been answered, or null when it was refused. */
async function openServed(port: number, localAddress: string): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket.on('error', () => {}));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const outcome = await Promise.race([
    once(socket, 'data').then(() => socket),
    new Promise<null>((resolve) => socket.once('close', () => resolve(null))),
  ]);
  return outcome;
}

test('an address may hold a quarter of the connections, and what it closes it may open anew', async () => {
  const { port, told } = await start(8);
  const first = await openServed(port, '127.0.0.1');
  assert.ok(first);
  assert.ok(await openServed(port, '127.0.0.1'));
  assert.equal(await openServed(port, '127.0.0.1'), null);
  assert.equal(await openServed(port, '127.0.0.1'), null);
  assert.ok(await openServed(port, '127.0.0.2'));
  assert.deepEqual(told, [
    'An address has 2 connections open, a quarter of MAX_CONNECTIONS here; further ones of it are refused. TRUST_PROXY names proxies.',
  ]);
  first.destroy();
  while (!(await openServed(port, '127.0.0.1')));
  assert.equal(await openServed(port, '127.0.0.1'), null);
});

test('a trusted proxy may hold all of them, and not more', async () => {
  const { port, told } = await start(4, '127.0.0.1');
  for (let i = 0; i < 4; i++) assert.ok(await openServed(port, '127.0.0.1'));
  assert.equal(await openServed(port, '127.0.0.1'), null);
  assert.deepEqual(told, [
    'All 4 connections of this process (MAX_CONNECTIONS) are open, further ones are refused.',
  ]);
});
