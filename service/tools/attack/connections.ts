/** Attacks by what connections do: read no answer, hold bodies, come in masses. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Attack, call, LOOKUP, open, simulationBody } from './attack.ts';
import type { Target } from './target.ts';

const OPENAPI = 'GET /api/v1/pv-yield/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
const UNREAD_LIMIT_S = 15;
const MOST_CONNECTIONS = 400;
const ESTABLISHED = '01';

/** The request for the largest answer that there is: the script of the API's page, uncompressed. */
async function scriptRequest(target: Target): Promise<string> {
  const [path] = /\/assets\/try-out\.\w+\.js/.exec((await call(target, '/docs/api')).text) ?? [];
  assert.ok(path, 'what tries out on /docs/api');
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
}

/** Writes and never reads; how long it took until every connection was ended. */
async function leaveUnread(target: Target, requests: string, connections: number): Promise<string> {
  const began = performance.now();
  const sockets = Array.from({ length: connections }, () => open(target));
  for (const socket of sockets) {
    socket.pause();
    socket.write(requests);
  }
  await Promise.all(sockets.map((socket) => once(socket, 'ready')));
  while (stillOpen(target, sockets) && performance.now() - began < 1000 * UNREAD_LIMIT_S)
    await wait(100);
  const seconds = (performance.now() - began) / 1000;
  const left = stillOpen(target, sockets);
  for (const socket of sockets) socket.destroy();
  assert.equal(left, 0, `connections after ${UNREAD_LIMIT_S} s`);
  return `ended after ${seconds.toFixed(1)} s`;
}

/** How many of the connections the service still holds open, as the Linux kernel reports it. */
function stillOpen({ port }: Target, sockets: Socket[]): number {
  const ours = new Set(sockets.map(({ localPort }) => localPort));
  const portOf = (address: string) => Number.parseInt(address.split(':')[1], 16);
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return rows.filter((row) => {
    const [, local, remote, state] = row.trim().split(/\s+/);
    return portOf(local) === port && ours.has(portOf(remote)) && state === ESTABLISHED;
  }).length;
}

async function holdBodies(target: Target): Promise<string> {
  const body = gzipSync(' '.repeat(2_000_000)).subarray(0, -8);
  const head = `POST /api/v1/pv-yield/batch HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length + 9}\r\n\r\n`;
  const sockets: Socket[] = [];
  // From ten addresses: the limit of calls alone would refuse most of one address's.
  for (let i = 0; i < 600; i++) {
    const socket = open(target, `127.0.1.${1 + (i % 10)}`);
    socket.write(head);
    socket.write(body);
    socket.resume();
    sockets.push(socket);
  }
  await wait(4000);
  assert.equal((await call(target, LOOKUP)).status, 200, 'a lookup meanwhile');
  for (const socket of sockets) socket.destroy();
  await wait(300);
  const after = await call(target, '/api/v1/simulation', {
    method: 'POST',
    body: simulationBody(),
  });
  assert.equal(after.status, 200, 'a simulation afterwards');
  return 'lookups answered meanwhile, bodies afterwards';
}

async function openMasses(target: Target): Promise<string> {
  const sockets = Array.from({ length: 600 }, () => {
    const socket = connect(target.port, target.host).on('error', () => {});
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket.resume();
  });
  await wait(2000);
  const held = sockets.filter(({ bytesRead, destroyed }) => bytesRead > 0 && !destroyed).length;
  for (const socket of sockets) socket.destroy();
  await wait(200);
  await target.ready();
  const answer = await call(target, '/api/v1/simulation', {
    method: 'POST',
    body: simulationBody(),
  });
  assert.equal(answer.status, 200, 'a simulation afterwards');
  return `${held} of 600 were served, then a simulation`;
}

/** One address opens connections and keeps them; how many it got, and whether others are served. */
async function hoardConnections(target: Target): Promise<string> {
  const sockets = Array.from({ length: 600 }, () => {
    const socket = open(target, '127.0.2.1');
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket.resume();
  });
  await wait(2000);
  const held = sockets.filter(({ bytesRead, destroyed }) => bytesRead > 0 && !destroyed).length;
  const other = await call(target, '/livez', { localAddress: '127.0.2.2' });
  for (const socket of sockets) socket.destroy();
  assert.equal(held, MOST_CONNECTIONS / 4, 'connections of the address');
  assert.equal(other.status, 200, 'another address meanwhile');
  return `${held} of 600 were let in, another address was answered`;
}

