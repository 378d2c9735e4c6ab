import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { loadAtRate } from './load-at-rate.ts';

const STATUSES = [200, 503, 200, 'broken', 'silent'] as const;

test('every call of a load is counted once, by what became of it', async () => {
  const server = createServer(({ url }, response) => {
    const status = STATUSES[Number(url?.slice(1)) % STATUSES.length];
    if (status === 'broken') response.destroy();
    else if (status !== 'silent') response.writeHead(status).end('body');
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let n = 0;
  const seen: number[] = [];
  const result = await loadAtRate(base, {
    connections: 10,
    seconds: 0.25,
    perSecond: 100,
    patienceS: 0.5,
    next: () => ({ path: `/${n++}` }),
    onAnswer: (_asked, status, body) => {
      assert.equal(body, 'body');
      seen.push(status);
    },
  });
  assert.deepEqual(result.byStatus, { 200: 10, 503: 5 });
  assert.deepEqual([result.sent, result.answered, result.broken, result.gaveUp], [25, 15, 5, 5]);
  assert.equal(seen.length, 15);
  assert.ok(result.bytes > 15 * 'HTTP/1.1 200 OK'.length);
  assert.ok(result.p50Ms <= result.p99Ms && result.p99Ms <= result.maxMs);
});
