/** A real Redis for tests, on loopback, that keeps nothing on the disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import { Redis } from 'ioredis';
import { until } from './until.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
/** Reason to skip a test that needs one. False if it can run. */
export const skipWithoutRedis = !isInstalled && 'needs redis-server (Debian: redis-server)';

/** Starts it on a port. Resolves when it listens, and ends it behind the tests. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const redis = spawn('redis-server', options, { stdio: 'ignore' });
  after(() => redis.kill('SIGKILL'));
  await until(() => isListening(port), 'Redis listens');
  return redis;
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