async function pipelineToLimit(target: Target): Promise<string> {
  const lookup = `GET ${LOOKUP} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const socket = open(target);
  socket.write(lookup.repeat(61));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  for (let i = 0; i < 200 && !/ 429 /.test(text); i++) await wait(20);
  socket.destroy();
  const [served, refused] = [/HTTP\/1\.1 200 /g, /HTTP\/1\.1 429 /g].map(
    (status) => text.match(status)?.length ?? 0,
  );
  assert.deepEqual([served, refused], [60, 1], 'answered and refused');
  return '60 answered, 1 refused';
}

const CHUNKS_A_WRITE = 10_000;
const CHUNKS = 2_000_000;

/** A body of one-byte chunks on each of four connections, as far as the service lets it come. */
async function sendTinyChunks(target: Target, call: string): Promise<string> {
  const head = `${call} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => statusOfFlood(target, head)));
  return `answered ${answers.join(', ')}`;
}

function statusOfFlood(target: Target, head: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = open(target);
    let said = '';
    let left = CHUNKS / CHUNKS_A_WRITE;
    const piece = '1\r\n \r\n'.repeat(CHUNKS_A_WRITE);
    const flood = () => {
      while (left-- > 0 && !socket.destroyed) {
        if (!socket.write(piece)) return void socket.once('drain', flood);
      }
      if (!socket.destroyed) socket.end('0\r\n\r\n');
    };
    socket.on('data', (bytes) => {
      said += bytes;
    });
    socket.once('close', () => resolve(said.slice(9, 12) || 'not at all'));
    socket.write(head);
    flood();
  });
}

export const CONNECTION_ATTACKS: Attack[] = [
  {
    name: 'one-byte chunks, to be read',
    tried: '4 connections x 2 million chunks of one byte to a batch (48 MB on the wire)',
    megabytes: 60,
    stallMs: 80,
    run: (target) => sendTinyChunks(target, 'POST /api/v1/pv-yield/batch'),
  },
  {
    name: 'one-byte chunks that nobody reads',
    tried: '4 connections x 2 million chunks of one byte to /livez',
    megabytes: 60,
    stallMs: 80,
    run: (target) => sendTinyChunks(target, 'GET /livez'),
  },
  {
    name: 'unread answers, at once',
    tried: '5 connections x 1000 pipelined openapi.json (56 kB), never read',
    megabytes: 60,
    run: (target) => leaveUnread(target, OPENAPI.repeat(1000), 5),
  },
  {
    name: 'unread answers, held',
    tried:
      '5 connections x 100 pipelined openapi.json and 50 x 20 scripts of /docs/api (1.6 MB), never read',
    megabytes: 60,
    run: async (target) => {
      const script = await scriptRequest(target);
      const [seen] = await Promise.all([
        leaveUnread(target, OPENAPI.repeat(100), 5),
        leaveUnread(target, script.repeat(20), 50),
      ]);
      return seen;
    },
  },
  {
    name: 'held bodies',
    tried: '600 connections from 10 addresses, 2 kB of gzip of 2 MB each, no end',
    megabytes: 300,
    run: holdBodies,
  },
  {
    name: 'more connections than files',
    tried: '600 connections from the first moment on, ulimit -n 300',
    megabytes: 300,
    start: { openFiles: 300 },
    early: true,
    run: openMasses,
  },
  {
    name: 'one address, all connections',
    tried: `600 connections of one address, MAX_CONNECTIONS ${MOST_CONNECTIONS}`,
    megabytes: 60,
    start: { env: { MAX_CONNECTIONS: String(MOST_CONNECTIONS) } },
    run: hoardConnections,
  },
  {
    name: 'a write of 61 lookups',
    tried: '61 pipelined lookups in one write',
    megabytes: 60,
    run: pipelineToLimit,
  },
];
