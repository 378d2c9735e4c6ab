/** What is read of an answer, at the level of fetch() and its memory. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { request, textOf } from './request.ts';
import { type TestServer, testServer, testWeb } from './server.test-kit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let server: TestServer;
before(async () => {
  server = await testServer();
});
after(() => server.close());

const ask = (web = testWeb()) => request(`${server.base}/a`, {}, web);

// fetch() cancels a body that nobody reads as soon as its Response is collected (undici #3199); the
// body then ends early and looks whole.
test('a body is whole also when memory is cleared before it is read', async () => {
  const text = 'sun over sweden '.repeat(10_000);
  server.handle((_, response) => response.end(text));
  for (let i = 0; i < 5; i++) {
    const answer = await ask();
    for (let j = 0; j < 5; j++) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    assert.equal((await textOf(answer)).length, text.length);
  }
});
