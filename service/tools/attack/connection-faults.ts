/** Connections that go wrong without anybody's ill will: slow, idle, cut, by the thousand; heads that contradict themselves. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, call, LOOKUP, open } from './attack.ts';
import type { Target } from './target.ts';

const HEADERS_LIMIT_S = 15;
const IDLE_CONNECTIONS = 9_800;

/** Lookups from ever new addresses until the work is done: each must be answered. */
async function lookupsDuring(target: Target, work: Promise<unknown>): Promise<string> {
  let going = true;
  const done = work.finally(() => {
    going = false;
  });
  let answered = 0;
  let longestMs = 0;
  while (going) {
    const began = performance.now();
    const { status } = await call(target, LOOKUP, { localAddress: addressOf(answered) });
    assert.equal(status, 200, 'a lookup meanwhile');
    longestMs = Math.max(longestMs, performance.now() - began);
    answered++;
    await wait(20);
  }
  await done;
  return `${answered} lookups meanwhile, the longest ${longestMs.toFixed(0)} ms`;
}

const addressOf = (i: number) => `127.0.9.${1 + (i % 250)}`;

/** Waits until the connection has ended, by an error or without. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

async function slowClients(target: Target): Promise<string> {
  const sockets = Array.from({ length: 1000 }, (_, i) => open(target, `127.0.8.${1 + (i % 10)}`));
  const ended = sockets.map((socket) => closed(socket.resume()));
  for (const socket of sockets) socket.write('GET /livez HTTP/1.1\r\nHost: ');
  const drops = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1000);
  const began = performance.now();
  const all = Promise.race([Promise.all(ended), wait(2000 * HEADERS_LIMIT_S)]);
  const meanwhile = await lookupsDuring(target, all);
  const seconds = (performance.now() - began) / 1000;
  clearInterval(drops);
  assert.ok(seconds < HEADERS_LIMIT_S, `cut off after ${seconds.toFixed(1)} s`);
  return `all cut off after ${seconds.toFixed(1)} s, ${meanwhile}`;
}

async function idleConnections(target: Target): Promise<string> {
  const sockets: Socket[] = [];
  while (sockets.length < IDLE_CONNECTIONS) {
    const next = Array.from({ length: 200 }, (_, i) => open(target, `127.0.7.${1 + (i % 40)}`));
    await Promise.all(next.map((socket) => once(socket, 'connect')));
    sockets.push(...next);
    // More than the kernel's queue holds would only seem to be connected.
    await call(target, '/livez');
  }
  const held = sockets.filter(({ destroyed }) => !destroyed).length;
  const ended = sockets.map((socket) => closed(socket.resume()));
  const all = Promise.race([Promise.all(ended), wait(2000 * HEADERS_LIMIT_S)]);
  const meanwhile = await lookupsDuring(target, all);
  const left = sockets.filter(({ destroyed }) => !destroyed).length;
  assert.equal(left, 0, 'idle connections in the end');
  return `${held} held at once, all cut off again, ${meanwhile}`;
}

/** Bodies whose sender is gone in the middle of them: plain, compressed, in pieces. */
async function cutBodies(target: Target): Promise<string> {
  const head = 'POST /api/v1/pv-yield/batch HTTP/1.1\r\nHost: x\r\n';
  const bodies = [
    `${head}Content-Length: 10000\r\n\r\n{"items":[`,
    `${head}Content-Encoding: gzip\r\nContent-Length: 10000\r\n\r\n\x1f\x8b\x08\x00`,
    `${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n{"items":[{"lat":`,
  ];
  const cut = async () => {
    for (let i = 0; i < 600; i++) {
      const socket = open(target, addressOf(i));
      socket.write(bodies[i % bodies.length], 'latin1');
      await once(socket, 'connect');
      if (i % 2) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  const meanwhile = await lookupsDuring(target, cut());
  const body = '{"items":[{"lat":59.13,"lng":15.29,"tilt":40,"azimuth":180}]}';
  const { status } = await call(target, '/api/v1/pv-yield/batch', { method: 'POST', body });
  assert.equal(status, 200, 'a whole body afterwards');
  return `600 cut, ${meanwhile}, a whole body answered`;
}

async function headerFloods(target: Target): Promise<string> {
  const flood = `GET /livez HTTP/1.1\r\nHost: x\r\n${`X-${'n'.repeat(50)}: ${'v'.repeat(950)}\r\n`.repeat(1000)}`;
  let refused = 0;
  const send = async () => {
    for (let i = 0; i < 200; i++) {
      const answer = await exchange(target, flood, addressOf(i));
      assert.ok(answer === '' || answer.startsWith('HTTP/1.1 431 '), answer.slice(0, 40));
      refused++;
    }
  };
  const meanwhile = await lookupsDuring(target, send());
  return `${refused} refused, ${meanwhile}`;
}

/** All that is answered until the other side ends the connection. */
async function exchange(target: Target, text: string, localAddress: string): Promise<string> {
  const socket = open(target, localAddress);
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text, 'latin1');
  await Promise.race([closed(socket), wait(1000 * HEADERS_LIMIT_S)]);
  socket.destroy();
  return answer;
}

/** Requests that one reader ends elsewhere than another (RFC 9112, section 11.2); behind each a second one. */
const SMUGGLED = [
  'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
  'Content-Length: 0\r\nContent-Length: 40\r\n\r\n',
  'Content-Length: +0\r\n\r\n',
  'Content-Length: 0x0\r\n\r\n',
  'Content-Length: 0, 0\r\n\r\n',
  'Content-Length : 0\r\n\r\n',
  'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n',
  'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n-0\r\n\r\n',
  'X: y\rContent-Length: 40\r\n\r\n',
  'X: y\n Content-Length: 40\r\n\r\n',
  'X\x00: y\r\n\r\n',
  ' Content-Length: 40\r\n\r\n',
];

async function smuggling(target: Target): Promise<string> {
  for (const [i, rest] of SMUGGLED.entries()) {
    const request = `POST /api/v1/pv-yield/batch HTTP/1.1\r\nHost: x\r\n${rest}GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answer = await exchange(target, request, addressOf(i));
    const statuses = answer.match(/HTTP\/1\.1 \d+/g) ?? [];
    assert.deepEqual(statuses, ['HTTP/1.1 400'], JSON.stringify(rest));
  }
  return `${SMUGGLED.length} shapes: each one 400, the connection ended, nothing behind it answered`;
}

export const CONNECTION_FAULTS: Attack[] = [
  {
    name: '1 000 slow clients',
    tried: '1 000 connections that send a byte a second',
    megabytes: 100,
    run: slowClients,
  },
  {
    name: '10 000 idle connections',
    tried: `${IDLE_CONNECTIONS} connections from 40 addresses that say nothing`,
    megabytes: 300,
    // All of them are cut off in the same few seconds.
    stallMs: 1500,
    start: { openFiles: 10_200 },
    run: idleConnections,
  },
  {
    name: 'bodies cut in the middle',
    tried: 'plain, gzip and chunked, half of them by a reset',
    megabytes: 100,
    run: cutBodies,
  },
  { name: 'header floods', tried: '1 MB of headers, 200 times', megabytes: 100, run: headerFloods },
  {
    name: 'request smuggling',
    tried: 'lengths and encodings that contradict each other, before a second request',
    megabytes: 60,
    run: smuggling,
  },
];
