/** Bodies in pieces, and bodies that nobody reads, over a listening server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { refusal } from '../test/contract.ts';
import type { Answer } from '../test/documented.ts';
import { BATCH, ITEM, LOOKUP, startTestService } from '../test/service.ts';

const ITEMS = JSON.stringify({ items: [ITEM] });
const PORT_OF = (base: string) => Number(new URL(base).port);

const service = await startTestService();
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** Bytes that the service has read of each of its connections, by the caller's port. */
const readBy = new Map<number, () => number>();
service.server.on('connection', (socket: Socket) => {
  readBy.set(socket.remotePort ?? 0, () => socket.bytesRead);
});

const head = (method: string, path: string, more = 'Transfer-Encoding: chunked') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;

/** A text in chunks of so many bytes each, ASCII alone. */
const chunked = (body: string, bytes: number, extension = '') =>
  (body.match(new RegExp(`.{1,${bytes}}`, 'gs')) ?? [])
    .map((piece) => `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`)
    .join('');

function openSocket(): Socket {
  const socket = connect(PORT_OF(service.base), '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** The answer to these bytes until the service ends the connection, and how many of them it read. */
async function exchange(bytes: string): Promise<{ said: string; bytesRead: number }> {
  const socket = openSocket();
  await once(socket, 'connect');
  const port = socket.localPort ?? 0;
  socket.write(bytes);
  const said = await text(socket);
  return { said, bytesRead: readBy.get(port)?.() ?? Number.NaN };
}

/** An answer of its bytes. */
function answerOf(said: string): Answer {
  const [top, body] = said.split('\r\n\r\n');
  const [line, ...fields] = top.split('\r\n');
  const headers = fields
    .map((field) => field.split(': '))
    .map(([name, value]) => [name.toLowerCase(), value]);
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), text: body };
}

test('a body of a thousand bytes may come byte by byte, a large one in pieces of 256', async () => {
  const close = 'Transfer-Encoding: chunked\r\nConnection: close';
  const small = await exchange(
    `${head('POST', BATCH, close)}${chunked(ITEMS.padEnd(1000), 1)}0\r\n\r\n`,
  );
  assert.match(small.said, /^HTTP\/1\.1 200 /);
  const large = ITEMS + ' '.repeat(1_000_000);
  const pieces = await exchange(`${head('POST', BATCH, close)}${chunked(large, 256)}0\r\n\r\n`);
  assert.match(pieces.said, /^HTTP\/1\.1 200 /);
});

test('a body of many thousand one-byte chunks is 413 before it is read, and ends the connection', async () => {
  const { said, bytesRead } = await exchange(head('POST', BATCH) + chunked(' '.repeat(200_000), 1));
  const { message } = refusal(answerOf(said), 413, 'body_too_large');
  assert.match(message, /far too many small chunks/);
  assert.match(said, /\r\nConnection: close\r\n/);
  assert.equal(said.match(/HTTP\/1\.1 /g)?.length, 1);
  assert.ok(bytesRead < 150_000, `${bytesRead} bytes were read`);
});

test('a large body in pieces of 16 bytes is 413', async () => {
  const { said } = await exchange(head('POST', BATCH) + chunked(' '.repeat(1_000_000), 16));
  refusal(answerOf(said), 413, 'body_too_large');
});

for (const [what, begin, more] of [
  ["a chunk's length of endless zeros", head('POST', BATCH), '0'.repeat(1000)],
  [
    'endless empty lines behind an answer',
    'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n',
    '\r\n'.repeat(500),
  ],
]) {
  test(`bytes that are no part of a body are bounded: ${what}`, async () => {
    const socket = openSocket();
    // What is sent to a connection that has ended is answered by a reset: that is the end, too.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let sent = 0;
    socket.write(begin);
    const flooding = setInterval(() => {
      sent += more.length * 100;
      socket.write(more.repeat(100));
    }, 20);
    socket.resume();
    await closed;
    clearInterval(flooding);
    assert.ok(sent > 65_536 && sent < 40_000_000, `${sent} bytes were sent`);
  });
}

test('bytes beside the body are bounded: extensions of chunks', async () => {
  const wide = chunked(' '.repeat(500), 1, `;x=${'y'.repeat(1000)}`);
  const { said } = await exchange(head('POST', BATCH) + wide);
  refusal(answerOf(said), 413, 'body_too_large');
});

test('bodies of the next callers are whole: the parser serves them as before', async () => {
  const bodies = Array.from({ length: 20 }, async (_, i) => {
    if (i % 2 === 0) return exchange(head('POST', BATCH) + chunked(' '.repeat(20_000), 1));
    const answer = await service.call(BATCH, { method: 'POST', body: ITEMS });
    assert.equal(answer.status, 200);
    return answer;
  });
  await Promise.all(bodies);
  for (let i = 0; i < 20; i++) {
    assert.equal((await service.call(BATCH, { method: 'POST', body: ITEMS })).status, 200);
  }
});

for (const [what, bytes] of [
  ['one-byte chunks', head('GET', '/livez') + chunked(' '.repeat(200_000), 1)],
  ['large chunks', head('GET', '/livez') + chunked(' '.repeat(4_000_000), 50_000)],
  ['a length', head('GET', '/livez', 'Content-Length: 4000000') + ' '.repeat(3_999_999)],
]) {
  test(`a body that nobody wants ends its connection behind the answer: ${what}`, async () => {
    const { said, bytesRead } = await exchange(bytes);
    assert.match(said, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(said, /\r\nConnection: close\r\n/);
    assert.ok(bytesRead < 2_500_000, `${bytesRead} bytes were read`);
  });
}

test('a small body that nobody wants and that is there costs no connection', async () => {
  const socket = openSocket();
  const said: string[] = [];
  socket.setEncoding('utf8').on('data', (piece: string) => said.push(piece));
  for (const path of ['/livez', LOOKUP]) {
    socket.write(`${head('GET', path, 'Content-Length: 2')}{}`);
    while (!/\r\n\r\n\{.*\}$/s.test(said.join(''))) await once(socket, 'data');
    assert.match(said.join(''), /^HTTP\/1\.1 200 OK\r\n/);
    assert.doesNotMatch(said.join(''), /Connection: close/);
    said.length = 0;
  }
});
