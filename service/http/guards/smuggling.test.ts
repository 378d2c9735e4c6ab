/** Requests that one reader ends elsewhere than another (RFC 9112, section 11.2). */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { test } from 'node:test';
import { BATCH, startTestService } from '../../test/service.ts';

const service = await startTestService();
const port = Number(new URL(service.base).port);

/** Ends of a head with a body. A second request follows each. */
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

for (const rest of SMUGGLED) {
  test(`${JSON.stringify(rest)} is 400, and nothing that follows it is answered`, async () => {
    const socket = connect(port, '127.0.0.1');
    const second = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(`POST ${BATCH} HTTP/1.1\r\nHost: x\r\n${rest}${second}`, 'latin1');
    const statuses = (await read(socket)).match(/HTTP\/1\.1 \d+/g);
    assert.deepEqual(statuses, ['HTTP/1.1 400']);
  });
}
