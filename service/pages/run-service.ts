import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { bundle } from '../bundle/bundle.ts';

/** A service of its own process, as `make serve` starts it. */
export interface RunningService {
  /** Scheme, host and port. */
  base: string;
  stop(): Promise<void>;
}

/**
 * Starts the service on a free port of this machine.
 * @param more of the environment
 * @throws Error with the service's last line when it ends before it listens
 */
export async function runService(more: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  const { service } = await bundle();
  const child = spawn(process.execPath, [service], {
    env: { ...process.env, ...more, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  let last = 'nothing';
  for await (const line of createInterface(child.stdout)) {
    last = line;
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (base) {
      child.stdout.resume();
      return { base, stop };
    }
  }
  throw new Error(`The service ended before it listened; it said: ${last}`);
}
