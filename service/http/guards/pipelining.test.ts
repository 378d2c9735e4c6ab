/** Pipelined requests and unread answers, over a listening server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { createHttpServer } from '../http-server.ts';
import { type AnswerTimes, MAX_WAITING } from './pipelining.ts';

const LARGE = Buffer.alloc(2_000_000, 'x');

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const PATIENT: AnswerTimes = { stillMs: 60_000, answerMs: 180_000 };

async function start(answer: RequestHandler, times: Partial<AnswerTimes> = {}): Promise<Server> {
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

const get = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, i) => get(i)).join('');

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(5);
}

test('a pipelined request is begun when the answer before it is sent', async () => {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  const server = await start((request, response) => {
    begun.push(request.path);
    held.push(() => response.end(request.path));
  });
  const socket = connected(server);
  socket.write(many(3));
  for (const path of ['/0', '/1', '/2']) {
    await until(() => begun.includes(path));
    await wait(20);
    assert.equal(begun.at(-1), path);
    held.shift()?.();
  }
  const answered = once(socket, 'data');
  assert.match(String(await answered), /200 OK/);
});

test('all that a connection may hold is answered, in its order, with the bodies of POSTs', async () => {
  const server = await start(async (request, response) => {
    response.end(`<${request.path} ${(await text(request)).length}>`);
  });
  const socket = connected(server);
  const posts = Array.from({ length: MAX_WAITING }, (_, i) => {
    const last = i === MAX_WAITING - 1 ? 'Connection: close\r\n' : '';
    const head = `POST /${i} HTTP/1.1\r\nHost: x\r\n${last}Content-Length: ${5000 + i}\r\n\r\n`;
    return head + 'b'.repeat(5000 + i);
  });
  socket.write(posts.join(''));
  const answers = (await text(socket)).match(/<.+?>/g);
  assert.deepEqual(
    answers,
    posts.map((_, i) => `</${i} ${5000 + i}>`),
  );
});

test('while requests wait, the connection is not read on, and then it is', async () => {
  const held: (() => void)[] = [];
  const server = await start((_request, response) => void held.push(() => response.end()));
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connected(server);
  const [ours] = await accepted;
  const first = many(3);
  socket.write(first);
  await until(() => ours.bytesRead >= first.length);
  socket.write(many(3));
  await wait(100);
  assert.equal(ours.bytesRead, first.length);
  for (let i = 0; i < 6; i++) {
    await until(() => held.length > 0);
    held.shift()?.();
  }
  assert.ok(ours.bytesRead > first.length);
});

test('a connection on which too many requests wait is ended, and none behind the first is begun', async () => {
  let begun = 0;
  const server = await start(() => begun++);
  const socket = connected(server);
  const closed = once(socket, 'close');
  socket.write(many(MAX_WAITING + 2));
  await closed;
  // One, where the kernel gives what was written in pieces.
  assert.ok(begun <= 1, `${begun}`);
});

test('what comes behind an answer that closes the connection is not begun', async () => {
  const begun: string[] = [];
  const server = await start((request, response) => {
    begun.push(request.path);
    response.set('Connection', 'close').end(request.path);
  });
  for (let i = 0; i < 10; i++) {
    const socket = connected(server);
    socket.write(many(3));
    await text(socket);
  }
  assert.deepEqual(begun, Array(10).fill('/0'));
});

test('unread answers are not made, and their connection ends', async () => {
  let begun = 0;
  const server = await start(
    (_request, response) => {
      begun++;
      response.end(LARGE);
    },
    { stillMs: 200 },
  );
  const socket = connected(server);
  const closed = once(server, 'connection').then(([ours]) => once(ours, 'close'));
  socket.pause();
  socket.write(many(90));
  await closed;
  assert.ok(begun < 20, `${begun} answers of 2 MB`);
});

test('a slow reader gets all of it, and a slow answer is waited for', async () => {
  // ten rests are longer than this together, one is far shorter: a loaded machine may be slow
  const stillMs = 3000;
  const server = await start(
    async (request, response) => {
      if (request.path === '/slow') await wait(1.2 * stillMs);
      response.end(Buffer.concat(Array(10).fill(LARGE)));
    },
    { stillMs },
  );
  const socket = connected(server);
  socket.write(get('slow'));
  let bytes = 0;
  let sinceRest = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    sinceRest += chunk.length;
    if (sinceRest > 2_000_000) {
      await wait(350);
      sinceRest = 0;
    }
    if (bytes >= 20_000_000) break;
  }
  assert.ok(bytes >= 20_000_000);
});

test('a reader who takes a little now and then does not hold an answer for ever', async () => {
  const answer = Buffer.concat(Array(10).fill(LARGE));
  const server = await start((_request, response) => void response.end(answer), {
    stillMs: 3000,
    answerMs: 500,
  });
  const socket = connected(server);
  socket.write(get('drop-by-drop'));
  // at this pace the whole answer would take minutes
  const drops = setInterval(() => socket.read(1000), 50);
  socket.pause();
  const [ours] = await once(server, 'connection');
  await once(ours, 'close');
  clearInterval(drops);
  assert.ok(ours.bytesWritten > 0);
});
