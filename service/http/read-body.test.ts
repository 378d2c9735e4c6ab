/** Bodies in pieces, and bodies that nobody reads, over a listening server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { refusal } from '../test/contract.ts';
import type { Answer } from '../test/documented.ts';
import { BATCH, exchange, ITEM, LOOKUP, startTestService } from '../test/service.ts';

const ITEMS = JSON.stringify({ items: [ITEM] });

const service = await startTestService();
const send = (bytes: string) => exchange(service.base, bytes);
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

const head = (method: string, path: string, more = 'Transfer-Encoding: chunked') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;

/** A text in chunks of so many bytes each, ASCII only. */
const chunked = (body: string, bytes: number) =>
  (body.match(new RegExp(`.{1,${bytes}}`, 'gs')) ?? [])
    .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    .join('');

/** A connection, and what came on it so far. */
function open(): { socket: Socket; received(): string } {
  const socket = connect(Number(new URL(service.base).port), '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  return { socket, received: () => received };
}

/** An answer of its bytes. */
function answerOf(received: string): Answer {
  const [top, body] = received.split('\r\n\r\n');
  const [line, ...fields] = top.split('\r\n');
  const headers = fields
    .map((field) => field.split(': '))
    .map(([name, value]) => [name.toLowerCase(), value]);
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), text: body };
}

test('a body of a thousand bytes may come byte by byte, a large one in pieces of 256', async () => {
  const close = 'Transfer-Encoding: chunked\r\nConnection: close';
  const small = await send(
    `${head('POST', BATCH, close)}${chunked(ITEMS.padEnd(1000), 1)}0\r\n\r\n`,
  );
  assert.match(small, /^HTTP\/1\.1 200 /);
  const large = ITEMS + ' '.repeat(1_000_000);
  const pieces = await send(`${head('POST', BATCH, close)}${chunked(large, 256)}0\r\n\r\n`);
  assert.match(pieces, /^HTTP\/1\.1 200 /);
});

for (const size of [1, 16]) {
  test(`a body of many thousand chunks of ${size} is 413 before its end, and its connection ends`, async () => {
    const received = await send(head('POST', BATCH) + chunked(' '.repeat(100_000), size));
    const { message } = refusal(answerOf(received), 413, 'body_too_large');
    assert.match(message, /far too many small chunks/);
    assert.equal(received.match(/HTTP\/1\.1 /g)?.length, 1);
  });
}

test('a body that grows beyond the limit without an end is 413, and its connection ends', async () => {
  const { socket, received } = open();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head('POST', BATCH));
  const piece = chunked(' '.repeat(65_536), 65_536);
  const write = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', write);
  write();
  await closed;
  refusal(answerOf(received()), 413, 'body_too_large');
});

for (const [what, bytes] of [
  ['chunks', head('GET', '/livez') + chunked(' '.repeat(20_000), 1)],
  ['a length', head('GET', '/livez', 'Content-Length: 4000000') + ' '.repeat(3_999_999)],
]) {
  test(`a body that nobody wants and that never ends costs its connection: ${what}`, async () => {
    const received = await send(bytes);
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
  });
}

test('a small body that nobody wants costs no connection', async () => {
  const { socket, received } = open();
  for (const [i, path] of ['/livez', LOOKUP].entries()) {
    socket.write(`${head('GET', path, 'Content-Length: 2')}{}`);
    while ((received().match(/HTTP\/1\.1 200 OK\r\n/g) ?? []).length === i)
      await once(socket, 'data');
  }
  assert.ok(socket.writable);
});

test('a caller who asks for the end of the connection gets the answer to a body that is refused early', async () => {
  const close = 'Content-Length: 4000000\r\nConnection: close';
  for (let i = 0; i < 20; i++) {
    const received = await send(head('POST', '/livez', close) + ' '.repeat(4_000_000));
    assert.match(received, /^HTTP\/1\.1 405 /);
  }
});

test('the rest of a refused body is not taken for the next request', async () => {
  const { socket, received } = open();
  const refused = `${head('POST', '/nothing', 'Content-Length: 30')}GET /livez HTTP/1.1\r\nHost: x\r\n`;
  socket.write(`${refused}\r\n${head('GET', '/livez', 'Connection: close')}`);
  await once(socket, 'close');
  assert.deepEqual(received().match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 404', 'HTTP/1.1 200']);
});
