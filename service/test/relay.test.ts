import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { startRelay } from './relay.ts';

/** A server that repeats what it receives. */
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  socket.pipe(socket).on('error', () => {});
}).listen(0, '127.0.0.1');
await once(echo, 'listening');
const relay = await startRelay((echo.address() as AddressInfo).port);
after(async () => {
  await relay.cut();
  echo.close();
});

async function say(words: string): Promise<string> {
  const socket = connect(relay.port, '127.0.0.1');
  socket.end(words);
  return text(socket);
}

test('a relay passes bytes in their order, after the given delay', async () => {
  const long = Array.from({ length: 100_000 }, (_, i) => String(i)).join(' ');
  assert.equal(await say(long), long);
  relay.slow(200);
  const began = performance.now();
  assert.equal(await say(long), long);
  const ms = performance.now() - began;
  assert.ok(ms >= 200, `${ms}`);
  relay.slow(0);
});

test('a relay that is cut hangs up and refuses, and lets pass again', async () => {
  const held = connect(relay.port, '127.0.0.1');
  held.write('x');
  await once(held, 'data');
  const closed = once(held, 'close');
  await relay.cut();
  await closed;
  await assert.rejects(say('x'), /ECONNREFUSED/);
  await relay.mend();
  assert.equal(await say('x'), 'x');
});
