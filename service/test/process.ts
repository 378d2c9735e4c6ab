/** The service as `make serve` starts it, in a process of its own that ends behind the test that starts it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { bundle } from '../tools/bundle/bundle.ts';
import { until } from './service.ts';

/** Of the sources as they are now. */
export const { service: SERVICE, integrations: INTEGRATIONS } = await bundle();

export interface ServiceProcess {
  base: string;
  child: ChildProcess;
  /** Lines of the log so far. */
  log: string[];
}

/** Starts it on a free port; resolves when it listens. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [SERVICE], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DRAIN_DELAY_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  const log: string[] = [];
  createInterface(child.stdout).on('line', (line) => log.push(line));
  const base = () => log.map((line) => /Listening.*(http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]);
  await until(() => {
    assert.equal(child.exitCode, null, log.join('\n'));
    return base().some(Boolean);
  }, 'the service listens');
  return { base: base().find(Boolean) ?? '', child, log };
}
