/** Requests that one reader ends elsewhere than another (RFC 9112, section 11.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATCH, exchange, startTestService } from '../../test/service.ts';

const { base } = await startTestService();

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
    const second = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = await exchange(base, `POST ${BATCH} HTTP/1.1\r\nHost: x\r\n${rest}${second}`);
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400']);
  });
}
