/** A real Redis for tests, on loopback, that keeps nothing on the disk; its faults; a way to it that is slow. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
/** Reason to skip a test that needs one; false if it can run. */
export const skipWithoutRedis = !isInstalled && 'needs redis-server (Debian: redis-server)';

/** Starts it on a port; resolves when it listens, and ends it behind the tests. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const redis = launchRedis(port);
  after(() => redis.kill('SIGKILL'));
  while (!(await isListening(port))) await wait(5);
  return redis;
}

/** Starts it on a port, for a process that is no test: ending it is the caller's. */
export function launchRedis(port: number): ChildProcess {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  return spawn('redis-server', options, { stdio: 'ignore' });
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A client of the operator's, by whom a Redis gets its faults. */
export function redisOperator(port: number): Redis {
  const client = new Redis(port, '127.0.0.1');
  after(() => client.disconnect());
  return client;
}

/** Lets it hold more than its `maxmemory`: it still answers PING, and refuses writes. */
export async function fillRedis(operator: Redis): Promise<void> {
  await operator.set('filling', 'x'.repeat(4_194_304));
  await operator.config('SET', 'maxmemory-policy', 'noeviction');
  await operator.config('SET', 'maxmemory', '3mb');
}

/** Gives it room again. */
export async function emptyRedis(operator: Redis): Promise<void> {
  await operator.config('SET', 'maxmemory', '0');
  await operator.flushall();
}

/** A way to a port by which every answer comes so much later as is said last. */
export async function slowWayTo(port: number): Promise<{ port: number; slowBy(ms: number): void }> {
  let delayMs = 0;
  const server = createServer((caller) => {
    const far = connect(port, '127.0.0.1');
    let dueMs = 0;
    far.on('data', (chunk) => {
      // In their order, also when the way becomes faster.
      dueMs = Math.max(dueMs, performance.now() + delayMs);
      setTimeout(() => caller.write(chunk), dueMs - performance.now());
    });
    caller.on('data', (chunk) => far.write(chunk));
    for (const [end, other] of [
      [caller, far],
      [far, caller],
    ]) {
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const slowBy = (ms: number) => {
    delayMs = ms;
  };
  return { port: (server.address() as AddressInfo).port, slowBy };
}
