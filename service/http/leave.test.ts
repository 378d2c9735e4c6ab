/** How a server ends, with a clock that the test moves. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { drain } from './leave.ts';

/** A server that drains while its clock stands still, with a connection on which `sent` came. */
async function startDraining(t: TestContext, sent?: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  if (sent !== undefined) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(sent);
    await once(server, sent ? 'request' : 'connection');
  }
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let ended = false;
  const end = drain(server, 500).then(() => {
    ended = true;
  });
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  return { server, pass, end, ended: () => ended };
}

test('new callers are served for the delay, and without any the server has ended', async (t) => {
  const { server, pass, end, ended } = await startDraining(t);
  await pass(499);
  assert.ok(server.listening && !ended());
  await pass(1);
  await end;
  assert.ok(!server.listening);
});

for (const [what, sent] of [
  ['an open connection with nothing on it', ''],
  ['a request that gets no answer', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
]) {
  test(`${what} is hung up on seven seconds later`, async (t) => {
    const { server, pass, end, ended } = await startDraining(t, sent);
    await pass(500);
    assert.ok(!server.listening);
    await pass(6999);
    assert.ok(!ended());
    await pass(1);
    await end;
  });
}
