import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Bundles, bundle } from '../tools/bundle/bundle.ts';

/** A service of its own process, as `make serve` starts it. */
export interface RunningService {
  /** Scheme, host and port. */
  base: string;
  stop(): Promise<void>;
}

/**
 * Starts the service, or the integrations, on a free port of this machine.
 * @param more of the environment
 * @throws Error with its last line when it ends before it listens
 */
export async function runService(
  more: NodeJS.ProcessEnv = {},
  which: keyof Bundles = 'service',
): Promise<RunningService> {
  const bundles = await bundle();
  const child = spawn(process.execPath, [bundles[which]], {
    env: { ...process.env, ...more, PORT: '0', INTEGRATIONS_PORT: '0', HOST: '127.0.0.1' },
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
    const port = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/.exec(line)?.[1];
    if (port) {
      child.stdout.resume();
      return { base: `http://127.0.0.1:${port}`, stop };
    }
  }
  throw new Error(`${bundles[which]} ended before it listened; it said: ${last}`);
}
