/** Bounds of a connection: its number, its requests, its silence and the time of an answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import express, { type RequestHandler } from 'express';
import pino from 'pino';
import { until } from '../test/until.ts';
import { type ConnectionTimes, createHttpServer, listen } from './http-server.ts';

const LARGE = Buffer.alloc(20_000_000, 'x');
const PATIENT: ConnectionTimes = { silenceMs: 60_000, answerMs: 180_000 };

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function start(
  answer: RequestHandler,
  times: Partial<ConnectionTimes> = {},
): Promise<Server> {
  const server = createHttpServer(express().use(answer), { ...PATIENT, ...times });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function connected(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

const get = (path: string | number, more = '') => `GET /${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, i) => get(i)).join('');

test('connections beyond MAX_CONNECTIONS are refused, which is logged once, and then some are free again', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const server = createHttpServer(express().use((_request, response) => void response.end('here')));
  servers.push(server);
  const options = { port: 0, host: '127.0.0.1', maxConnections: 2 };
  listen(server, options, { log, flush: async () => {} }, (port) => `Listening on ${port}.`);
  await once(server, 'listening');
  const ask = (socket: Socket) => {
    socket.write(get(''));
    return new Promise((resolve) => {
      socket.once('data', () => resolve('answered')).once('close', () => resolve('refused'));
    });
  };
  const [first, ...others] = [1, 2, 3, 4].map(() => connected(server));
  const ends = await Promise.all([first, ...others].map(ask));
  assert.deepEqual(ends.toSorted(), ['answered', 'answered', 'refused', 'refused']);
  const refusals = lines.filter((line) => /All 2 connections .* are open/.test(line));
  assert.equal(refusals.length, 1);
  for (const socket of [first, ...others]) socket.destroy();
  await until(async () => (await ask(connected(server))) === 'answered', 'another is answered');
});

test('requests are not read on while answers wait to be read', async () => {
  let begun = 0;
  const server = await start((_request, response) => {
    begun++;
    response.end(LARGE);
  });
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connected(server);
  socket.pause();
  const [ours] = await accepted;
  socket.write(many(20));
  await until(() => begun === 20, 'all that was read is begun');
  socket.write(get('next'));
  await until(() => ours.isPaused(), 'nothing more is read');
  await until(() => begun === 21, 'what was read with it is begun');
  let written = 0;
  while (socket.write(get('x'.repeat(4000)))) written++;
  assert.ok(written > 0);
  assert.equal(begun, 21);
});

for (const [what, times, bytesAtOnce] of [
  ['nothing', { silenceMs: 300 }, 0],
  ['a little now and then', { answerMs: 500 }, 1000],
] as const) {
  test(`a caller who takes ${what} of an answer loses the connection`, async () => {
    const server = await start((_request, response) => void response.end(LARGE), times);
    const socket = connected(server);
    socket.write(get(''));
    socket.pause();
    const drops = setInterval(() => bytesAtOnce > 0 && socket.read(bytesAtOnce), 50);
    const [ours] = await once(server, 'connection');
    await once(ours, 'close');
    clearInterval(drops);
    assert.ok(ours.bytesWritten > 0);
  });
}
